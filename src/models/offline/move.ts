import type { RequestedCall } from "../../core/model.ts";

/** What the model does in one turn: ask for calls, with the reason for the trace, or answer. */
export type Move =
  | { readonly kind: "call"; readonly calls: readonly RequestedCall[]; readonly reasoning: string }
  | { readonly kind: "answer"; readonly text: string };

/** How far one run goes. */
export interface Limits {
  /** The most calls of a whole run, searches, reads and delegations alike. */
  readonly maxCalls: number;
  /** The most sentences quoted for one question. */
  readonly maxSentences: number;
  /** The most characters of an answer; `Infinity` when the request sets no limit. */
  readonly maxChars: number;
}

/** A question with what was found out about it. */
export interface Section {
  readonly question: string;
  readonly body: string;
}

/** One answer from several sections: each under its question; a single one needs no title. */
export function answerFrom(sections: readonly Section[], leftOut: readonly string[]): Move {
  const isSingle = sections.length === 1 && leftOut.length === 0;
  const texts = isSingle ? sections.map(({ body }) => body) : sections.map(({ question, body }) => `${question}\n${body}`);
  return { kind: "answer", text: [...texts, ...leftOutNote(leftOut, sections.length)].join("\n\n") };
}

function leftOutNote(leftOut: readonly string[], answered: number): readonly string[] {
  if (leftOut.length === 0) return [];
  const rest = leftOut.length === 1 ? "1 more question was" : `${leftOut.length} more questions were`;
  return [`${rest} left out: the embedded model takes ${answered} of them in one run. The next is: ${leftOut[0] ?? ""}`];
}
