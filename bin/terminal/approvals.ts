import type { Approval, ApprovalRequest } from "../../src/index.ts";
import { answerLine } from "../../src/tools/line.ts";
import { inLine } from "../../src/trace/in-line.ts";

/** Where a person is asked. */
export interface Desk {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Does something while nothing else is drawn on the screen. */
  readonly aside: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** Asks for approvals at a terminal, or undefined where there is none: then the library refuses by itself. */
export function approverAt(desk: Desk): ((request: ApprovalRequest) => Promise<Approval>) | undefined {
  const { input, output, aside } = desk;
  if (!input.isTTY || !output.isTTY) return undefined;
  return (request) => aside(() => approvalOf(request, desk));
}

const MOST_CHARACTERS = 2000;

/** What is shown of a call before it may run: who wants it, and all that it would be called with, escaped. */
export function questionText({ agent, path, tool, arguments: sent }: ApprovalRequest): string {
  const left = sent.length - MOST_CHARACTERS;
  const shown =
    left > 0 ? `${sent.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/u, "")}… (${left} more characters are not shown)` : sent;
  return `${inLine(agent, 100)} (${inLine(path, 100)}) asks to run ${inLine(tool, 100)} with\n  ${shown}\nAllow it? [y/N] `;
}

/** Whether an answer means yes. Everything else means no. */
export function isYes(answer: string): boolean {
  return /^\s*y(?:es)?\s*$/iu.test(answer);
}

async function approvalOf(request: ApprovalRequest, { input, output }: Desk): Promise<Approval> {
  const { signal } = request;
  const answer = await answerLine(input, { output, text: questionText(request), signal });
  if (answer === null) output.write("\n"); // the question's line is still open
  return answer !== null && isYes(answer) ? true : { approved: false, reason: "the person at the terminal refused" };
}
