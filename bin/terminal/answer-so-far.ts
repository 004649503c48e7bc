import { ROOT_PATH } from "../../src/core/ids.ts";
import { escapeLines, type RunEvent } from "../../src/index.ts";
import { cutToWidth, widthOf } from "../../src/trace/width.ts";

/** What the first agent's model has written of its present turn. What it wrote before a failed try is void. */
export class AnswerSoFar {
  #text = "";

  /** Takes in one event of the run, in order. */
  see(event: RunEvent): void {
    if (event.path !== ROOT_PATH) return;
    if (event.type === "model.delta") this.#text += event.text;
    else if (event.type === "turn.started" || event.type === "model.retried") this.#text = "";
    else if (event.type === "step.ended" && event.step.kind !== "model") this.#text = ""; // it was said beside calls
  }

  /** All of it. */
  get text(): string {
    return this.#text;
  }

  /** The last rows of it as a terminal would show them, escaped; at most so many. */
  tail(columns: number, rows: number): readonly string[] {
    if (this.#text.trim() === "" || rows < 1) return [];
    const recent = this.#text.slice(-columns * rows * CHARACTERS_PER_COLUMN);
    return escapeLines(recent).split("\n").flatMap((line) => wrapped(line.replaceAll("\t", "    "), columns)).slice(-rows);
  }
}

const CHARACTERS_PER_COLUMN = 2; // some take no column of their own

function wrapped(line: string, columns: number): readonly string[] {
  const rows: string[] = [];
  let rest = line;
  while (widthOf(rest) > columns) {
    const row = cutToWidth(rest, columns + 1).slice(0, -1); // without its ellipsis
    const at = Math.max(1, row.length);
    rows.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...rows, rest];
}
