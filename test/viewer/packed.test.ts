import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack } from "../../src/viewer/pack.ts";
import { isPacked } from "../../src/viewer/packed.ts";
import { unpack } from "../../src/viewer/unpack.ts";
import { asOf } from "../support/as-of.ts";
import { syntheticRun } from "../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, toolStep } from "../support/trace.ts";

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const there = (run: object): unknown => unpack(json(pack(run)) as ReturnType<typeof pack>);

describe("a packed run", () => {
  it("is the run when it is unpacked, ended or not", () => {
    const sizes = fc.record({
      steps: fc.integer({ min: 1, max: 200 }),
      depth: fc.integer({ min: 0, max: 8 }),
      seed: fc.nat(),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    });

    fc.assert(
      fc.property(sizes, ({ at, ...size }) => {
        const run = syntheticRun(size);
        const half = asOf(run, run.seconds * at);

        expect(there(run)).toEqual(json(run));
        expect(there(half)).toEqual(json(half));
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });

  it("takes less than half of its JSON", () => {
    const run = syntheticRun({ steps: 3000, depth: 5 });

    expect(JSON.stringify(pack(run)).length / JSON.stringify(run).length).toBeLessThan(0.5);
  });

  it("keeps fields that this version does not know, and lone halves of characters", () => {
    const run = runOf([Object.assign(modelStep({ output: "half \uD83D of one" }), { later: { version: [1, 2] } })]);

    expect(there(run)).toEqual(json(run));
  });

  it("holds a step that contains itself once, and says so", () => {
    const inner = agentStep("inner", [toolStep("search")], { id: "0#1.0" });
    const run = runOf([inner]);
    inner.children.push(inner);
    run.steps[0] = inner;
    const packed = pack(run);

    expect(packed.notes).toEqual(["the step 0#1.0 contains itself; it is shown once"]);
    expect(packed.under).toEqual([-1, 0]);
  });

  it("leaves out what is no step, and says so", () => {
    const packed = pack({ steps: [null, modelStep(), "step"], ledger: "none" });

    expect(packed.notes).toEqual(["a step that is no object is left out", "a step that is no object is left out"]);
    expect(unpack(packed)).toEqual({ steps: [modelStep()], ledger: [] });
  });

  it("is what a run without contents gives JSON", () => {
    const run = runOf([modelStep({ output: "a secret" })]);
    const hidden = runOf([modelStep({ output: "[8 characters]" })]);
    Object.defineProperty(run, "toJSON", { value: () => hidden });

    expect(JSON.stringify(pack(run))).not.toContain("a secret");
    expect(there(run)).toEqual(json(hidden));
  });

  it("is told from anything else", () => {
    expect([pack(runOf([])), runOf([]), null, { packed: 2 }].map(isPacked)).toEqual([true, false, false, false]);
  });
});
