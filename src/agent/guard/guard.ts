import { describeError, isError, oneLine } from "../../core/describe.ts";
import type { Check, Guarded, Guardrail, GuardrailContext, Verdict } from "../../core/guardrail.ts";
import { isObject } from "../../core/json.ts";
import { disown } from "../../core/thenable.ts";
import type { Scope } from "../engine/scope.ts";

/** One question to an agent's guardrails. */
export interface Question<Shown, Value> {
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** What is guarded, for the note: `the goal`, `an answer`. */
  readonly what: string;
  readonly checkOf: (guardrail: Guardrail) => Check<Shown, Value> | undefined;
  readonly shownAs: (value: Value) => Shown;
  /** Knows a replacement; without it nothing may be put in the place of what was shown. */
  readonly isValue?: (value: unknown) => value is Value;
}

/**
 * Shows a value to every guardrail that has such a check, in order, each seeing what the one before let pass. Fails
 * closed: a check that throws, or answers anything but a verdict, blocks. Never rejects.
 */
export async function guard<Shown, Value>(question: Question<Shown, Value>, given: Value): Promise<Guarded<Value>> {
  let value = given;
  for (const guardrail of question.scope.agent.guardrails) {
    const guarded = await ask(question, guardrail, value);
    if (!guarded.ok) return guarded;
    value = guarded.value;
  }
  return { ok: true, value };
}

const FAILED = "guardrail failed";

async function ask<Shown, Value>(question: Question<Shown, Value>, guardrail: Guardrail, value: Value): Promise<Guarded<Value>> {
  const { scope, what, checkOf, shownAs, signal } = question;
  const check = checkOf(guardrail);
  if (!check) return { ok: true, value };
  const block = (category: string, note: string): Guarded<Value> => {
    const { scrub } = scope.engine;
    return { ok: false, category: scrub.text(category), note: scrub.text(`guardrail '${guardrail.name}' ${note}`) };
  };
  try {
    const verdict: unknown = await check(shownAs(value), contextFor(scope, signal));
    const read = readVerdict(question, verdict);
    if (read === null) return { ok: true, value };
    // A copy has the shape of its original.
    if ("replace" in read) return { ok: true, value: scope.engine.scrub.value(read.replace) as Value };
    return block(read.block, `blocked ${what} (${read.block})`);
  } catch (error) {
    // Not the message: it may quote what was checked, which must not stand anywhere once it is blocked.
    return block(FAILED, error instanceof NoVerdict ? error.message : `threw ${nameOf(error)} while it checked ${what}`);
  }
}

class NoVerdict extends Error {}

type Asked<Value> = Pick<Question<never, Value>, "what" | "isValue">;

type Objection<Value> = Exclude<Verdict<Value>, "allow">;

// null for `allow`.
function readVerdict<Value>({ what, isValue }: Asked<Value>, verdict: unknown): Objection<Value> | null {
  if (verdict === "allow") return null;
  const { replace, block } = isObject(verdict) ? verdict : {};
  if (typeof block === "string" && block.trim() !== "") return { block: oneLine(block) };
  if (block === undefined && isValue?.(replace)) return { replace };
  disown(verdict);
  if (replace !== undefined && !isValue) {
    throw new NoVerdict(`wanted to replace ${what}, which a check that runs in parallel cannot`);
  }
  throw new NoVerdict(`gave no verdict on ${what} but ${verdict === null ? "null" : `a value of type ${typeof verdict}`}`);
}

const NAME = /^[A-Z]\w{0,63}$/u; // anything else might quote what was checked, too

function nameOf(error: unknown): string {
  if (!isError(error)) return "something that is no error";
  const [name = ""] = describeError(error).split(":", 1);
  return NAME.test(name) ? name : "an error";
}

function contextFor(scope: Scope, signal: AbortSignal): GuardrailContext {
  return {
    agent: scope.agent.name,
    path: scope.path,
    goal: scope.goal,
    identity: scope.engine.identity,
    signal,
    secondsLeft: () => scope.secondsLeft(),
  };
}

/** Whether an agent has a guardrail with this check. */
export function isGuarded({ agent }: Scope, check: "goal" | "answer" | "toolCall" | "toolResult"): boolean {
  return agent.guardrails.some((guardrail) => guardrail[check] !== undefined);
}

/** True for a text. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}
