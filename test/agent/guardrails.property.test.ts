import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delegate, fromAgent, guardrail, memoryJournal, run, scripted, type RunEvent, type ScriptedReply } from "../../src/index.ts";
import { assertConserved } from "../../src/testing/index.ts";
import { echo } from "./conformance/cast.ts";
import { SEEDED } from "../core/seed.ts";

const MARK = "F0RBIDDEN";

/** What a turn of a random script does: it writes words, some of them forbidden, and asks for things or answers. */
interface Turn {
  readonly text: string;
  readonly reasoning: boolean;
  readonly calls: readonly ("echo" | "ask_child")[];
}

const words = fc.array(fc.constantFrom("some", "words", MARK, `x${MARK}y`), { maxLength: 3 }).map((parts) => parts.join(" "));
const turn: fc.Arbitrary<Turn> = fc.record({
  text: words,
  reasoning: fc.boolean(),
  calls: fc.array(fc.constantFrom("echo" as const, "ask_child" as const), { maxLength: 2 }),
});

const guard = guardrail({ name: "guard", answer: (text) => (text.includes(MARK) ? { block: "forbidden" } : "allow") });
const quoting = guardrail({ name: "quoting", answer: (text) => { if (text.includes(MARK)) throw new Error(`this will not do: ${text}`); return "allow"; } });

function replyOf({ text, reasoning, calls }: Turn): ScriptedReply {
  const asked = calls.map((name) => ({ name, arguments: name === "echo" ? { text: "fine" } : { goal: "Help." } }));
  return { text, calls: asked, ...(reasoning && text.includes(MARK) ? { reasoning: `I shall write ${text}` } : {}) };
}

describe("a blocked answer", () => {
  test.each([
    { title: "a guardrail that blocks", guardrails: [guard] },
    { title: "a guardrail that throws what it read", guardrails: [quoting] },
  ])("leaves its text nowhere, whatever the script, with $title", async ({ guardrails }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), fc.array(turn, { minLength: 1, maxLength: 4 }), async (lead, below) => {
        const events: string[] = [];
        const journal = memoryJournal();
        const observe = (event: RunEvent): void => void events.push(JSON.stringify(event));
        const child = fromAgent({ name: "child", description: "d", guardrails, tools: [echo], model: scripted(below.map(replyOf), { repeatLast: true }), budget: { maxSteps: 6 } });
        const model = scripted(lead.map(replyOf), { repeatLast: true });
        const agent = fromAgent({ name: "lead", guardrails, tools: [echo], team: [delegate(child, { recursion: true })], model, budget: { maxSteps: 8 } });
        const played = await run(agent, "Go.", { onEvent: observe, journal });

        assertConserved(played);
        const kept = [JSON.stringify(played), ...events, JSON.stringify(journal.records)].join("\n");
        expect(kept).not.toContain(MARK);
      }),
      { ...SEEDED, numRuns: 150 },
    );
  });
});
