import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LedgerTree, RESOURCES, type Operation } from "./ledger-tree.ts";
import { SEEDED } from "./seed.ts";

const pick = fc.nat({ max: 1_000 });
const amounts = fc.array(fc.record({ how: fc.constantFrom("none", "grant", "ceiling"), amount: fc.nat({ max: 60 }) }), {
  minLength: RESOURCES.length,
  maxLength: RESOURCES.length,
});

function operations(mostOvershoot: number): fc.Arbitrary<Operation> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant("open"), node: pick, terms: amounts }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant("spend"), node: pick, resource: pick, amount: fc.nat({ max: 12 }) }) },
    { weight: 6, arbitrary: fc.record({ type: fc.constant("reserve"), node: pick, resource: pick, amount: fc.nat({ max: 30 }) }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant("settle"), reservation: pick, off: fc.integer({ min: -30, max: mostOvershoot }) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("close"), node: pick }) },
  );
}

const pools = fc.array(fc.option(fc.integer({ min: 0, max: 600 }), { nil: null }), { minLength: RESOURCES.length, maxLength: RESOURCES.length });
const run = { ...SEEDED, numRuns: 300 } as const;

describe("a ledger, over random trees of accounts", () => {
  it("balances after every operation, overdraws by overshoots alone, and books every amount exactly once", () => {
    const plans = fc.array(operations(20), { minLength: 1, maxLength: 200, size: "max" });

    fc.assert(
      fc.property(pools, plans, (pool, plan) => {
        const tree = new LedgerTree(pool);
        for (const operation of plan) {
          tree.apply(operation);
          expect([...tree.differences(), ...tree.overdrawn(tree.overshoot)]).toStrictEqual([]);
        }

        tree.closeAll();

        expect(tree.differences()).toStrictEqual([]);
        expect(tree.poolSpent()).toStrictEqual(tree.everythingSpent());
      }),
      run,
    );
  });

  it("never spends more than it granted while denials are honoured and no call costs more than its reservation", () => {
    const plans = fc.array(operations(0), { minLength: 1, maxLength: 200, size: "max" });

    fc.assert(
      fc.property(pools, plans, (pool, plan) => {
        const tree = new LedgerTree(pool);
        for (const operation of plan) {
          tree.apply(operation);
          expect(tree.overdrawn(0)).toStrictEqual([]);
        }
      }),
      run,
    );
  });
});
