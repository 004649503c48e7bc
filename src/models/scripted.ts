import { describeValue } from "../core/describe.ts";
import { ScriptError } from "../core/errors.ts";
import { isObject } from "../core/json.ts";
import type { ModelPrice } from "../core/model.ts";
import { checkFields, isAmount, isPlain, isText, maybe, type Fields } from "./fields.ts";
import type { Gate } from "./gate.ts";
import { play, type ScriptedModel } from "./player.ts";
import { checkPath, oneReel, PathReels, type Taken } from "./reels.ts";
import { checkedReply, type ScriptedReply } from "./script.ts";

/** How a scripted model is made, besides its replies. */
export interface ScriptedOptions {
  /** Gives the last reply of a list for ever, instead of running out. */
  readonly repeatLast?: boolean;
  /** Default `scripted`. */
  readonly name?: string;
  /** Holds every call before its delay, under the id of its step (`0/3.1#2`). Its reply was settled before that. */
  readonly gate?: Gate;
  readonly price?: ModelPrice;
  /** Default true. */
  readonly supportsTools?: boolean;
}

/** Lists of replies by agent path; `*` is for every path without a list of its own. */
export type ScriptByPath = Readonly<Record<string, readonly ScriptedReply[]>>;

/** How `scripted` may be called. */
export interface Scripted {
  (replies: readonly ScriptedReply[], options?: ScriptedOptions): ScriptedModel;
  /**
   * A scripted model whose replies are keyed by agent path: the one for agents that run at the same time. A path with
   * a list of its own uses that list alone; every other path goes through the list of `*` from its beginning, by
   * itself. So no order of arrival or completion changes who gets which reply.
   */
  byPath(script: ScriptByPath, options?: ScriptedOptions): ScriptedModel;
}

/**
 * Makes a model that gives prepared replies, for tests, examples and demos: a text is an answer, an object is a whole
 * turn, a function works the reply out from the request.
 *
 * Replies are given in the order in which calls arrive, whichever agent makes them; agents that share a model and run
 * at the same time should have `scripted.byPath`. One script plays one run: a call takes its reply for good when it
 * arrives, also when its signal ends it while it waits for a gate, a function or a delay. A call beyond the last reply
 * throws `ScriptError`, which ends its run with `error`. A wrong reply throws it at once, or, when a function returns
 * it, in the call.
 */
export const scripted: Scripted = Object.assign(inOrder, { byPath });

function inOrder(replies: readonly ScriptedReply[], options: ScriptedOptions = {}): ScriptedModel {
  const { name, repeatLast, ...rest } = checkedOptions(options);
  const list = checkedReplies(name, "", { replies, repeatLast });
  return play(oneReel(list, repeatLast), { name, ...rest });
}

function byPath(script: ScriptByPath, options: ScriptedOptions = {}): ScriptedModel {
  const { name, repeatLast, ...rest } = checkedOptions(options);
  if (!isPlain(script)) throw new ScriptError(`model '${name}': its script is ${describeValue(script)}; allowed: lists by path`);
  const table = new Map<string, readonly Taken[]>();
  for (const [path, replies] of Object.entries(script)) {
    checkPath(name, path);
    table.set(path, checkedReplies(name, ` at ${path}`, { replies, repeatLast }));
  }
  return play(new PathReels(table, repeatLast), { name, ...rest });
}

const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isGate = (value: unknown): boolean => isObject(value) && typeof value.pass === "function";

const OPTION_FIELDS: Fields<ScriptedOptions> = {
  repeatLast: ["true or false", maybe(isFlag)],
  name: ["a text", maybe(isText)],
  gate: ["a gate: { pass(key, signal) }", maybe(isGate)],
  price: ["{ input, output, cached? }", maybe(isPlain)],
  supportsTools: ["true or false", maybe(isFlag)],
};

const MONEY = "an amount of money of at least 0";
const PRICE_FIELDS: Fields<ModelPrice> = { input: [MONEY, isAmount], cached: [MONEY, maybe(isAmount)], output: [MONEY, isAmount] };

type CheckedOptions = ScriptedOptions & { readonly name: string; readonly repeatLast: boolean; readonly supportsTools: boolean };

function checkedOptions(options: ScriptedOptions): CheckedOptions {
  const subject = "the options of a scripted model";
  checkFields(subject, "", options, OPTION_FIELDS);
  if (options.price) checkFields(subject, "price", options.price, PRICE_FIELDS);
  const { name = "scripted", repeatLast = false, supportsTools = true } = options;
  return { ...options, name, repeatLast, supportsTools };
}

interface ReplyList {
  readonly replies: unknown;
  readonly repeatLast: boolean;
}

function checkedReplies(name: string, where: string, { replies, repeatLast }: ReplyList): readonly Taken[] {
  const subject = `model '${name}': its script${where}`;
  if (!Array.isArray(replies)) throw new ScriptError(`${subject} is ${describeValue(replies)}; allowed: a list of replies`);
  if (repeatLast && replies.length === 0) throw new ScriptError(`${subject} is empty; repeatLast needs a reply to repeat`);
  return replies.map((reply, index) => {
    const nameOfReply = `model '${name}': reply ${index + 1}${where}`;
    return { subject: nameOfReply, reply: checkedReply(nameOfReply, reply) };
  });
}
