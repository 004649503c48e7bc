import { isStore } from "../agent/engine/run-journal.ts";
import type { RunOptions } from "../agent/definition/options.ts";
import { ROOT_PATH } from "../core/ids.ts";
import type { EffectKey, Journal, JournalStore } from "../core/journal.ts";
import { isObject } from "../core/json.ts";

/**
 * The journal of a loop. Its run keeps in it all but the loop's own turns, which are worked out again whenever it is
 * played, because they are plain code that has to be where it was; what the caller's code decided in them is kept here.
 */
export interface LoopJournal {
  /** What the run is given. */
  readonly forRun: RunOptions["journal"];
  /** Where decisions are kept: the journal, or the one that a store made for the run. Undefined without any. */
  readonly own: () => Journal | undefined;
}

/** The journal of a loop over the one it was given. What is none is handed on, for the run to refuse. */
export function loopJournal(given: RunOptions["journal"]): LoopJournal {
  if (!isObject(given)) return { forRun: given, own: () => undefined };
  if (!isStore(given)) return { forRun: withoutOwnTurns(given), own: () => given };
  let made: Journal | undefined;
  const create: JournalStore["create"] = (header) => {
    const journal = given.create(header);
    made = journal;
    return withoutOwnTurns(journal);
  };
  return { forRun: overriding(given, { create }), own: () => made };
}

function withoutOwnTurns<Kept extends Journal>(journal: Kept): Kept {
  const unlessOwn = (method: string) => (key: EffectKey): unknown => (isOwnTurn(key) ? undefined : callOf(journal, method, key));
  return overriding(journal, { recall: unlessOwn("recall"), record: unlessOwn("record"), begin: unlessOwn("begin") });
}

function isOwnTurn({ kind, id }: EffectKey): boolean {
  return kind === "model" && id.startsWith(`${ROOT_PATH}#`);
}

function callOf(target: object, method: string, key: EffectKey): unknown {
  return (Reflect.get(target, method) as (key: EffectKey) => unknown).call(target, key); // overridden only where it is a function
}

// A journal may be of any class: whatever it has besides stays as it is, and is called on the journal itself.
function overriding<Target extends object>(target: Target, methods: Readonly<Record<string, unknown>>): Target {
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      const method = typeof key === "string" && Object.hasOwn(methods, key) ? methods[key] : undefined;
      return method ?? (value.bind(target) as unknown);
    },
  });
}
