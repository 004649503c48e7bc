import type { DefinitionError } from "../../src/index.ts";

/**
 * What is wrong with a definition, in one sentence that names the options of the command line where the library names its
 * own. `isModelNamed`: whether `--model` says who answers, so that `--price` may say what it costs.
 */
export function inOwnWords({ message, field }: DefinitionError, isModelNamed: boolean): string {
  if (field === "budget.maxCost" && isModelNamed) return `${message}; --price says what it costs`;
  return message.replace("acceptChanges: true", "--accept-changes");
}
