import { z } from "zod";
import type { ArtifactInput, ArtifactReader } from "./artifact.ts";
import { checked, subjectOf } from "./check.ts";
import type { Clock } from "./clock.ts";
import { describeError, oneLine } from "./describe.ts";
import { DefinitionError } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { nameSchema } from "./name.ts";

/** What a tool may use while it runs. */
export interface ToolContext {
  /** Fires on cancel, at the deadline and at the tool's own time limit. */
  readonly signal: AbortSignal;
  /** The goal of the agent that calls. */
  readonly goal: string;
  /** Whom the run acts for: read-only, the same for every specialist below. */
  readonly identity: unknown;
  /** This agent's own notes, for the length of its run; never shared with another agent. */
  readonly state: Record<string, unknown>;
  readonly artifacts: ArtifactReader;
  /** Seconds until the agent's deadline. */
  readonly secondsLeft: () => number;
  readonly agent: string;
  readonly path: string;
  readonly depth: number;
  /** The id of the calling agent's run, to write down where something came from. */
  readonly runId: string;
  /** The run's clock: what a tool notes down or waits for goes by it. */
  readonly clock: Clock;
}

/** Text for the model, with bytes beside it. */
export interface ToolResult {
  readonly text: string;
  readonly artifacts: readonly ArtifactInput[];
}

/** What `tool` takes. `Arguments` is what the zod object `parameters` yields. */
export interface ToolDefinition<Schema extends z.ZodObject> {
  readonly name: string;
  /** The only text the model reads to decide whether to call. */
  readonly description: string;
  readonly parameters: Schema;
  /** May return text, anything JSON can carry, or a `ToolResult`; what it throws becomes an observation. */
  readonly execute: (args: z.output<Schema>, context: ToolContext) => unknown;
  /** The tool's own time limit, from its start. Without one only the agent's deadline ends it. */
  readonly timeoutSeconds?: number;
  /** Never overlaps with another exclusive tool of the same run. */
  readonly exclusive?: boolean;
  /** May be repeated after a crash. */
  readonly idempotent?: boolean;
  /** Asks `approve` of the run's options before each call. */
  readonly needsApproval?: boolean;
}

/** A named, described, schema-checked function that a model may ask for. Made by `tool`; holds no state. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodObject;
  /** The JSON Schema of `parameters`, which is what the model sees. */
  readonly schema: JsonObject;
  readonly execute: (args: never, context: ToolContext) => unknown;
  readonly timeoutSeconds: number | null;
  readonly exclusive: boolean;
  readonly idempotent: boolean;
  readonly needsApproval: boolean;
}

const toolSchema = z.strictObject({
  name: nameSchema,
  description: z.string("a text").refine((text) => text.trim() !== "", "a text that is not blank"),
  parameters: z.instanceof(z.ZodObject, { error: "a zod object, z.object({ ... })" }),
  execute: z.custom((value) => typeof value === "function", "a function"),
  timeoutSeconds: z.number("a number of seconds above 0").positive("a number of seconds above 0").optional(),
  exclusive: z.boolean("true or false").optional(),
  idempotent: z.boolean("true or false").optional(),
  needsApproval: z.boolean("true or false").optional(),
}, "an object: { name, description, parameters, execute, ... }");

const made = new WeakSet<object>();

/** Makes a tool. Throws `DefinitionError` when a field is wrong or the parameters cannot be written as JSON Schema. */
export function tool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema>): Tool {
  const subject = subjectOf("tool", definition);
  const given = checked(subject, toolSchema, definition) as ToolDefinition<Schema>; // the schema knows the type of no function
  const { timeoutSeconds = null, exclusive = false, idempotent = false, needsApproval = false, ...rest } = given;
  const schema = jsonSchemaOf(subject, given.parameters);
  const result: Tool = Object.freeze({ ...rest, schema, timeoutSeconds, exclusive, idempotent, needsApproval });
  made.add(result);
  return result;
}

/** True for what `tool` made. */
export function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && made.has(value);
}

/** The JSON Schema of a zod object as a model is shown it: what may be sent in, without the `$schema` line. */
export function jsonSchemaOf(subject: string, parameters: z.ZodObject, field = "parameters"): JsonObject {
  try {
    const { $schema, ...schema } = z.toJSONSchema(parameters, { io: "input" });
    return Object.freeze(schema) as JsonObject; // toJSONSchema yields plain JSON; its own type is wider
  } catch (error) {
    const allowed = `a zod object that JSON Schema can express (${oneLine(describeError(error))})`;
    throw new DefinitionError({ subject, field, value: "not expressible", allowed });
  }
}
