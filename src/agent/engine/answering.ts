import type { AnswerProblem, AnswerSpec } from "../../core/answer.ts";
import type { JsonValue } from "../../core/json.ts";
import type { ToolCall } from "../../core/message.ts";
import type { Delegated } from "../definition/registry.ts";

/** A call that the library makes, not the model: a text answer is read once more, by an agent that can only give data. */
export interface Extraction {
  readonly call: ToolCall;
  readonly callable: Delegated;
}

/** The data that an agent was asked for, and what has become of it. */
export class Answering {
  readonly returns: AnswerSpec;
  /** The data the agent has given, valid by `returns`. */
  answer: { readonly data: JsonValue } | null = null;
  problem: AnswerProblem | null = null;
  /** Settles once every call of `final_answer` so far has been read. */
  reading: Promise<void> | null = null;
  /** The pass that reads a text answer once more, once there is one. */
  extraction: Extraction | null = null;

  constructor(returns: AnswerSpec) {
    this.returns = returns;
  }
}
