import { MOST_CHARACTERS } from "./text.ts";

interface Found {
  readonly index: number;
  readonly expression: string;
}

const NUMBER = "\\d[\\d,]{0,20}(?:\\.\\d{1,20})?"; // of bounded length, so that looking for one stays quick
const PERCENTAGE = new RegExp(`(${NUMBER}) ?(?:%|per ?cent) of (${NUMBER})`, "giu");
const LIST = new RegExp(`\\b(sum|total|average|mean) of (${NUMBER}(?:(?:,? and |, )${NUMBER}){1,50})`, "giu");
const LONGEST = 1000; // the tool takes no longer ones
const RUN = /[\d(][\d\s.,()+*/^%×÷·−-]*/gu;

/** What can be calculated in a text as it stands there, in its order, each once: `15 % of 240` becomes `15 / 100 * 240`. */
export function expressionsIn(whole: string): readonly string[] {
  let text = whole.slice(0, MOST_CHARACTERS);
  const found: Found[] = [];
  const take = (pattern: RegExp, expressionOf: (...parts: readonly string[]) => string): void => {
    text = text.replace(pattern, (match: string, ...rest: readonly unknown[]) => {
      const [first, second, index] = rest as [string, string, number]; // two groups in either pattern, then the place
      found.push({ index, expression: expressionOf(first, second) });
      return " ".repeat(match.length);
    });
  };
  take(PERCENTAGE, (share = "", amount = "") => `${bare(share)} / 100 * ${bare(amount)}`);
  take(LIST, (what = "", list = "") => listed(what, list));
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const parts = run.split(/[,.]\s+|\n/u).filter((part) => part.length <= LONGEST);
    for (const part of parts) found.push({ index, expression: trimmed(part) });
  }
  const ordered = found.filter(({ expression }) => isCalculation(expression)).sort((a, b) => a.index - b.index);
  return [...new Set(ordered.map(({ expression }) => expression))];
}

function bare(number: string): string {
  return number.replaceAll(",", "");
}

function listed(what: string, list: string): string {
  const numbers = list.split(/,? and |, /iu).map(bare);
  const sum = `(${numbers.join(" + ")})`;
  return /average|mean/iu.test(what) ? `${sum} / ${numbers.length}` : sum;
}

// Without what belongs to the sentence: blanks, a full stop, an operator that nothing follows, a bracket that closes nothing.
function trimmed(run: string): string {
  let expression = run.replace(/(\d),(?=\d{3}(?!\d))/gu, "$1").trim().replace(/[^\d)]+$/u, "");
  while (expression.endsWith(")") && balance(expression) < 0) expression = expression.slice(0, -1).trimEnd();
  while (expression.startsWith("(") && balance(expression) > 0) expression = expression.slice(1).trimStart();
  return expression.replace(/\s+/gu, " ");
}

function balance(expression: string): number {
  return expression.split("(").length - expression.split(")").length;
}

const OPERATION = /[\d)] ?[+*/^×÷·] ?[\d(]|[\d)] [−%-] [\d(]/u; // 3-5 may be pages, and 2024-01-15 is a day
const DAY = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}$/u;

function isCalculation(expression: string): boolean {
  return OPERATION.test(expression) && balance(expression) === 0 && !DAY.test(expression);
}

/** The program of a text: what stands in its first fence for JavaScript; null where there is none. */
export function programIn(text: string): string | null {
  return /^```(?:js|javascript)\n([\s\S]*?)^```$/mu.exec(text)?.[1] ?? null;
}
