import { AssertionError } from "node:assert";
import { describe, expect, test } from "vitest";
import { artifactFrom, artifactRecord } from "../../src/core/artifact.ts";
import { assertArtifact, assertCompleted, assertDelegated, assertQuiet, assertUsedTools } from "../../src/testing/assertions.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { gate } from "../../src/testing/gate.ts";
import { agentStep, modelStep, runOf, snapshotOf, toolStep } from "../support/trace.ts";

interface Difference {
  readonly message: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** What an assertion says of a difference; null when it saw none. */
function differenceOf(assertion: () => unknown): Difference | null {
  try {
    assertion();
    return null;
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    const { message, actual, expected } = error;
    return { message, actual, expected };
  }
}

describe("assertCompleted", () => {
  test.each([
    {
      title: "a run cut by a ceiling",
      run: runOf([], { stopReason: "max_steps", limit: { name: "maxSteps", scope: "budget", value: 4 }, output: "half way" }),
      reason: "its stop reason is max_steps (maxSteps 4 of the budget), its output is 'half way'",
    },
    {
      title: "a run that failed",
      run: runOf([], { stopReason: "error", error: "ScriptError: no reply" }),
      reason: "its stop reason is error, its output is '', its error is 'ScriptError: no reply'",
    },
    {
      title: "a run that still goes on",
      run: snapshotOf([]),
      reason: "it has not ended, its output is ''",
    },
    {
      title: "a long output, cut and made safe for a terminal",
      run: runOf([], { stopReason: "timeout", output: `\u001b[31m\n${"x".repeat(200)}` }),
      reason: `its stop reason is timeout, its output is '\\e[31m\\n${"x".repeat(114)}…'`,
    },
  ])("it names the reason for $title", ({ run, reason }) => {
    const message = `the run of 'lead' did not complete: ${reason}`;

    expect(differenceOf(() => assertCompleted(run))).toEqual({ message, actual: run.stopReason, expected: "completed" });
  });

  test("it accepts a run that completed, also one read back from JSON", () => {
    const run = runOf([modelStep()]);

    assertCompleted(run);
    assertCompleted(JSON.parse(JSON.stringify(run)) as typeof run);
  });
});

describe("assertUsedTools", () => {
  const run = runOf([toolStep("search"), agentStep("reader", [toolStep("read")]), toolStep("fetch")]);

  test("it accepts the run's own tools in their order", () => {
    assertUsedTools(run, ["search", "fetch"]);
    assertUsedTools(runOf([]), []);
  });

  test.each([[["fetch", "search"]], [["search"]], [["search", "fetch", "read"]], [[]]])("it names both lists when %j is expected", (expected) => {
    const message = `the run of 'lead' used the tools [search, fetch], expected [${expected.join(", ")}]`;

    expect(differenceOf(() => assertUsedTools(run, expected))).toEqual({ message, actual: ["search", "fetch"], expected });
  });
});

describe("assertArtifact", () => {
  const artifact = artifactFrom({ name: "reader/map.txt", data: "north" });
  const run = runOf([], { artifacts: [artifactRecord(artifact)] });

  test("it returns the artifact with its bytes", () => {
    const { name, bytes } = assertArtifact(run, "reader/map.txt");

    expect([name, new TextDecoder().decode(bytes)]).toEqual(["reader/map.txt", "north"]);
  });

  test("it names what there is", () => {
    const message = "the run of 'lead' has no artifact named 'map.txt'; produced: [reader/map.txt]";

    expect(differenceOf(() => assertArtifact(run, "map.txt"))).toEqual({ message, actual: ["reader/map.txt"], expected: "map.txt" });
  });
});

describe("assertDelegated", () => {
  const deep = agentStep("writer", [agentStep("reader", [])]);
  const refused = agentStep("cook", [], { stopReason: null, outcome: "refused" });
  const run = runOf([agentStep("reader", [], { output: "42" }), deep, refused]);
  const all = "all delegations: [reader answered, writer empty, reader empty, cook refused]";

  test.each([
    { agent: "reader", times: undefined },
    { agent: "reader", times: 2 },
    { agent: "cook", times: 0 },
    { agent: "nobody", times: 0 },
  ])("it counts specialists at any depth, but none that were refused: $agent $times", ({ agent, times }) => {
    assertDelegated(run, agent, times);
  });

  test.each([
    { agent: "reader", times: 1, actual: 2, expected: 1, wanted: "1" },
    { agent: "writer", times: 0, actual: 1, expected: 0, wanted: "0" },
    { agent: "cook", times: undefined, actual: 0, expected: 1, wanted: "at least 1" },
  ])("it names the count and all delegations: $agent, expected $wanted", ({ agent, times, actual, expected, wanted }) => {
    const message = `the delegations of 'lead' to '${agent}' are ${actual}, expected ${wanted}; ${all}`;

    expect(differenceOf(() => assertDelegated(run, agent, times))).toEqual({ message, actual, expected });
  });
});

describe("assertQuiet", () => {
  test("it accepts surroundings in which nothing is left", () => {
    assertQuiet({ clock: virtualClock(), gate: gate(), signal: new AbortController().signal });
  });

  test("it names what is left of each kind", () => {
    const clock = virtualClock();
    const held = gate();
    const { signal } = new AbortController();
    clock.setTimeout(() => undefined, 5);
    void held.pass("0#1", signal);

    expect(differenceOf(() => assertQuiet({ clock, gate: held, signal }))).toEqual({
      message: "something is left behind; timers on the clock: 1, calls at the gate: [0#1], listeners on the signal: 1",
      actual: { timers: 1, waiting: ["0#1"], listeners: 1 },
      expected: { timers: 0, waiting: [], listeners: 0 },
    });
  });

  test.each(["clock", "gate", "signal"])("one kind is enough: %s", (kind) => {
    const clock = virtualClock();
    const held = gate();
    const { signal } = new AbortController();
    if (kind === "clock") clock.setTimeout(() => undefined, 5);
    if (kind === "gate") void held.pass("0#1", new AbortController().signal);
    if (kind === "signal") signal.addEventListener("abort", () => undefined);

    expect(differenceOf(() => assertQuiet({ clock, gate: held, signal }))).not.toBeNull();
  });
});

test("a difference points at the line of the test, not into the assertion", () => {
  let error: unknown;
  try {
    assertUsedTools(runOf([]), ["search"]);
  } catch (thrown) {
    error = thrown;
  }

  expect((error as Error).stack?.split("\n    at ")[1]).toContain("assertions.test.ts");
});
