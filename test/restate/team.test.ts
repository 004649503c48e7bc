import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answerSpec, readAnswer } from "../../src/core/answer.ts";
import { differingIn } from "../../src/agent/definition/fingerprints.ts";
import { delegate, fromAgent, scripted, type AgentDefinition, type AgentLogic } from "../../src/index.ts";
import {
  checkSame,
  definitionsBelow,
  returnsFrom,
  servedAgent,
  specialistOf,
  specialistsName,
  wireReturns,
} from "../../src/restate/team.ts";

const model = scripted([]);

function member(name: string, rest: Partial<AgentDefinition> = {}): AgentLogic {
  return fromAgent({ name, description: `Knows about ${name}.`, model, ...rest });
}

const reader = member("reader");
const writer = member("writer", {
  team: [delegate(reader, { name: "ask_for_facts", returns: z.object({ facts: z.array(z.string()) }) })],
});
const lead = member("lead", { team: [writer, reader] });
const served = new Map([["lead", lead], ["reader", reader]]);

describe("the agents of a worker", () => {
  it("are found by their names", () => {
    expect(servedAgent(served, "reader")).toBe(reader);
  });

  it.each(["writer", "__proto__", ""])("are named where %j is none of them", (name) => {
    expect(() => servedAgent(served, name)).toThrow(new Error(`this worker serves no agent '${name}'; it serves lead, reader`));
  });
});

describe("a specialist", () => {
  it.each([
    { calls: [], agent: lead, returns: null },
    { calls: ["ask_writer"], agent: writer, returns: null },
    { calls: ["ask_writer", "ask_for_facts"], agent: reader, returns: "final_answer" },
  ])("is found by the calls $calls that lead to it", ({ calls, agent, returns }) => {
    const found = specialistOf(served, "lead", calls);

    expect(found.agent).toBe(agent);
    expect(found.returns?.offered.name ?? null).toBe(returns);
  });

  it.each([
    { calls: ["ask_ghost"], says: "agent 'lead' of this worker has no specialist 'ask_ghost'" },
    { calls: ["ask_reader", "ask_writer"], says: "agent 'reader' of this worker has no specialist 'ask_writer'" },
  ])("is not found by the calls $calls, and the agent is named that has none", ({ calls, says }) => {
    expect(() => specialistOf(served, "lead", calls)).toThrow(new Error(says));
  });
});

describe("the definitions of two places", () => {
  const ours = definitionsBelow(lead);

  it("are those of every agent that can be reached, and the same whenever they are taken", () => {
    expect(Object.keys(ours).sort()).toEqual(["lead", "reader", "writer"]);
    expect(definitionsBelow(member("lead", { team: [writer, reader] }))).toEqual(ours);
    expect(() => checkSame(ours, lead)).not.toThrow();
  });

  it.each([
    { title: "one that differs", theirs: { ...ours, writer: "other" }, names: ["writer"] },
    { title: "one that only they have", theirs: { ...ours, critic: "new" }, names: ["critic"] },
    { title: "those that only we have", theirs: { lead: ours.lead ?? "" }, names: ["reader", "writer"] },
  ])("name $title", ({ theirs, names }) => {
    expect(differingIn(theirs, ours)).toEqual(names);
    expect(() => checkSame(theirs, lead)).toThrow(
      new Error(`the definitions of this worker differ from those the run was started with: ${names.join(", ")}`),
    );
  });

  it("give the service of specialists a name of its own, in whatever order they are listed", () => {
    const { lead: ofLead = "", ...rest } = ours;

    expect(specialistsName({ ...rest, lead: ofLead })).toBe(specialistsName(ours));
    expect(specialistsName({ ...ours, lead: "other" })).not.toBe(specialistsName(ours));
    expect(specialistsName(ours)).toMatch(/^TroupeSpecialist_[0-9a-f]{16}$/u);
  });
});

describe("how data is asked for", () => {
  it.each([
    {
      title: "an object",
      schema: z.object({ city: z.string(), degrees: z.number() }),
      right: { city: "Oslo", degrees: 3 },
      wrong: { city: "Oslo" },
    },
    {
      title: "a list, which travels in a wrapper",
      schema: z.array(z.string()),
      right: { answer: ["a"] },
      wrong: { answer: "a" },
    },
  ])("asks a worker for $title as it asks here", async ({ schema, right, wrong }) => {
    const spec = answerSpec("a test", { schema, textFallback: false, extraction: false });

    const arrived = returnsFrom(JSON.parse(JSON.stringify(wireReturns(spec))) as ReturnType<typeof wireReturns>);

    const { isWrapped, offered, textFallback, extraction } = arrived;
    expect({ isWrapped, offered, textFallback, extraction }).toEqual({
      isWrapped: spec.isWrapped,
      offered: spec.offered,
      textFallback: false,
      extraction: false,
    });
    expect(await readAnswer(arrived, right)).toEqual(await readAnswer(spec, right));
    expect((await readAnswer(arrived, wrong)).ok).toBe(false);
  });
});
