import { DefinitionError } from "../core/errors.ts";
import { FINAL_ANSWER } from "../core/name.ts";
import type { RunRecord } from "../core/run.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { hidesContents } from "../trace/analyse/findings/spoken.ts";
import { readSet } from "./changes.ts";
import { ReplayError } from "./replay-error.ts";
import { replayWith } from "./replay-with.ts";
import type { Replay, ReplayOptions } from "./replayed.ts";
import { retold } from "./retold.ts";

/**
 * Runs a recorded run again from its own answers, keyed by path, turn and a fingerprint of the request, never by order of
 * arrival: no key, no network.
 *
 * Without `agent` the request of every model step is rebuilt from the trace and compared with what was asked; the run
 * comes back as it was. With `agent` its code runs, on a clock that lives through the recorded times: the same code gives
 * the same bytes, and what it asks otherwise is asked live from there, or, with `live: false`, is where the replay ends.
 * With `set` a conclusion, a result, a prompt or a model is another one: what came before is replayed, what depends on it
 * is live, what does not stays replayed. Live calls begin when everything recorded is over.
 *
 * Rejects with `ReplayError` for a trace without contents, a set that names nothing in it, or one that would need a live
 * call where there is no agent to make it; with `DefinitionError` for an agent or options that do not fit.
 */
export async function replay(run: RunRecord, options: ReplayOptions = {}): Promise<Replay> {
  const { agent, set = {} } = options;
  checkKeys(run, options);
  if (hidesContents(run)) throw new ReplayError(`run ${run.id} was kept without contents, so what its models were asked cannot be told`);
  const changes = readSet(run, set);
  if (!agent) return retold(run, changes);
  const name = (agent as Partial<AgentLogic>).agent?.name;
  if (name !== run.agent) {
    throw new DefinitionError({
      subject: `the replay of run ${run.id}`,
      field: "agent",
      value: name ?? agent,
      allowed: `'${run.agent}', which ran it`,
    });
  }
  if (needsReturns(run) && options.returns === undefined) {
    throw new DefinitionError({
      subject: `the replay of run ${run.id}`,
      field: "returns",
      value: undefined,
      allowed: "the schema that the run was asked for data with",
    });
  }
  return replayWith(agent, run, changes, options);
}

const KEYS: readonly (keyof ReplayOptions)[] = [
  "agent",
  "set",
  "live",
  "signal",
  "clock",
  "onEvent",
  "approve",
  "identity",
  "returns",
  "maxDepth",
  "concurrency",
];

// A ceiling, for one, is the recorded run's: another one would change nothing and seem to.
function checkKeys({ id }: RunRecord, options: ReplayOptions): void {
  const known: readonly string[] = KEYS;
  const [wrong] = Object.entries(options).filter(([key]) => !known.includes(key));
  if (!wrong) return;
  const [field, value] = wrong as [string, unknown]; // nothing is known of it
  const allowed = `no key of this name; the keys are ${KEYS.join(", ")}`;
  throw new DefinitionError({ subject: `the replay of run ${id}`, field, value, allowed });
}

function needsReturns({ data, dataProblem, offered }: RunRecord): boolean {
  return data !== undefined || dataProblem !== undefined || offered.some(({ tools }) => tools.some((tool) => tool.name === FINAL_ANSWER));
}
