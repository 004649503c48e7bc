import { escapeForTerminal, escapeLines } from "../core/escape.ts";
import { wholeCharacters } from "../core/cut.ts";
import type { RunRecord, RunSnapshot } from "../core/run.ts";
import { render } from "../trace/render.ts";
import { escapeForHtml } from "./page.ts";

const MOST_LINES = 400;
const MOST_STEPS = 2000; // of more, only the outline is drawn
const MOST_CHARACTERS = 20_000;
const COLUMNS = 110;

/** What a reader sees where scripts are off: the answer and the tree, as text. HTML; everything of the run is escaped. */
export function summaryOf(run: RunRecord): string {
  const answer = run.output === "" ? "" : `<h2>Answer</h2><pre>${shown(run.output)}</pre>`;
  return `<h1>${shown(run.goal)}</h1>${answer}<h2>Steps</h2><pre>${escapeForHtml(treeOf(run))}</pre>`;
}

/** The name of the page in a tab or a list of windows. HTML. */
export function titleOf({ agent, goal }: RunRecord): string {
  return escapeForHtml(`${escapeForTerminal(wholeCharacters(String(goal).slice(0, 80)))} · ${escapeForTerminal(String(agent))}`);
}

function shown(text: unknown): string {
  const whole = String(text);
  const beginning = wholeCharacters(whole.slice(0, MOST_CHARACTERS));
  const rest = whole.length - beginning.length;
  return escapeForHtml(escapeLines(beginning)) + (rest > 0 ? `\n[… ${rest} more characters …]` : "");
}

function treeOf(run: RunRecord): string {
  let lines: string[];
  try {
    const options = run.totalSteps > MOST_STEPS ? { width: COLUMNS, depth: 1 } : { width: COLUMNS };
    lines = render(run as RunSnapshot, options).split("\n"); // the text of a run calls none of its methods
  } catch {
    return "This trace is damaged; the page with scripts on shows what can be read of it.";
  }
  const rest = lines.length - MOST_LINES;
  return rest <= 0 ? lines.join("\n") : `${lines.slice(0, MOST_LINES).join("\n")}\n[… ${rest} more lines …]`;
}
