import type { z } from "zod";
import { DefinitionError } from "./errors.ts";

/** Validates a definition or options with zod and throws one `DefinitionError` for the first thing that is wrong. */
export function checked<Schema extends z.ZodType>(subject: string, schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const at = [...issue.path, issue.keys[0] ?? ""];
    throw wrong(subject, at, value, "no key of this name");
  }
  throw wrong(subject, issue?.path ?? [], value, issue?.message ?? "another value");
}

function wrong(subject: string, path: readonly PropertyKey[], value: unknown, allowed: string): DefinitionError {
  const field = path.length === 0 ? "the value" : path.map(String).join(".");
  return new DefinitionError({ subject, field, value: valueAt(value, path), allowed });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return at;
}
