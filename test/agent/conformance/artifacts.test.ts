import { describe, expect, test } from "vitest";
import { DefinitionError, run as runAgent, type RunOptions, type ToolContext } from "../../../src/index.ts";
import { assertArtifact } from "../../../src/testing/index.ts";
import { agent, asks, doing, play } from "./cast.ts";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
const draw = doing("draw", () => ({
  text: "drawn",
  artifacts: [{ name: "bike.png", data: PNG, mediaType: "image/png", description: "A bike." }],
}));
const measure = doing("measure", ({ artifacts }: ToolContext) => `bike.png has ${artifacts.require("bike.png").sizeBytes} bytes`);

describe("artifacts of a run", () => {
  test("case 18: they are collected by name, and a name that is absent is null", async () => {
    const run = await play(agent("artist", [asks("draw"), "done"], { tools: [draw] }));

    expect(run.artifact("bike.png")).toEqual({
      name: "bike.png",
      mediaType: "image/png",
      sizeBytes: 4,
      description: "A bike.",
      base64: "iVBORw==",
      bytes: PNG,
    });
    expect(run.artifact("car.png")).toBe(null);
  });

  test("case 19: a step lists the names of its own artifacts", async () => {
    const { steps } = await play(
      agent("artist", [asks("draw", "measure"), "done"], { tools: [draw, doing("measure", () => "no tape")] }),
    );

    expect(steps.map(({ name, artifacts }) => ({ name, artifacts }))).toEqual([
      { name: "chat", artifacts: [] },
      { name: "draw", artifacts: ["bike.png"] },
      { name: "measure", artifacts: [] },
      { name: "chat", artifacts: [] },
    ]);
  });

  test("case 20: a tool of a later turn reads the bytes of an earlier one", async () => {
    const { steps } = await play(agent("artist", [asks("draw"), asks("measure"), "done"], { tools: [draw, measure] }));

    expect(steps[3]?.observation).toBe("bike.png has 4 bytes");
  });

  test.each([
    { title: "those that exist", replies: [asks("draw"), asks("find"), "done"], at: 3, available: "bike.png" },
    { title: "none", replies: [asks("find"), "done"], at: 1, available: "none" },
  ])("case 21: asking for an artifact that is missing names it and $title", async ({ replies, at, available }) => {
    const find = doing("find", ({ artifacts }) => artifacts.require("chart.png").name);

    const { steps, stopReason } = await play(agent("artist", replies, { tools: [draw, find] }));

    expect({ observation: steps[at]?.observation, stopReason }).toEqual({
      observation: `AgentToolError: no artifact named 'chart.png'; available: ${available}`,
      stopReason: "completed",
    });
  });

  test("case 22: an artifact that the run begins with is visible to its tools and part of its result", async () => {
    const run = await play(agent("artist", [asks("measure"), "done"], { tools: [measure] }), {
      artifacts: [{ name: "bike.png", data: PNG }],
    });

    expect({
      observation: run.steps[1]?.observation,
      names: run.artifacts.map(({ name }) => name),
      bytes: assertArtifact(run, "bike.png").bytes,
    }).toEqual({
      observation: "bike.png has 4 bytes",
      names: ["bike.png"],
      bytes: PNG,
    });
  });

  test.each([
    { wrong: { name: "", data: "x" }, at: 0 },
    { wrong: { name: "a", data: 7 }, at: 1 },
  ])("case 22: one that the run cannot begin with is a wrong option: $wrong", async ({ wrong, at }) => {
    const artifacts = [...Array<unknown>(at).fill({ name: "fine", data: "" }), wrong] as RunOptions["artifacts"];

    await expect(runAgent(agent("artist", []), "Draw.", artifacts ? { artifacts } : {})).rejects.toThrow(
      new DefinitionError({
        subject: "the run's options",
        field: `artifacts.${at}`,
        value: wrong,
        allowed: "{ name, data, mediaType?, description? }: texts, and data a text or a Uint8Array",
      }),
    );
  });
});
