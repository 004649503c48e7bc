import { z } from "zod";
import {
  fromAgent,
  run,
  scripted,
  tool,
  type AgentDefinition,
  type AgentLogic,
  type Run,
  type RunOptions,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedTurn,
  type Tool,
  type ToolContext,
} from "../../../src/index.ts";
import { assertConserved, assertQuiet, virtualClock } from "../../../src/testing/index.ts";

/** What these tests play with: two kinds of tools, agents with a script, and runs on a clock that stands still. */

/** A tool that hands back its text. */
export const echo = tool({
  name: "echo",
  description: "Says the text again.",
  parameters: z.object({ text: z.string().default("echoed") }),
  execute: ({ text }) => text,
});

/** A tool without parameters. */
export function doing(
  name: string,
  execute: (context: ToolContext) => unknown,
  rest: { readonly timeoutSeconds?: number } = {},
): Tool {
  const description = `Does ${name}.`;
  return tool({ name, description, parameters: z.object({}), execute: (_args, context) => execute(context), ...rest });
}

/** A call in a script: a name, or a name with its arguments and, where the model sends one, an id. */
export type Asked = string | readonly [name: string, args?: unknown, id?: string];

/** A call that delegates. */
export function ask(name: string): Asked {
  return [`ask_${name}`, { goal: "Help." }];
}

/** A turn that asks for calls. */
export function asks(...calls: readonly Asked[]): ScriptedTurn {
  return { calls: calls.map(callOf) };
}

function callOf(asked: Asked): ScriptedCall {
  if (typeof asked === "string") return { name: asked, arguments: {} };
  const [name, args = {}, id] = asked;
  return { name, arguments: args, ...(id === undefined ? {} : { id }) };
}

/** Work that never ends by itself. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Instructions that make, with a goal of at most six characters and no tools, a prompt of 100 tokens. */
export const HUNDRED_TOKENS = "x".repeat(394);

/** An agent that may join a team; a list of replies is the script of a model of its own. */
export function agent(
  name: string,
  played: readonly ScriptedReply[] | ScriptedModel,
  rest: Partial<AgentDefinition> = {},
): AgentLogic {
  const model = "respond" in played ? played : scripted(played);
  return fromAgent({ name, description: `Knows about ${name}.`, model, ...rest });
}

/** How a run is played: its options, and its goal. */
export type PlayOptions = RunOptions & { readonly goal?: string };

/**
 * Runs an agent on a virtual clock that moves from timer to timer until the run has ended. Throws unless the figures of
 * the run add up at every node and no timer is left, which holds of every run.
 */
export async function play(logic: AgentLogic, { goal = "Do it.", ...options }: PlayOptions = {}): Promise<Run> {
  const clock = virtualClock();
  const played = await clock.settle(run(logic, goal, { clock, ids: () => "run-1", ...options }));
  assertConserved(played);
  assertQuiet({ clock });
  return played;
}
