import type { z } from "zod";
import { DefinitionError } from "./errors.ts";
import { isObject } from "./json.ts";

/** Validates a definition or options with zod and throws one `DefinitionError` for the first thing that is wrong. */
export function checked<Schema extends z.ZodType>(subject: string, schema: Schema, value: unknown): z.output<Schema> {
  const result = parsed(subject, schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const at = [...issue.path, issue.keys[0] ?? ""];
    throw wrong(subject, at, value, `no key of this name${knownKeys(schema, issue.path)}`);
  }
  throw wrong(subject, issue?.path ?? [], value, issue?.message ?? "another value");
}

function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const shape: unknown = path.length === 0 && "shape" in schema ? schema.shape : null;
  return isObject(shape) ? `; the keys are ${Object.keys(shape).join(", ")}` : "";
}

/** What messages call a definition: by its name, `agent 'lead'`, as far as one can be read, else `an agent`. */
export function subjectOf(kind: "agent" | "tool" | "skill" | "guardrail", definition: unknown): string {
  const name = nameIn(definition);
  if (typeof name === "string") return `${kind} '${name}'`;
  return kind === "agent" ? "an agent" : `a ${kind}`;
}

function nameIn(definition: unknown): unknown {
  try {
    return (definition as { name?: unknown } | null | undefined)?.name;
  } catch {
    return undefined; // checking the definition meets the same getter or proxy, and says so
  }
}

type Parsed<Schema extends z.ZodType> = z.ZodSafeParseResult<z.output<Schema>>;

// A getter or a proxy that throws is as wrong as a wrong value.
function parsed<Schema extends z.ZodType>(subject: string, schema: Schema, value: unknown): Parsed<Schema> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    throw new DefinitionError({ subject, field: "what a field holds", value: error, allowed: "data that can be read" });
  }
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
