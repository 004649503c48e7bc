import type { RunRecord, Step } from "../../../core/run.ts";

// Scripts that write without spaces count each character as a word.
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;
const MOST_CHARACTERS = 100_000; // of one text; more than a model is likely to have read with care
const HIDDEN = /^\[\d+ characters\]$/u;

/** The words of a text in small letters, without punctuation; of a very long text, those of its beginning. */
export function wordsIn(text: string): string[] {
  return text.slice(0, MOST_CHARACTERS).toLowerCase().match(WORD) ?? [];
}

/** Whether a text stands for one that was not kept: `[12 characters]`. */
export function isHidden(text: string): boolean {
  return HIDDEN.test(text);
}

/** Whether a trace was made without contents, so that nothing can be said about what its texts say. */
export function hidesContents({ instructions, goal }: Pick<RunRecord, "instructions" | "goal">): boolean {
  return isHidden(goal) || (goal === "" && isHidden(instructions));
}

/** What a model turn said: its text, its reasoning, and the arguments of its calls. */
export function saidIn(step: Step): string {
  if (step.kind !== "model") return "";
  return [step.output, step.reasoning ?? "", ...step.calls.map((call) => textOf(call.arguments))].join("\n");
}

/** Every text inside a JSON value, keys included, one a line. Numbers and booleans as they are written. */
export function textOf(value: unknown): string {
  const texts: string[] = [];
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (isHolder(next)) for (const [key, inner] of Object.entries(next).reverse()) rest.push(inner, key);
    else if (typeof next === "string") texts.push(next);
    else if (typeof next === "number" || typeof next === "boolean") texts.push(String(next));
  }
  return texts.join("\n");
}

function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
