import { withMethods, type RunRecord, type RunSnapshot } from "../core/run.ts";
import type { ReadSet } from "./changes.ts";
import { isTurn, livesOf, placeOf, type Life } from "./lives.ts";
import { ReplayError } from "./replay-error.ts";
import type { Replay, ReplayDivergence } from "./replayed.ts";
import { rebuiltTurns, requestOf } from "./requests.ts";

/** The run as its trace tells it: every request rebuilt and compared. Throws `ReplayError` where a live call would be needed. */
export function retold(run: RunRecord, changes: ReadSet): Replay {
  refuseLive(run, changes);
  let divergence: ReplayDivergence | null = null;
  let replayed = 0;
  for (const life of livesOf(run)) {
    for (const turn of rebuiltTurns(life)) {
      if (turn.hash === turn.step.requestHash) replayed += 1;
      else divergence ??= { id: turn.step.id, agent: life.agent, reason: "changed", recorded: null, now: requestOf(life.agent, turn) };
    }
  }
  return { run: copyOf(run), isSame: divergence === null, divergence, firstDifference: null, replayed, live: [], unused: [] };
}

/** A copy of a run as it may be written anywhere, with the methods of one. */
export function copyOf(run: RunRecord): RunSnapshot {
  return withMethods(JSON.parse(JSON.stringify(run)) as RunRecord); // what JSON was made of it
}

// Without an agent nobody can be asked anything, so nothing may be changed that anybody would read.
function refuseLive(run: RunRecord, { texts, agents }: ReadSet): void {
  const lives = livesOf(run);
  for (const [agent] of agents) {
    const first = lives.find((life) => life.agent === agent)?.steps.find(isTurn);
    if (first) throw liveCall(first.id, agent, "it has been given another prompt or model");
  }
  for (const [id, text] of texts) refuseText(lives, id, text);
}

function refuseText(lives: readonly Life[], id: string, text: string): void {
  const { path } = placeOf(id);
  const life = lives.find((each) => each.path === path);
  const step = life?.steps.find((each) => each.id === id);
  if (!life || !step || (step.output === text && step.error === null && !(step.kind === "model" && step.calls.length > 0))) return;
  const reader = step.kind === "model" ? readerAbove(lives, life) : nextTurn(life, id);
  if (reader) throw liveCall(reader.id, reader.agent, `what it reads of ${id} is another text`);
  throw new ReplayError(
    `nobody reads what ${id} came to, so another text there changes nothing that was asked; to have the run told with it, give an agent`,
  );
}

interface Reader {
  readonly id: string;
  readonly agent: string;
}

// A specialist's conclusion is read by the next turn of the agent that asked for it.
function readerAbove(lives: readonly Life[], { step }: Life): Reader | null {
  const parent = step && lives.find(({ path }) => path === placeOf(step.id).path);
  return parent ? nextTurn(parent, step.id) : null;
}

function nextTurn({ steps, agent }: Life, id: string): Reader | null {
  const index = steps.findIndex((step) => step.id === id);
  const next = steps.slice(index + 1).find(({ kind }) => kind === "model");
  return next ? { id: next.id, agent } : null;
}

function liveCall(id: string, agent: string, why: string): ReplayError {
  return new ReplayError(`a live call would be needed: '${agent}' would be asked again at ${id}, because ${why}; give an agent to ask`);
}
