import { describeValue } from "../core/describe.ts";
import { isObject } from "../core/json.ts";
import { FINAL_ANSWER, LOAD_SKILL, READ_ARTIFACT } from "../core/name.ts";
import { childPath } from "../core/ids.ts";
import type { Model } from "../core/model.ts";
import type { RunRecord } from "../core/run.ts";
import { scrubberFor } from "../core/secrets.ts";
import { isTurn, livesOf, placeOf, type Life } from "./lives.ts";
import { ReplayError } from "./replay-error.ts";

/** Another prompt or another model for an agent, wherever in the run it stands. */
export interface AgentChange {
  readonly instructions?: string;
  readonly model?: Model;
}

/**
 * What is to be otherwise than it was. A key is the path of a specialist (`0/1.0`: its conclusion), the id of a step
 * (`0#2.1`: a tool's result, or the conclusion of that delegation; `0#2`: what the model said in that turn), or the name
 * of an agent. The value is a text, or of an agent `{ instructions?, model? }`; `researcher.instructions` with a text
 * is the same as `researcher` with `{ instructions }`.
 */
export type ReplaySet = Readonly<Record<string, string | AgentChange>>;

/** A set that has been read against its trace. */
export interface ReadSet {
  /** Texts in the place of what model steps and tool steps came to, by step id. */
  readonly texts: ReadonlyMap<string, string>;
  /** The key that asked for each of them. */
  readonly keys: ReadonlyMap<string, string>;
  readonly agents: ReadonlyMap<string, AgentChange>;
}

const PROMPT = /^([a-z][a-z0-9_-]*)\.instructions$/u;
const ALLOWED = "the path of a specialist (0/1.0), the id of a step (0#2.1), or the name of an agent";

/**
 * Reads a set against the trace that it is to change. The environment's secrets are taken out of its texts, which stand
 * for what was recorded. Throws `ReplayError` for a key that names nothing in the trace, and for two that name the same.
 */
export function readSet(run: RunRecord, set: ReplaySet): ReadSet {
  if (!isPlainObject(set)) throw new ReplayError(`set is ${describeValue(set)}; allowed: an object of keys and what they are to be`);
  const lives = livesOf(run);
  const scrub = scrubberFor(process.env);
  const texts = new Map<string, string>();
  const keys = new Map<string, string>();
  const agents = new Map<string, AgentChange>();
  for (const [key, value] of Object.entries(set)) {
    const named = changedAgent(key, value);
    if (named) {
      if (!lives.some(({ agent }) => agent === named.agent)) {
        throw wrong(key, `no agent of this run has that name; there are ${namesIn(lives)}`);
      }
      agents.set(named.agent, together(key, agents.get(named.agent) ?? {}, named.change));
      continue;
    }
    if (typeof value !== "string") throw wrong(key, "what a step comes to is a text");
    const id = stepFor(lives, key);
    const other = keys.get(id);
    if (other !== undefined) throw wrong(key, `it names the same step as '${other}'`);
    texts.set(id, scrub.text(value));
    keys.set(id, key);
  }
  return { texts, keys, agents };
}

function changedAgent(key: string, value: string | AgentChange): { readonly agent: string; readonly change: AgentChange } | null {
  if (typeof value === "object") return { agent: key, change: checkedChange(key, value) };
  const [, agent] = PROMPT.exec(key) ?? [];
  return agent === undefined ? null : { agent, change: { instructions: value } };
}

function checkedChange(key: string, change: AgentChange | null): AgentChange {
  const unknown = Object.keys(change ?? {}).find((field) => field !== "instructions" && field !== "model");
  if (change === null || unknown !== undefined) {
    throw wrong(key, `an agent's change is { instructions?, model? }${unknown === undefined ? "" : `, without '${unknown}'`}`);
  }
  return change;
}

function together(key: string, known: AgentChange, change: AgentChange): AgentChange {
  const field = Object.keys(change).find((each) => each in known);
  if (field !== undefined) throw wrong(key, `the ${field} of this agent would be set twice`);
  return { ...known, ...change };
}

function isPlainObject(value: unknown): value is ReplaySet {
  return isObject(value) && !(Symbol.iterator in value);
}

function namesIn(lives: readonly Life[]): string {
  return [...new Set(lives.map(({ agent }) => agent))].sort().join(", ");
}

function wrong(key: string, why: string): ReplayError {
  return new ReplayError(`set '${key}': ${why}`);
}

// The step whose result is to be another: of a conclusion, the last turn of the specialist that gave it.
function stepFor(lives: readonly Life[], key: string): string {
  if (key.includes("/") && !key.includes("#")) return lastTurn(lives, key, key);
  const { path, turn, call } = placeOf(key);
  const step = lives.find((life) => life.path === path)?.steps.find(({ id }) => id === key);
  if (turn === 0) throw wrong(key, `it is none of these: ${ALLOWED}`);
  if (!step) throw wrong(key, "the run has no such step");
  switch (step.kind) {
    case "agent":
      return lastTurn(lives, childPath(path, turn, call ?? 0), key);
    case "tool":
      if (OUR_OWN.has(step.name)) throw wrong(key, `${step.name} is answered by the library itself, so its result cannot be another`);
      return step.id;
    case "model":
      return step.id;
  }
}

const OUR_OWN: ReadonlySet<string> = new Set([FINAL_ANSWER, LOAD_SKILL, READ_ARTIFACT]);

function lastTurn(lives: readonly Life[], path: string, key: string): string {
  const life = lives.find((each) => each.path === path);
  if (!life) throw wrong(key, `no specialist was started at ${path}, so there is no conclusion`);
  const last = life.steps.findLast(isTurn);
  if (last) return last.id;
  throw wrong(key, `'${life.agent}' was never asked anything, so it has no conclusion that could be another`);
}
