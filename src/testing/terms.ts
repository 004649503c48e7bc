import { types } from "node:util";
import { DefinitionError } from "../core/errors.ts";
import { isObject } from "../core/json.ts";
import type { RunRecord } from "../core/run.ts";

// A wrong expectation is no difference: were it taken for one, `not` would turn it into a test that always passes.

/** Throws `DefinitionError` for what is no run, such as the promise of one. */
export function checkRun(subject: string, run: RunRecord): void {
  const given: unknown = run;
  if (isObject(given) && Array.isArray(given.steps)) return;
  const value = types.isPromise(given) ? "a promise" : given; // what it is of would fill the screen
  throw new DefinitionError({ subject, field: "run", value, allowed: "a run; one that is under way must be awaited first" });
}

/** Throws `DefinitionError` for a number of times that nothing can happen. */
export function checkTimes(subject: string, times: number | undefined): void {
  if (times === undefined || (Number.isInteger(times) && times >= 0)) return;
  throw new DefinitionError({ subject, field: "times", value: times, allowed: "a whole number of at least 0" });
}

/** Throws `DefinitionError` for terms that are no object, or have a key of another name. */
export function checkKeys(subject: string, terms: object, keys: readonly string[]): void {
  const given: unknown = terms;
  const wrong = isObject(given) ? Object.keys(given).find((key) => !keys.includes(key)) : undefined;
  if (isObject(given) && wrong === undefined) return;
  throw new DefinitionError({ subject, field: "terms", value: given, allowed: `an object with keys among ${keys.join(", ")}` });
}

/** The same for terms that say nothing at all, and so could not fail. */
export function checkSomeKeys(subject: string, terms: object, keys: readonly string[]): void {
  checkKeys(subject, terms, keys);
  if (Object.keys(terms).length > 0) return;
  throw new DefinitionError({ subject, field: "terms", value: terms, allowed: `an object with at least one of ${keys.join(", ")}` });
}

/** Throws `DefinitionError` for a word that is none of these. */
export function checkWord(subject: string, field: string, word: string, words: readonly string[]): void {
  if (words.includes(word)) return;
  throw new DefinitionError({ subject, field, value: word, allowed: words.join(", ") });
}

/** Throws `DefinitionError` for a ceiling that is no number or negative. */
export function checkCeiling(subject: string, field: string, ceiling: unknown): void {
  if (typeof ceiling === "number" && ceiling >= 0) return; // which no NaN is
  throw new DefinitionError({ subject, field, value: ceiling, allowed: "a number of at least 0" });
}
