import { describe, expect, it } from "vitest";
import { renderDelegationTable } from "../../src/trace/delegation-table.ts";
import { agentStep, callingStep, modelStep, runOf, toolStep } from "../support/trace.ts";

describe("the delegation table", () => {
  it("prints the page's three lines for a lead that asks its researcher once", () => {
    const researcher = agentStep("researcher", [callingStep(["echo"]), toolStep("echo"), modelStep({ output: "found" })]);
    const run = runOf([callingStep(["ask_researcher"]), researcher, modelStep({ output: "answer" })]);

    expect(renderDelegationTable(run)).toBe(
      ["model  chat             children=0 total_steps=1", "agent  ask_researcher   children=3 total_steps=4", "model  chat             children=0 total_steps=1"].join("\n"),
    );
  });

  it("counts a specialist's own steps as children and everything below as total", () => {
    const inner = agentStep("reader", [modelStep(), modelStep()]);

    expect(renderDelegationTable(runOf([agentStep("lead", [modelStep(), inner]), toolStep("search")]))).toBe(
      ["agent  ask_lead         children=2 total_steps=5", "tool   search           children=0 total_steps=1"].join("\n"),
    );
  });

  it("lets a longer name move its figures, and escapes it", () => {
    const run = runOf([agentStep("x", [], { name: "ask_a_very_long_name" }), toolStep("\u001b[2Jevil\n")]);

    expect(renderDelegationTable(run)).toBe(
      ["agent  ask_a_very_long_name children=0 total_steps=1", "tool   \\e[2Jevil\\n      children=0 total_steps=1"].join("\n"),
    );
  });
});
