import type { z } from "zod";
import { describeError, oneLine } from "./describe.ts";
import { isObject } from "./json.ts";

/** Arguments that may reach a tool, or one line that says what is wrong with them. */
export type ReadArguments<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string };

/** The object a model sent: as it is, from JSON text, or `{}` for nothing at all. */
export function readObject(raw: unknown): ReadArguments<Record<string, unknown>> {
  if (raw === undefined || raw === null) return { ok: true, value: {} };
  if (typeof raw === "string") return fromText(raw);
  return isObject(raw) ? { ok: true, value: raw } : notAnObject(raw);
}

function fromText(text: string): ReadArguments<Record<string, unknown>> {
  if (text.trim() === "") return { ok: true, value: {} };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `(root): not valid JSON (${oneLine((error as Error).message)})` };
  }
  if (parsed === null) return { ok: true, value: {} };
  return isObject(parsed) ? { ok: true, value: parsed } : notAnObject(parsed);
}

function notAnObject(value: unknown): { readonly ok: false; readonly problem: string } {
  const kind = Array.isArray(value) ? "array" : typeof value;
  return { ok: false, problem: `(root): not a JSON object but ${kind === "array" ? "an" : "a"} ${kind}` };
}

/** Checks arguments against a zod object, before anything runs. Only a schema with async checks makes this a promise. */
export function checkArguments(schema: z.ZodObject, value: unknown): ReadArguments<unknown> | Promise<ReadArguments<unknown>> {
  let result: z.ZodSafeParseResult<unknown>;
  try {
    result = schema.safeParse(value);
  } catch {
    // zod refuses to run async checks synchronously; a check that itself throws will throw here again, as a rejection.
    return schema.safeParseAsync(value).then(read, (error: unknown) => ({ ok: false, problem: `(root): ${oneLine(describeError(error))}` }));
  }
  return read(result);
}

function read(result: z.ZodSafeParseResult<unknown>): ReadArguments<unknown> {
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problem: result.error.issues.map(issueLine).join("; ") };
}

function issueLine(issue: z.core.$ZodIssue): string {
  const where = issue.path.length === 0 ? "(root)" : issue.path.map(String).join(".");
  return `${where}: ${oneLine(issue.message)}`;
}
