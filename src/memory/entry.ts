import { z } from "zod";
import { checked } from "../core/check.ts";

/** How much one entry of a memory may hold, in characters. */
interface Limits {
  readonly maxKeyChars: number;
  readonly maxValueChars: number;
}

/** What a fact may have. */
export const FACT_LIMITS: Limits = { maxKeyChars: 200, maxValueChars: 2_000 };

/** What a note may have: notes hold findings, which are longer, and live for one run only. */
export const NOTE_LIMITS: Limits = { maxKeyChars: 200, maxValueChars: 20_000 };

/** What is wrong with a key and a value that a model wants to be kept, as a sentence; null when nothing is. */
export function entryProblem(key: string, value: string, { maxKeyChars, maxValueChars }: Limits): string | null {
  if (isBlank(key) || isBlank(value)) return "'key' and 'value' are both required";
  if (key.length > maxKeyChars) return tooLong("key", key, maxKeyChars);
  return value.length > maxValueChars ? tooLong("value", value, maxValueChars) : null;
}

/** Throws `DefinitionError` for a fact that code may not write. */
export function checkFact(key: string, value: string): void {
  checked("a fact", factSchema, { key, value });
}

const factSchema = z.object({ key: textWithin(FACT_LIMITS.maxKeyChars), value: textWithin(FACT_LIMITS.maxValueChars) });

function textWithin(maxChars: number): z.ZodString {
  const allowed = `a text of at most ${maxChars} characters that is not blank`;
  return z.string(allowed).max(maxChars, allowed).refine((text) => !isBlank(text), allowed);
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function tooLong(field: string, text: string, max: number): string {
  return `'${field}' has ${text.length} characters; at most ${max} are kept`;
}
