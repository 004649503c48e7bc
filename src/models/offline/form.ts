import { FINAL_ANSWER } from "../../core/name.ts";
import type { OfferedTool } from "../../core/model.ts";
import type { Conversation } from "./conversation.ts";
import type { Limits, Move } from "./move.ts";
import { textParameterOf } from "./text-parameter.ts";

/** Said where data was asked for that is more than a text. */
export const NO_FORM = "The embedded model answers in words: it cannot give the data that was asked for.";

/** The form that an answer is to be given in: the tool `final_answer`; null where a text is asked for. */
export function formIn(tools: readonly OfferedTool[]): OfferedTool | null {
  return tools.find(({ name }) => name === FINAL_ANSWER) ?? null;
}

/**
 * An answer where data is asked for. A form that takes one text gets the answer; every other one would have to be filled
 * in with what nobody said, so the answer stays a text that says so. A form is tried once.
 */
export function inForm(
  text: string,
  form: OfferedTool,
  { exchanges, maxChars }: Pick<Conversation, "exchanges"> & Pick<Limits, "maxChars">,
): Move {
  const parameter = textParameterOf(form);
  const wasTried = exchanges.some(({ name }) => name === form.name);
  if (parameter === null || wasTried || text.length > maxChars) return { kind: "answer", text: `${text}\n\n${NO_FORM}` };
  return {
    kind: "call",
    calls: [{ name: form.name, arguments: { [parameter]: text } }],
    reasoning: "The answer is given as the text that is asked for.",
  };
}
