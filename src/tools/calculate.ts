import { z } from "zod";
import { tool, type Tool } from "../index.ts";
import { KNOWN_NAMES, numberText, resultOf } from "./arithmetic.ts";
import { needed } from "./needed.ts";

const NEEDS = { tool: "calculate", packages: ["expr-eval-fork"] };
const MAX_CHARS = 1000;

const parameters = z.object({
  expression: z.string().min(1).max(MAX_CHARS).describe("One expression, such as (1299.5 * 3 - 200) / 4"),
});

/**
 * The tool `calculate`: what an expression of numbers comes to, as a number in text. Nothing of it is ever run as code,
 * and no name has a meaning but those the tool lists.
 */
export function calculate(): Tool {
  return tool({
    name: "calculate",
    description:
      "Calculate what an expression of numbers comes to. Signs: + - * / ^ (power) % (remainder) ! (factorial), " +
      `comparisons and a ? b : c. Names: ${KNOWN_NAMES.join(", ")}. Angles are in radians; no thousands separators.`,
    parameters,
    idempotent: true,
    execute: async ({ expression }) => {
      const { Parser } = await needed(NEEDS, () => import("expr-eval-fork"));
      return numberText(resultOf(expression, Parser));
    },
  });
}
