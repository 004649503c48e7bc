// A saved run replays from its own answers: the same bytes without a model; changed code parts where it asks something
// else; another conclusion makes only the calls that depend on it.
//
// Run:
//   node --import tsx -C troupe-source examples/35-replay-and-what-if.ts
//
// Prints:
//   replayed: 4 answers, asked 0, same bytes: true
//   code changed: parts at 0/1.0#1 of pilot, asked 0
//   what if: Sail so: High water is at midnight. The harbour opens at ten. (live: 0#2)
//   without the agent: a live call would be needed: 'captain' would be asked again at 0#2, because what it reads of 0/1.0#1 is another text; give an agent to ask

import { fromAgent, parseTrace, replay, run, scripted } from "troupe";
import { virtualClock } from "troupe/testing";

const ask = (name: string, goal: string) => ({ name: `ask_${name}`, arguments: { goal } });

function team(instructions: string) {
  const asked: string[] = [];
  const model = scripted(
    [
      ({ path, turn, messages }) => {
        asked.push(`${path}#${turn}`);
        if (path === "0/1.0") return { text: "High water is at noon.", delaySeconds: 2 };
        if (path === "0/1.1") return { text: "The harbour opens at ten.", delaySeconds: 4 };
        if (turn === 1) return { calls: [ask("pilot", "When is high water?"), ask("clerk", "When does the harbour open?")] };
        return `Sail so: ${messages.flatMap(({ role, content }) => (role === "tool" ? [content] : [])).join(" ")}`;
      },
    ],
    { repeatLast: true },
  );
  const pilot = fromAgent({ name: "pilot", description: "Knows the tides.", model, instructions });
  const clerk = fromAgent({ name: "clerk", description: "Knows the harbour.", model });
  return { agent: fromAgent({ name: "captain", model, team: [pilot, clerk] }), asked };
}

const clock = virtualClock();
const recorded = await clock.settle(run(team("Know the tides.").agent, "When do we sail?", { clock }));
const saved = parseTrace(JSON.stringify(recorded), "run.json");

const again = team("Know the tides.");
const same = await replay(saved, { agent: again.agent });
console.log(`replayed: ${same.replayed} answers, asked ${again.asked.length}, same bytes: ${JSON.stringify(same.run) === JSON.stringify(saved)}`);

const changed = team("Know the tides by heart.");
const { divergence } = await replay(saved, { agent: changed.agent, live: false });
console.log(`code changed: parts at ${divergence?.id} of ${divergence?.agent}, asked ${changed.asked.length}`);

const other = team("Know the tides.");
const whatIf = await clock.settle(replay(saved, { agent: other.agent, clock, set: { "0/1.0": "High water is at midnight." } }));
console.log(`what if: ${whatIf.run.output} (live: ${whatIf.live.join(", ")})`);

const alone = await replay(saved, { set: { "0/1.0": "High water is at midnight." } }).catch((error: Error) => error.message);
console.log(`without the agent: ${typeof alone === "string" ? alone : "told"}`);
