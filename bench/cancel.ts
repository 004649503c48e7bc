import type * as Library from "../src/index.ts";
import { cpuMs, nextTurn } from "./measure.ts";
import { UNREACHED } from "./troupe.ts";

const LEADS = 20;
const LEAVES = 49; // of each lead: 20 + 20 * 49 = 1 000 live agents below the root

/**
 * Main-thread milliseconds from the cancel of a run with a thousand live agents until the run has settled. Throws
 * unless every model call in flight was told, no call began afterwards and no timer is left.
 */
export async function cancelMs({ delegate, fromAgent, start }: typeof Library): Promise<number> {
  const calls = { waiting: 0, told: 0 };
  const { budget } = UNREACHED;
  const leaf = fromAgent({ name: "leaf", description: "Waits.", model: model("leaf", waitUntilTold(calls)), budget });
  const lead = fromAgent({ name: "lead", description: "Leads.", model: model("lead", askOnce("ask_leaf", LEAVES)), team: [delegate(leaf)], budget });
  const root = fromAgent({ name: "root", model: model("root", askOnce("ask_lead", LEADS)), team: [delegate(lead)], budget });
  const timers = timersAlive();
  const run = start(root, "wait", UNREACHED);
  const ended = run.result.then(() => "ended");
  while (calls.waiting < LEADS * LEAVES && (await Promise.race([ended, nextTurn()])) !== "ended") continue;

  const begin = cpuMs();
  run.cancel("enough");
  const toldAtOnce = calls.told;
  const { stopReason } = await run.result;
  const elapsed = cpuMs() - begin;

  await nextTurn();
  const got = { stopReason, toldAtOnce, ...calls, timersLeft: timersAlive() - timers };
  const wanted = { stopReason: "cancelled", toldAtOnce: LEADS * LEAVES, waiting: LEADS * LEAVES, told: LEADS * LEAVES, timersLeft: 0 };
  if (JSON.stringify(got) === JSON.stringify(wanted)) return elapsed;
  throw new Error(`the cancel came to ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`);
}

function model(name: string, respond: Library.Model["respond"]): Library.Model {
  return { name, supportsTools: true, respond };
}

function askOnce(name: string, times: number): Library.Model["respond"] {
  const calls = Array.from({ length: times }, () => ({ name, arguments: { goal: "wait" } }));
  return ({ turn }) => Promise.resolve(turn === 1 ? { text: "", calls } : { text: "done" });
}

function waitUntilTold(calls: { waiting: number; told: number }): Library.Model["respond"] {
  return (_request, { signal }) => {
    calls.waiting++;
    return new Promise((_resolve, reject) => {
      const tell = (): void => {
        calls.told++;
        reject(new Error("told to stop"));
      };
      signal.addEventListener("abort", tell, { once: true });
    });
  };
}

function timersAlive(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}
