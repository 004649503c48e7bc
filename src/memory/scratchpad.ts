import { z } from "zod";
import { checked } from "../core/check.ts";
import { AgentToolError } from "../core/errors.ts";
import { nameSchema } from "../core/name.ts";
import { tool, type Tool, type ToolContext } from "../core/tool.ts";
import { entryProblem, NOTE_LIMITS } from "./entry.ts";
import { inLine, named } from "./shown.ts";
import { keyAndValue, keyAlone } from "./parameters.ts";

/** How a scratchpad's tools are called. */
export interface ScratchpadOptions {
  /** The tools are `<prefix>_write`, `<prefix>_read` and `<prefix>_list`. Default `note`. */
  readonly prefix?: string;
}

/** Notes of one agent for the length of one run. */
export interface Scratchpad {
  /** For the `tools` of an agent. */
  readonly tools: readonly Tool[];
  /** The notes of the agent that calls a tool, from that tool's `context`: a copy, by key. */
  notes(context: Pick<ToolContext, "state">): ReadonlyMap<string, string>;
}

/**
 * Makes the tools `note_write`, `note_read` and `note_list`. The notes stand in `context.state` under a key of their own,
 * as plain JSON, so they begin empty in every run, belong to the agent that wrote them (a specialist has its own), meet
 * no key of other tools, and are still there when a run is taken up again from its journal. A scratchpad with another
 * prefix has notes of its own. A key has at most 200 characters, a note 20 000.
 */
export function scratchpad(options: ScratchpadOptions = {}): Scratchpad {
  const { prefix = "note" } = checked("a scratchpad", optionsSchema, options);
  const slot = `troupe.scratchpad.${prefix}`;
  return Object.freeze({
    tools: Object.freeze([writeTool(prefix, slot), readTool(prefix, slot), listTool(prefix, slot)]),
    notes: (context: Pick<ToolContext, "state">) => notesIn(context.state, slot),
  });
}

const optionsSchema = z.strictObject(
  { prefix: nameSchema.max(56, "a name of at most 56 characters").optional() },
  "an object: { prefix? }",
);

function writeTool(prefix: string, slot: string): Tool {
  return tool({
    name: `${prefix}_write`,
    description: "Write a note to yourself, to read it later in this task. A note under the same key is replaced.",
    parameters: keyAndValue("What the note is called.", "The note."),
    idempotent: true,
    execute({ key, value }, { state }) {
      const name = key.trim();
      const problem = entryProblem(name, value, NOTE_LIMITS);
      if (problem !== null) throw new AgentToolError(problem);
      state[slot] = [...notesIn(state, slot).set(name, value)];
      return `Noted '${inLine(name)}'.`;
    },
  });
}

function readTool(prefix: string, slot: string): Tool {
  return tool({
    name: `${prefix}_read`,
    description: "Read one of your notes of this task.",
    parameters: keyAlone("What the note is called."),
    idempotent: true,
    execute({ key }, { state }) {
      const notes = notesIn(state, slot);
      const note = notes.get(key.trim());
      if (note === undefined) throw new AgentToolError(`no note named '${inLine(key.trim())}'; notes so far: ${named(notes.keys())}`);
      return note;
    },
  });
}

function listTool(prefix: string, slot: string): Tool {
  return tool({
    name: `${prefix}_list`,
    description: "List what your notes of this task are called.",
    parameters: z.object({}),
    idempotent: true,
    execute(_args, { state }) {
      const notes = notesIn(state, slot);
      return notes.size === 0 ? "No notes yet." : named(notes.keys());
    },
  });
}

function notesIn(state: ToolContext["state"], slot: string): Map<string, string> {
  return new Map(state[slot] as [string, string][] | undefined); // only this file writes there
}
