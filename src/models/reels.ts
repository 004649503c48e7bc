import { describeValue } from "../core/describe.ts";
import { ScriptError } from "../core/errors.ts";
import type { ReadyReply, ScriptedFunction } from "./script.ts";

/** A reply on its list; `subject` names it in messages. */
export interface Taken {
  readonly subject: string;
  readonly reply: ReadyReply | ScriptedFunction;
}

/** One list of replies being used up. With `repeatLast` its last reply is given for ever. */
export class Reel {
  /** ` at <path>`, to follow the list's name in messages; empty for a list that serves every path. */
  readonly where: string;
  readonly length: number;
  readonly #replies: readonly Taken[];
  readonly #repeatLast: boolean;
  #used = 0;

  constructor(where: string, replies: readonly Taken[], repeatLast: boolean) {
    this.where = where;
    this.length = replies.length;
    this.#replies = replies;
    this.#repeatLast = repeatLast;
  }

  /** Replies that were never given. */
  get left(): number {
    return this.length - this.#used;
  }

  /** The next reply, or undefined when there is none left. */
  take(): Taken | undefined {
    if (this.left === 0) return this.#repeatLast ? this.#replies.at(-1) : undefined;
    this.#used += 1;
    return this.#replies[this.#used - 1];
  }
}

/** Which list of replies answers the agent at a path. */
export interface Reels {
  /** The list for the agent at `path`, or undefined when the script has none. */
  at(path: string): Reel | undefined;
  /** Every list, those begun and those that nobody came for. */
  all(): readonly Reel[];
  /** The paths that have lists, for messages. */
  readonly paths: string;
}

/** One list for every path: whoever calls first takes the next reply. */
export function oneReel(replies: readonly Taken[], repeatLast: boolean): Reels {
  const reel = new Reel("", replies, repeatLast);
  return { at: () => reel, all: () => [reel], paths: ANY_PATH };
}

/** The key, in a script by path, of the list for every agent without one of its own. */
const ANY_PATH = "*";

/** A list per agent path. Each path that has none of its own goes through the list of `*` from its beginning. */
export class PathReels implements Reels {
  readonly #begun = new Map<string, Reel>();
  readonly #any: readonly Taken[] | undefined;
  readonly #repeatLast: boolean;
  #anyoneCame = false;

  constructor(table: ReadonlyMap<string, readonly Taken[]>, repeatLast: boolean) {
    this.#any = table.get(ANY_PATH);
    this.#repeatLast = repeatLast;
    for (const [path, replies] of table) {
      if (path !== ANY_PATH) this.#begun.set(path, new Reel(` at ${path}`, replies, repeatLast));
    }
  }

  get paths(): string {
    return [...this.#begun.keys()].join(", ") || "none";
  }

  at(path: string): Reel | undefined {
    const known = this.#begun.get(path);
    if (known || !this.#any) return known;
    const reel = new Reel(` at ${path}`, this.#any, this.#repeatLast);
    this.#begun.set(path, reel);
    this.#anyoneCame = true;
    return reel;
  }

  all(): readonly Reel[] {
    const begun = [...this.#begun.values()];
    if (!this.#any || this.#anyoneCame) return begun;
    return [...begun, new Reel(` at ${ANY_PATH}`, this.#any, this.#repeatLast)];
  }
}

const PATH = /^0(\/[1-9][0-9]*\.[0-9]+)*$/u;

/** Throws `ScriptError` when `path` is neither `*` nor an agent path such as `0/3.1`. */
export function checkPath(model: string, path: string): void {
  if (path === ANY_PATH || PATH.test(path)) return;
  const allowed = `the path of an agent, such as '0' or '0/3.1', or '${ANY_PATH}'`;
  throw new ScriptError(`model '${model}': a path of its script is ${describeValue(path)}; allowed: ${allowed}`);
}
