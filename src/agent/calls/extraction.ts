import type { AnswerSpec } from "../../core/answer.ts";
import type { ToolCall } from "../../core/message.ts";
import { checkedAgent, type Agent } from "../definition/definition.ts";
import { termsOf } from "../definition/delegation.ts";
import type { Delegated } from "../definition/registry.ts";
import type { Answering, Extraction } from "../engine/answering.ts";
import type { Scope } from "../engine/scope.ts";

const STEPS = 4; // two tries, as the second seed's three steps come to with its overshoot: one wrong call can be put right
const SUFFIX = "-extractor";
const MOST_CHARACTERS = 64;
const INSTRUCTIONS =
  "You are given a text that answers a question. Put what it says into the form that is asked for. " +
  "Add nothing that the text does not say.";

const NAME = "extract_answer";

/** The call that has a text answer read by the extractor; null where the terms do not want it, or it was done already. */
export function extractionCall({ agent }: Scope, answering: Answering, text: string): ToolCall | null {
  const { returns } = answering;
  if (!returns.extraction || answering.extraction) return null;
  const call: ToolCall = Object.freeze({ id: NAME, name: NAME, arguments: { goal: text } });
  answering.extraction = { call, callable: extractorFor(agent, returns) };
  return call;
}

/** Whether a delegation is the extraction pass: the agent's own answer read once more, by nobody that could be called by name. */
export function isExtraction({ answering }: Scope, to: Delegated): boolean {
  return to === answering?.extraction?.callable;
}

const extractors = new WeakMap<AnswerSpec, WeakMap<Agent, Extraction["callable"]>>();

function extractorFor(agent: Agent, returns: AnswerSpec): Extraction["callable"] {
  const known = extractors.get(returns) ?? new WeakMap<Agent, Extraction["callable"]>();
  extractors.set(returns, known);
  const made = known.get(agent) ?? makeExtractor(agent, returns);
  known.set(agent, made);
  return made;
}

function makeExtractor(agent: Agent, returns: AnswerSpec): Extraction["callable"] {
  const specialist = checkedAgent({
    name: `${agent.name.slice(0, MOST_CHARACTERS - SUFFIX.length)}${SUFFIX}`,
    description: "Puts a text answer into the form that is asked for.",
    model: agent.model,
    instructions: INSTRUCTIONS,
    guardrails: agent.guardrails,
    budget: { maxSteps: STEPS },
    maxOutputTokens: agent.maxOutputTokens,
  });
  const { name, description } = specialist;
  const terms = termsOf(`extraction for '${agent.name}'`, { name, description }, { name: NAME });
  const delegation = { ...terms, returns: { ...returns, extraction: false }, sharesArtifacts: false };
  return { kind: "agent", delegation, specialist };
}
