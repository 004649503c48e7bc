import { turnId } from "../core/ids.ts";
import type { Model, ModelCallOptions, ModelReply, ModelRequest } from "../core/model.ts";
import { interruptible } from "../models/waiting.ts";
import type { Ask, Came, Course, Role, Turn } from "./course.ts";
import type { Witness } from "./witness.ts";

/** What a driver needs to turn the course of a loop into a model's replies. */
export interface Driven {
  readonly course: Course;
  readonly witness: Witness;
  /** The name under which each role is called. */
  readonly calls: Readonly<Record<Role, string>>;
  /** Whether a ceiling on money holds, under which the price of every model must be known. */
  readonly isPriced: boolean;
}

const NOTHING_USED = { inputTokens: 0, outputTokens: 0 };
const FREE = { input: 0, output: 0 };
const NOTHING_YET: Came = { type: "failed", problem: "nothing was asked yet" };

/**
 * The model behind a loop: plain code that decides in each turn whom to ask next. It reports no tokens and serves one
 * run. What the code throws ends the run with `error`.
 */
export function driverOf(driven: Driven): Model {
  return {
    name: "loop",
    supportsTools: true,
    ...(driven.isPriced ? { price: FREE } : {}),
    async respond(request, options): Promise<ModelReply> {
      const turn = turnOf(driven.witness, request, options);
      const next = await whileWanted(options.signal, driven.course.next(turn));
      return next.done ? { text: next.value, finishReason: "accepted", usage: NOTHING_USED } : callReply(driven, next.value);
    },
  };
}

function turnOf(witness: Witness, request: ModelRequest, options: ModelCallOptions): Turn {
  const { clock, secondsLeft } = options;
  return {
    came: request.turn === 1 ? NOTHING_YET : witness.came(request),
    id: turnId(request.path, request.turn),
    clock,
    secondsLeft,
    get signal() {
      return options.signal;
    },
  };
}

// The caller's own code may never settle; the loop's model has to when its signal fires.
async function whileWanted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  await interruptible(signal, (done) => {
    promise.then(done, done);
    return () => undefined; // a promise cannot be called off, only left alone
  });
  return promise;
}

function callReply({ calls, witness }: Driven, { role, round, goal, artifacts, says }: Ask): ModelReply {
  const handedDown = [...witness.given, ...artifacts];
  witness.goal = goal;
  const call = { name: calls[role], arguments: { round, ...(handedDown.length === 0 ? {} : { artifacts: handedDown }) } };
  return { text: says, calls: [call], usage: NOTHING_USED };
}
