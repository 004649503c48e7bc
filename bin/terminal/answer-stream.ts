import { ROOT_PATH } from "../../src/core/ids.ts";
import { escapeLines, type RunEvent } from "../../src/index.ts";

/** Writes the first agent's answer while it comes, to a terminal. */
export interface AnswerStream {
  /** Takes in one event of the run, in order. */
  see(event: RunEvent): void;
  /** What is still to be written so that the answer stands there, whole, with a line break at its end. */
  rest(answer: string): string;
}

/**
 * The stream to a terminal. What a model says beside calls is a line of its own, and so is what it wrote before a try
 * that failed: it has been read by then. When the run ends the answer is completed at once, so that nothing else is
 * written into its line. `write` is given text that is escaped.
 */
export function answerStream(write: (text: string) => void): AnswerStream {
  let said = "";
  let held = "";
  let isWhole = false;
  const tell = (text: string): void => {
    const whole = held + text;
    held = HALF.exec(whole)?.[0] ?? "";
    const ready = whole.slice(0, whole.length - held.length);
    if (ready !== "") write(escapeLines(ready));
  };
  const breakOff = (): void => {
    if (said !== "") write(`${escapeLines(held)}\n`);
    [said, held] = ["", ""];
  };
  const restOf = (answer: string): string => {
    if (said === "") return answer === "" ? "" : `${escapeLines(answer)}\n`;
    if (answer.startsWith(said)) return `${escapeLines(held + answer.slice(said.length))}\n`;
    return `${escapeLines(held)}\n${answer === "" ? "" : `${escapeLines(answer)}\n`}`;
  };
  const complete = (answer: string): void => {
    if (said === "") return;
    write(restOf(answer));
    isWhole = true;
  };
  return {
    see(event) {
      if (event.path !== ROOT_PATH) return;
      if (event.type === "run.ended") complete(event.stopReason === "error" ? "" : event.output);
      if (event.type === "turn.started" || event.type === "model.retried") breakOff();
      if (event.type !== "model.delta") return;
      said += event.text;
      tell(event.text);
    },
    rest: (answer) => (isWhole ? "" : restOf(answer)),
  };
}

const HALF = /[\uD800-\uDBFF]$|\r$/u; // what only its next character makes whole
