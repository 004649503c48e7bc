import { describe, expect, it } from "vitest";
import { Ledger, type Account, type AccountTerms, type Amounts } from "../../../src/core/ledger.ts";
import { slicesFor } from "../../../src/agent/delegation/share.ts";

const PATH = "0/1.0";

function poolOf(grants: Amounts): Account {
  return new Ledger(() => 0).openPool("0", grants);
}

function terms(rest: Partial<AccountTerms> = {}): AccountTerms {
  return { path: PATH, scope: "share", grants: {}, ...rest };
}

describe("the slice of a specialist that lives elsewhere", () => {
  it("is all that its parent has free where it is alone, and stands for the ceiling that bounds that", () => {
    const pool = poolOf({ steps: 10, agents: 4 });
    pool.spend("steps", 3);

    expect(slicesFor(pool, terms(), 1)).toStrictEqual({
      amounts: { steps: 7, agents: 4 },
      stands: { steps: { scope: "pool", path: "0", granted: 10 }, agents: { scope: "pool", path: "0", granted: 4 } },
    });
  });

  it("is an equal part of it where several wait, rounded down", () => {
    expect(slicesFor(poolOf({ steps: 10, tokens: 100 }), terms(), 3)).toStrictEqual({
      amounts: { steps: 3, tokens: 33 },
      stands: { steps: { scope: "share", path: PATH, granted: 3 }, tokens: { scope: "share", path: PATH, granted: 33 } },
    });
  });

  it.each([
    { what: "one of what is needed to do anything at all, while there is any", resource: "steps", free: 2, slice: 1 },
    { what: "nothing where nothing is free", resource: "steps", free: 0, slice: 0 },
    { what: "no agent below it where there are fewer than wait", resource: "agents", free: 2, slice: 0 },
  ] as const)("is $what", ({ resource, free, slice }) => {
    expect(slicesFor(poolOf({ [resource]: free }), terms(), 3).amounts).toStrictEqual({ [resource]: slice });
  });

  it("is what its terms grant, and stands for them", () => {
    expect(slicesFor(poolOf({ tokens: 100 }), terms({ grants: { tokens: 40 } }), 2)).toStrictEqual({
      amounts: { tokens: 40 },
      stands: { tokens: { scope: "share", path: PATH, granted: 40 } },
    });
  });

  it.each([
    { own: 20, slice: 20, stands: { scope: "budget", path: PATH, granted: 20 } },
    { own: 200, slice: 100, stands: { scope: "pool", path: "0", granted: 100 } },
  ] as const)("is no more than its own ceiling of $own", ({ own, slice, stands }) => {
    expect(slicesFor(poolOf({ tokens: 100 }), terms({ scope: "budget", ceilings: { tokens: own } }), 1)).toStrictEqual({
      amounts: { tokens: slice },
      stands: { tokens: stands },
    });
  });

  it("has a ceiling of its own where the run has none", () => {
    expect(slicesFor(poolOf({}), terms({ scope: "budget", ceilings: { cost: 5 } }), 1)).toStrictEqual({
      amounts: { cost: 5 },
      stands: { cost: { scope: "budget", path: PATH, granted: 5 } },
    });
  });
});
