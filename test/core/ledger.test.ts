import { describe, expect, it } from "vitest";
import { Ledger, type Account, type Amounts } from "../../src/core/ledger.ts";

function poolOf(grants: Amounts): Account {
  return new Ledger(() => 0).openPool("0", grants);
}

describe("an account", () => {
  it("moves an amount from free to reserved, and settles it with what the call really cost", () => {
    const pool = poolOf({ tokens: 100 });

    pool.reserve("tokens", 60);
    const reserved = pool.balance("tokens");
    pool.settle("tokens", 60, 25);

    expect(reserved).toStrictEqual({ granted: 100, free: 40, reserved: 60, spent: 0, refunded: 0 });
    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: 75, reserved: 0, spent: 25, refunded: 0 });
  });

  it("books an answer that is larger than its reservation in full", () => {
    const pool = poolOf({ tokens: 100 });

    pool.reserve("tokens", 90);
    pool.settle("tokens", 90, 130);

    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: -30, reserved: 0, spent: 130, refunded: 0 });
    expect(pool.denial("tokens", 0)).toStrictEqual({ scope: "pool", path: "0", granted: 100 });
  });

  it("gives no more back than it has reserved, so that settling twice frees nothing of another call", () => {
    const pool = poolOf({ tokens: 100 });
    const child = pool.open({ path: "0/1.0", scope: "budget", grants: {}, ceilings: { tokens: 50 } });
    pool.reserve("tokens", 40);
    child.reserve("tokens", 10);

    child.settle("tokens", 10, 4);
    child.settle("tokens", 10, 4);

    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: 52, reserved: 40, spent: 8, refunded: 0 });
  });

  it("holds only what it was given, and has neither a balance nor a ceiling for the rest", () => {
    const pool = poolOf({ tokens: 100 });

    pool.spend("steps", 1_000);

    expect(pool.balance("steps")).toBeUndefined();
    expect(pool.free("steps")).toBeNull();
    expect(pool.denial("steps", 1_000_000)).toBeNull();
    expect(pool.mayFree("steps", 1_000_000)).toBe(true);
  });

  it("hands out copies of its balances", () => {
    const pool = poolOf({ tokens: 100 });

    const balance = pool.balance("tokens");
    if (balance) balance.free = 0;

    expect(pool.free("tokens")).toBe(100);
  });
});

describe("an account below another", () => {
  it("is carved out of its parent's free balance, and returns what it does not use", () => {
    const pool = poolOf({ tokens: 100 });

    const share = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 30 } });
    const whileOpen = pool.balance("tokens");
    share.reserve("tokens", 20);
    share.settle("tokens", 20, 12);
    share.close();

    expect(whileOpen).toStrictEqual({ granted: 100, free: 70, reserved: 30, spent: 0, refunded: 0 });
    expect(share.balance("tokens")).toStrictEqual({ granted: 30, free: 0, reserved: 0, spent: 12, refunded: 18 });
    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: 88, reserved: 0, spent: 12, refunded: 0 });
  });

  it("passes its overspending on when it closes, as a negative refund", () => {
    const pool = poolOf({ cost: 100 });
    const share = pool.open({ path: "0/1.0", scope: "share", grants: { cost: 10 } });

    share.reserve("cost", 10);
    share.settle("cost", 10, 14);
    share.close();

    expect(share.balance("cost")).toStrictEqual({ granted: 10, free: 0, reserved: 0, spent: 14, refunded: -4 });
    expect(pool.balance("cost")).toStrictEqual({ granted: 100, free: 86, reserved: 0, spent: 14, refunded: 0 });
  });

  it("books in every account it draws on when its own ceiling is only a ceiling", () => {
    const pool = poolOf({ tokens: 100 });
    const share = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 60 } });
    const bounded = share.open({ path: "0/1.0/1.0", scope: "budget", grants: {}, ceilings: { tokens: 40 } });

    bounded.reserve("tokens", 30);
    bounded.settle("tokens", 30, 5);

    expect(bounded.balance("tokens")).toStrictEqual({ granted: 40, free: 35, reserved: 0, spent: 5, refunded: 0 });
    expect(share.balance("tokens")).toStrictEqual({ granted: 60, free: 55, reserved: 0, spent: 5, refunded: 0 });
    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: 40, reserved: 60, spent: 0, refunded: 0 });
  });

  it("has free what the scarcest account on its way up has free, and is denied by the first that is too short", () => {
    const pool = poolOf({ tokens: 50 });
    const bounded = pool.open({ path: "0/1.0", scope: "budget", grants: {}, ceilings: { tokens: 80 } });

    expect(bounded.free("tokens")).toBe(50);
    expect(bounded.denial("tokens", 50)).toBeNull();
    expect(bounded.denial("tokens", 51)).toStrictEqual({ scope: "pool", path: "0", granted: 50 });
    expect(bounded.denial("tokens", 81)).toStrictEqual({ scope: "budget", path: "0/1.0", granted: 80 });
  });

  it("does not look past what was carved for it: what others leave free above is not its own", () => {
    const pool = poolOf({ tokens: 100 });
    const share = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 10 } });

    expect(share.free("tokens")).toBe(10);
    expect(share.denial("tokens", 11)).toStrictEqual({ scope: "share", path: "0/1.0", granted: 10 });
  });

  it("may come into what it lacks only while something is reserved wherever it is short", () => {
    const pool = poolOf({ tokens: 100 });
    const bounded = pool.open({ path: "0/1.0", scope: "budget", grants: {}, ceilings: { tokens: 50 } });
    const nothingReserved = bounded.mayFree("tokens", 60);

    bounded.reserve("tokens", 20);
    const bothReserved = bounded.mayFree("tokens", 90);
    bounded.settle("tokens", 20, 20);
    pool.reserve("tokens", 70);

    expect(nothingReserved).toBe(false);
    expect(bothReserved).toBe(true);
    expect(bounded.mayFree("tokens", 20)).toBe(true);
    expect(bounded.mayFree("tokens", 40)).toBe(false);
  });
});

describe("closing an account", () => {
  it("counts what is still reserved as spent, in every account where it was reserved", () => {
    const pool = poolOf({ tokens: 100 });
    const bounded = pool.open({ path: "0/1.0", scope: "budget", grants: {}, ceilings: { tokens: 50 } });
    bounded.reserve("tokens", 20);

    bounded.close();

    expect(bounded.balance("tokens")).toStrictEqual({ granted: 50, free: 0, reserved: 0, spent: 20, refunded: 30 });
    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: 80, reserved: 0, spent: 20, refunded: 0 });
  });

  it("counts a reservation made through an account that holds nothing itself", () => {
    const pool = poolOf({ tokens: 100 });
    const through = pool.open({ path: "0/1.0", scope: "budget", grants: {} });
    through.reserve("tokens", 20);

    through.close();

    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: 80, reserved: 0, spent: 20, refunded: 0 });
  });

  it("closes the accounts below first, so that what they return is returned once", () => {
    const pool = poolOf({ tokens: 100 });
    const outer = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 60 } });
    const inner = outer.open({ path: "0/1.0/1.0", scope: "share", grants: { tokens: 40 } });
    inner.reserve("tokens", 10);

    outer.close();
    inner.close();

    expect(inner.balance("tokens")).toStrictEqual({ granted: 40, free: 0, reserved: 0, spent: 10, refunded: 30 });
    expect(outer.balance("tokens")).toStrictEqual({ granted: 60, free: 0, reserved: 0, spent: 10, refunded: 50 });
    expect(pool.balance("tokens")).toStrictEqual({ granted: 100, free: 90, reserved: 0, spent: 10, refunded: 0 });
  });

  it("ends its part in the ledger: a closed account denies everything and books nothing more", () => {
    const ledger = new Ledger(() => 0);
    const pool = ledger.openPool("0", { tokens: 100, steps: 10 });
    const share = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 40 } });
    share.reserve("tokens", 15);
    share.close();
    const standing = [pool.balance("tokens"), pool.balance("steps"), share.balance("tokens")];
    const entries = [...ledger.entries];

    share.settle("tokens", 15, 3);
    share.reserve("tokens", 5);
    share.spend("steps", 1);
    share.close();
    const late = share.open({ path: "0/1.0/1.0", scope: "share", grants: { tokens: 5 } });

    expect([pool.balance("tokens"), pool.balance("steps"), share.balance("tokens")]).toStrictEqual(standing);
    expect(ledger.entries).toStrictEqual(entries);
    expect(share.denial("tokens", 0)).toStrictEqual({ scope: "share", path: "0/1.0", granted: 40 });
    expect(share.denial("steps", 1)).toStrictEqual({ scope: "share", path: "0/1.0", granted: 0 });
    expect([share.free("tokens"), share.free("steps"), share.mayFree("steps", 1)]).toStrictEqual([0, 0, false]);
    expect([late.free("tokens"), late.balance("tokens")]).toStrictEqual([0, undefined]);
  });
});

describe("an account that stands for a ceiling elsewhere", () => {
  it("names that ceiling when it denies, and its own for what stands for none", () => {
    const slice = new Ledger(() => 0).openPool("0/1.0", { tokens: 60, steps: 5 }, { tokens: { scope: "pool", path: "0", granted: 100 } });

    expect(slice.denial("tokens", 61)).toStrictEqual({ scope: "pool", path: "0", granted: 100 });
    expect(slice.denial("steps", 6)).toStrictEqual({ scope: "pool", path: "0/1.0", granted: 5 });
  });
});

describe("what bounds an account", () => {
  it("is the nearest one above it that has no more than is free here", () => {
    const pool = poolOf({ tokens: 100, steps: 9 });
    const share = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 40 }, ceilings: { steps: 20 } });
    share.reserve("tokens", 30);

    expect(share.bound("tokens")).toStrictEqual({ scope: "share", path: "0/1.0", granted: 40 });
    expect(share.bound("steps")).toStrictEqual({ scope: "pool", path: "0", granted: 9 });
    expect(share.bound("cost")).toBeNull();
  });
});

describe("the entries of a ledger", () => {
  it("take in what was booked elsewhere, in the order of time", () => {
    let time = 0;
    const ledger = new Ledger(() => (time += 10));
    const pool = ledger.openPool("0", { steps: 5 });
    pool.spend("steps", 1);
    const booked = { time: 15, path: "0/1.0", scope: "share", resource: "steps", granted: 2, reserved: 0, spent: 1, refunded: 0 } as const;

    ledger.adopt([booked]);

    expect(ledger.entries.map(({ time: at, path }) => `${at} ${path}`)).toStrictEqual(["10 0", "15 0/1.0", "20 0"]);
  });


  it("tell every change of every balance, in order and with its time", () => {
    let time = 0;
    const ledger = new Ledger(() => ++time);
    const pool = ledger.openPool("0", { steps: 5, tokens: 100 });
    const share = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 40 } });

    pool.spend("steps", 1);
    share.reserve("tokens", 30);
    share.settle("tokens", 30, 10);
    share.close();

    expect(ledger.entries.map((entry) => Object.values(entry).join(" "))).toStrictEqual([
      // time path scope resource granted reserved spent refunded
      "1 0 pool steps 5 0 0 0",
      "2 0 pool tokens 100 0 0 0",
      "3 0 pool tokens 100 40 0 0",
      "4 0/1.0 share tokens 40 0 0 0",
      "5 0 pool steps 5 0 1 0",
      "6 0/1.0 share tokens 40 30 0 0",
      "7 0/1.0 share tokens 40 0 10 0",
      "8 0 pool tokens 100 0 10 0",
      "9 0/1.0 share tokens 40 0 10 30",
    ]);
  });
});
