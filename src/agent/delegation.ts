import { z } from "zod";
import { checked } from "../core/check.ts";
import { jsonSchemaOf } from "../core/tool.ts";
import type { JsonObject } from "../core/json.ts";
import { nameSchema } from "../core/name.ts";
import type { Run } from "../core/run.ts";
import type { AgentLogic } from "./contract.ts";

/** Amounts carved out of what the parent has free. */
export interface ShareAmounts {
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxSteps?: number;
  readonly maxToolCalls?: number;
}

/** A share of the parent's free balance: a fraction of it, or amounts. */
export type Share = number | ShareAmounts;

/** The terms under which a specialist is lent to an agent. */
export interface DelegateOptions<Schema extends z.ZodObject = z.ZodObject> {
  /** The name the parent's model calls. Default `ask_<specialist>`. */
  readonly name?: string;
  /** What the parent's model is told. Default: the specialist's own description. */
  readonly description?: string;
  /** What is carved out for the specialist when the delegation is admitted; the rest returns when it ends. */
  readonly share?: Share;
  /** Typed parameters instead of the plain goal. */
  readonly parameters?: Schema;
  /** Builds the goal from the parameters. Default: the parameter `goal`, else the arguments as JSON. */
  readonly goal?: (args: z.output<Schema>) => string;
  /** Picks the conclusion from the specialist's run. Default: its output. */
  readonly conclusion?: (run: Run) => string;
  /** A longer conclusion is cut in the middle for the parent and kept whole in the trace. Default 8 000. */
  readonly maxConclusionChars?: number;
  /** Whether the specialist's artifacts surface at the parent, as `<specialist>/<name>`. Default `share`. */
  readonly artifacts?: "share" | "private";
  /** Allows a specialist whose name already stands on the path. */
  readonly recursion?: boolean;
}

/** A specialist with terms, made by `delegate`. */
export interface Delegation {
  readonly specialist: AgentLogic;
  readonly name: string;
  /** What the parent's model is told; null when neither the terms nor the specialist say anything. */
  readonly description: string | null;
  readonly share: Share | null;
  readonly parameters: z.ZodObject;
  readonly schema: JsonObject;
  readonly goal: (args: Record<string, unknown>) => string;
  readonly conclusion: ((run: Run) => string) | null;
  readonly maxConclusionChars: number;
  readonly sharesArtifacts: boolean;
  readonly recursion: boolean;
}
