import type { Model, ModelRequest, RequestedCall } from "../../src/index.ts";
import { askedOf, byRule, goalOf, isOffered, type Asked, type Ruling } from "./by-rule.ts";
import { expressionsIn, programIn } from "./expressions.ts";

const NOTHING =
  "I found nothing to calculate in this. The embedded model takes expressions such as (3 + 4) * 12, percentages such as 15 % of 240, " +
  "the sum or the average of numbers, and a program between fences; for more, give the analyst a language model.";

/** The rule of the analyst: what can be calculated word for word is, and the results are the answer. */
export function embeddedAnalyst(): Model {
  return byRule((request) => {
    const asked = askedOf(request);
    if (asked.length > 0) return { answer: asked.map(lineOf).join("\n"), reasoning: "The answer is what the tools returned." };
    return firstTurn(request);
  });
}

const MOST_CALLS = 7; // with its two turns that fits into the usual budget

function firstTurn(request: ModelRequest): Ruling {
  const goal = goalOf(request);
  const program = isOffered(request, "run_javascript") ? programIn(goal) : null;
  const expressions = isOffered(request, "calculate") ? expressionsIn(goal).slice(0, MOST_CALLS) : [];
  const calls: readonly RequestedCall[] = program === null
    ? expressions.map((expression) => ({ name: "calculate", arguments: { expression } }))
    : [{ name: "run_javascript", arguments: { code: program } }];
  if (calls.length === 0) return { answer: NOTHING, reasoning: "No expression and no program was found." };
  return { calls, reasoning: `Found in the goal: ${program === null ? expressions.join("; ") : "a program"}.` };
}

function lineOf({ name, arguments: sent, observation }: Asked): string {
  const result = observation ?? "(not calculated)";
  if (name !== "calculate") return result;
  const expression = typeof sent.expression === "string" ? sent.expression : "";
  return /^AgentToolError: /u.test(result) ? `${expression}: ${result.replace(/^AgentToolError: /u, "")}` : `${expression} = ${result}`;
}
