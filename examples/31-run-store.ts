// A run store: a hook that keeps the last runs with their traces in a file, so that one can look tomorrow at what went
// wrong today.
//
// Run:
//   node --import tsx -C troupe-source examples/31-run-store.ts
//
// Prints:
//   run-4        lead        completed  steps: 4  Fly to Porto: 313 km.
//   run-4:0/1.0  researcher  completed  steps: 1  313 km.
//   run-3        clerk       error      steps: 1  Error: the provider is down
//   run-2        clerk       max_steps  steps: 2  Let me look.
//   the trace of run-2:
//   ◐ clerk "Print the ticket."
//   │ max_steps: 2 steps of its budget · 1.50 s · 2 steps · 110 tokens
//   ├─ ✓ model chat → called print: Let me look.                                    0.50 s  ~110 tok
//   ╰─ ✓ tool  print() → returned, made ticket.pdf: printed                         1.00 s
//   its artifact: ticket.pdf, 4000 bytes (bytes not kept)

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromAgent, render, run, runStore, scripted, tool, type AgentLogic } from "troupe";
import { virtualClock } from "troupe/testing";
import { z } from "zod";

const folder = mkdtempSync(join(tmpdir(), "runs-"));
const path = join(folder, "runs.db");
const clock = virtualClock();

async function today(): Promise<void> {
  const hooks = runStore({ path, keep: 4 }); // of the five runs below, the first one is dropped
  let number = 0;
  const play = (agent: AgentLogic, goal: string) => clock.settle(run(agent, goal, { clock, ids: () => `run-${++number}` }));

  const print = tool({
    name: "print",
    description: "Print the ticket.",
    parameters: z.object({}),
    execute: (_args, { clock: time }) =>
      new Promise((done) => time.setTimeout(() => done({ text: "printed", artifacts: [{ name: "ticket.pdf", data: new Uint8Array(4_000) }] }), 1_000)),
  });
  const script = ["Hello.", { text: "Let me look.", calls: [{ name: "print", arguments: {} }], delaySeconds: 0.5 }, { error: new Error("the provider is down") }];
  const clerk = fromAgent({ name: "clerk", model: scripted(script), tools: [print], hooks, budget: { maxSteps: 2 } });
  for (const goal of ["Greet me.", "Print the ticket.", "Book it."]) await play(clerk, goal);

  const researcher = fromAgent({ name: "researcher", description: "Looks things up.", model: scripted(["313 km."]), hooks });
  const asks = { calls: [{ name: "ask_researcher", arguments: { goal: "How far is Porto?" } }] };
  const lead = fromAgent({ name: "lead", model: scripted([asks, "Fly to Porto: 313 km."]), team: [researcher], hooks });
  await play(lead, "How do I get to Porto?");
  await hooks.settled(); // nobody has waited for the disk so far
}

await today();
const tomorrow = runStore({ path, keep: 4 });
for (const { id, agent, stopReason, totalSteps, output } of await tomorrow.list()) {
  console.log(`${id.padEnd(11)}  ${agent.padEnd(10)}  ${stopReason.padEnd(9)}  steps: ${totalSteps}  ${output}`);
}
const kept = await tomorrow.get("run-2");
if (kept) console.log(`the trace of ${kept.id}:\n${render(kept.trace, { width: 96 })}`);
for (const { name, sizeBytes, description } of kept?.trace.artifacts ?? []) console.log(`its artifact: ${name}, ${sizeBytes} bytes ${description}`);
rmSync(folder, { recursive: true });
