import { z } from "zod";
import { describeError, jsonProblem, oneLine } from "./describe.ts";
import { isObject } from "./json.ts";

/** Arguments that may reach a tool, or one line that says what is wrong with them. */
export type ReadArguments<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

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
    return { ok: false, problem: `(root): not valid JSON (${jsonProblem(error)})` };
  }
  if (parsed === null) return { ok: true, value: {} };
  return isObject(parsed) ? { ok: true, value: parsed } : notAnObject(parsed);
}

function notAnObject(value: unknown): { readonly ok: false; readonly problem: string } {
  const kind = Array.isArray(value) ? "array" : typeof value;
  return { ok: false, problem: `(root): not a JSON object but ${kind === "array" ? "an" : "a"} ${kind}` };
}

/**
 * Checks arguments against a zod object, before anything runs. Only a schema with async checks or with transforms makes
 * this a promise, which never rejects: a check that throws is a problem of the arguments.
 */
export function checkArguments(schema: z.ZodObject, value: unknown): ReadArguments<unknown> | Promise<ReadArguments<unknown>> {
  try {
    // Not `safeParse`: it starts async checks, gives them up, and leaves their rejections to end the process.
    const payload = schema._zod.run({ value, issues: [] }, { async: true });
    return payload instanceof Promise ? payload.then(read).catch(thrownByCheck) : read(payload);
  } catch (error) {
    return thrownByCheck(error);
  }
}

function read({ value, issues }: z.core.ParsePayload): ReadArguments<unknown> {
  return issues.length === 0 ? { ok: true, value } : { ok: false, problem: issues.map(issueLine).join("; ") };
}

function issueLine(raw: z.core.$ZodRawIssue): string {
  const { path, message } = z.core.util.finalizeIssue(raw, undefined, z.config());
  return `${path.length === 0 ? "(root)" : path.map(String).join(".")}: ${oneLine(message)}`;
}

function thrownByCheck(error: unknown): ReadArguments<unknown> {
  return { ok: false, problem: `(root): ${oneLine(describeError(error))}` };
}
