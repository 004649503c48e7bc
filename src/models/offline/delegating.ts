import type { OfferedTool } from "../../core/model.ts";
import { calculationStrength, holdsCalculation } from "./language/calculation.ts";
import { keywordsOf } from "./language/keywords.ts";
import { matchable, strengthOf } from "./language/matching.ts";
import type { Limits, Move } from "./move.ts";
import { questionsIn } from "./language/questions.ts";
import { textParameterOf } from "./text-parameter.ts";

/** A specialist that can be asked in words: the tool's name, and the parameter that takes the question. */
export interface Specialist {
  readonly tool: OfferedTool;
  readonly parameter: string;
}

const PREFIX = "ask_";

/** True for the name of a tool that delegates. */
export function isAskTool(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The specialist behind the name of such a tool: `researcher` for `ask_researcher`. */
export function specialistName(tool: string): string {
  return tool.slice(PREFIX.length);
}

/** The specialists among the offered tools: those named `ask_...` whose one required parameter is a text. */
export function specialistsIn(tools: readonly OfferedTool[]): readonly Specialist[] {
  return tools.filter(({ name }) => isAskTool(name)).flatMap((tool) => {
    const parameter = textParameterOf(tool);
    return parameter === null ? [] : [{ tool, parameter }];
  });
}

/** Asks every question of the goal, as many as fit, each of the specialist whose description fits best, all in one turn. */
export function delegate(goal: string, specialists: readonly Specialist[], { maxCalls }: Limits): Move {
  const questions = questionsIn(goal).slice(0, maxCalls);
  const described = specialists.map((specialist) => ({ specialist, text: describedBy(specialist) }));
  const calls = questions.flatMap((question) => {
    const best = bestFor(question, described);
    return best ? [{ name: best.tool.name, arguments: { [best.parameter]: question } }] : [];
  });
  if (calls.length === 0) return { kind: "answer", text: "The goal has no question that could be passed on." };
  const count = calls.length === 1 ? "One question goes" : `${calls.length} independent questions go`;
  return { kind: "call", calls, reasoning: `${count} to the specialists whose descriptions fit best.` };
}

type Described = { readonly specialist: Specialist; readonly text: ReturnType<typeof matchable> };

function describedBy({ tool }: Specialist): ReturnType<typeof matchable> {
  return matchable(`${specialistName(tool.name)} ${tool.description}`);
}

function bestFor(question: string, described: readonly Described[]): Specialist | null {
  const keywords = keywordsOf(question);
  const isCalculation = holdsCalculation(question); // numbers and operators are no words that a description could share
  let best: { readonly specialist: Specialist; readonly fit: number } | null = null;
  for (const { specialist, text } of described) {
    const spoken = keywords.reduce((sum, keyword) => sum + strengthOf(keyword, text), 0);
    const fit = spoken + (isCalculation ? calculationStrength(text) : 0);
    if (best === null || fit > best.fit) best = { specialist, fit };
  }
  return best?.specialist ?? null;
}
