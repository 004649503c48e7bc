import { z } from "zod";
import {
  fromAgent,
  scripted,
  tool,
  type AgentDefinition,
  type AgentLogic,
  type Model,
  type ModelPrice,
  type ScriptedReply,
  type Tool,
  type ToolContext,
  type ToolDefinition,
} from "../../../src/index.ts";

/** What the cases play with. All of them are loaded by the test and by its workers, so nothing here knows of a run. */

let made = 0;

/** How many model calls and tool calls have been made in this process so far. */
export function callsMade(): number {
  return made;
}

/** A model whose turns are given: what it replies follows from the request alone, whoever asks, where and how often. */
export function played(turns: readonly ScriptedReply[], price?: ModelPrice): Model {
  const options = price ? { price } : {};
  return {
    name: "played",
    supportsTools: true,
    ...options,
    respond: (request, callOptions) => {
      made += 1;
      const reply = turns[request.turn - 1];
      return scripted(
        reply === undefined ? [] : [reply],
        options,
      ).respond(request, callOptions); // new for each call: it keeps no place
    },
  };
}

/** An agent that may join a team; a list is the turns of a model of its own. */
export function agent(name: string, turns: readonly ScriptedReply[] | Model, rest: Partial<AgentDefinition> = {}): AgentLogic {
  const model = "respond" in turns ? turns : played(turns);
  return fromAgent({ name, description: `Knows about ${name}.`, model, ...rest });
}

type ToolTerms = Pick<ToolDefinition<z.ZodObject>, "timeoutSeconds" | "exclusive" | "idempotent" | "needsApproval">;

/** A tool without parameters. */
export function doing(name: string, execute: (context: ToolContext) => unknown, terms: ToolTerms = {}): Tool {
  return withParameters(name, z.object({}), (_args, context) => execute(context), terms);
}

/** A tool that takes something. */
export function withParameters<Schema extends z.ZodObject>(
  name: string,
  parameters: Schema,
  execute: ToolDefinition<Schema>["execute"],
  terms: ToolTerms = {},
): Tool {
  const counted: typeof execute = (args, context) => {
    made += 1;
    return execute(args, context);
  };
  return tool({ name, description: `Does ${name}.`, parameters, execute: counted, ...terms });
}

/** A tool that hands back its text. */
export const echo = withParameters("echo", z.object({ text: z.string().default("echoed") }), ({ text }) => text);
