import { z } from "zod";
import { AgentToolError } from "../core/errors.ts";
import { tool, type Tool, type ToolContext } from "../core/tool.ts";
import type { Bucket } from "./bucket.ts";
import { entryProblem, FACT_LIMITS } from "./entry.ts";
import type { Provenance } from "./fact-store.ts";
import { keyAlone, keyAndValue } from "./parameters.ts";
import { inLine, listed, named } from "./shown.ts";

/** The tools over one bucket of facts; without `fact_forget` where the model may not take anything away. */
export function factTools(bucket: Bucket, mayForget: boolean): readonly Tool[] {
  const tools = [rememberTool(bucket), recallTool(bucket), listTool(bucket)];
  return Object.freeze(mayForget ? [...tools, forgetTool(bucket)] : tools);
}

const KEY = "What the fact is about, in a word or two, as in 'timezone'.";

function rememberTool(bucket: Bucket): Tool {
  return tool({
    name: "fact_remember",
    description: "Remember something that is true beyond this task. A value under the same key is replaced.",
    parameters: keyAndValue(KEY, "What is true."),
    idempotent: true,
    async execute({ key, value }, context) {
      const problem = entryProblem(key, value, FACT_LIMITS);
      if (problem !== null) throw new AgentToolError(problem);
      await bucket.write({ kind: "remembered", key, value }, provenanceOf(context));
      return `Remembered '${shown(key)}'.`;
    },
  });
}

function recallTool(bucket: Bucket): Tool {
  return tool({
    name: "fact_recall",
    description: "Look up one thing that was remembered, by its key.",
    parameters: keyAlone(KEY),
    idempotent: true,
    async execute({ key }) {
      const fact = await bucket.get(key);
      if (fact) return fact.value;
      throw new AgentToolError(`nothing remembered for '${shown(key)}'; known: ${named((await bucket.list()).map((known) => known.key))}`);
    },
  });
}

function listTool(bucket: Bucket): Tool {
  return tool({
    name: "fact_list",
    description: "List everything that is remembered.",
    parameters: z.object({}),
    idempotent: true,
    async execute() {
      const facts = await bucket.list();
      return facts.length === 0 ? "Nothing remembered yet." : listed(facts.map(({ key, value }) => `${key}: ${value}`));
    },
  });
}

function forgetTool(bucket: Bucket): Tool {
  return tool({
    name: "fact_forget",
    description: "Forget something that is no longer true or should not be kept.",
    parameters: keyAlone(KEY),
    idempotent: true,
    async execute({ key }, context) {
      const wasKnown = await bucket.write({ kind: "forgotten", key, value: null }, provenanceOf(context));
      return wasKnown ? `Forgot '${shown(key)}'.` : `Nothing was stored for '${shown(key)}'.`;
    },
  });
}

function provenanceOf({ agent, path, runId, clock }: ToolContext): Provenance {
  return { author: agent, at: clock.now(), runId, path };
}

function shown(key: string): string {
  return inLine(key.trim());
}
