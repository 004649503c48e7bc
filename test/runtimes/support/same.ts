import { expect } from "vitest";
import { render, type Run } from "../../../src/index.ts";

/** What no two runs have in common, or only runs in one process: when things happened, and who did them. */
const TIMES: ReadonlySet<string> = new Set(["startedAt", "seconds", "queuedSeconds"]);

/** The run without what differs between any two: all times are 0, no worker is named, and a stack is its first line. */
function timeless(run: Run): Run {
  const { ledger: _, ...rest } = JSON.parse(JSON.stringify(run), (key, value: unknown) => {
    if (TIMES.has(key)) return 0;
    if (key === "worker") return undefined;
    return key === "errorDetail" && typeof value === "string" ? value.split("\n")[0] : value;
  }) as Run;
  return { ...rest, ledger: [] }; // without its one method, which nobody asks for here
}

/** Expects two runs to be one and the same, but for times, workers and the order of bookings. */
export function expectSame(actual: Run, expected: Run): void {
  expect(timeless({ ...actual })).toEqual(timeless({ ...expected })); // as it is in memory: with what is not to be written
  expect(timeless(actual)).toEqual(timeless(expected));
  expect(render(timeless(actual), { width: 200 })).toBe(render(timeless(expected), { width: 200 }));
}

/** Expects no count beyond the ceilings of the run, and what was spent of it to be what its steps add up to. */
export function expectCounts({ pool: { maxSteps, maxAgents, maxToolCalls, spent }, totalSteps, usage: { subtree } }: Run): void {
  const { inputTokens, outputTokens, cost, toolCalls } = subtree;
  expect(spent).toEqual({ steps: totalSteps, agents: spent.agents, tokens: inputTokens + outputTokens, cost, toolCalls });
  expect(spent.steps).toBeLessThanOrEqual(maxSteps);
  expect(spent.agents).toBeLessThanOrEqual(maxAgents);
  expect(spent.toolCalls).toBeLessThanOrEqual(maxToolCalls ?? Infinity);
}

/** The same of tokens and money, where no answer takes more than was set aside for it. */
export function expectPool(run: Run): void {
  const { maxTokens, maxCost, spent } = run.pool;
  expectCounts(run);
  expect(spent.tokens).toBeLessThanOrEqual(maxTokens ?? Infinity);
  expect(spent.cost ?? 0).toBeLessThanOrEqual(maxCost ?? Infinity);
}

/**
 * Expects every account of one run to have closed in the other as it did here. That one may have more of them, since on
 * workers a specialist without a share has an account, too. And of tokens and money it may have been granted less: what
 * only bounds here what passes through, the specialist's own ceiling, is there carved out, of what was free.
 */
export function expectAccounts(actual: Run, expected: Run): void {
  const closed = closings(actual);
  for (const [account, { granted, refunded, ...known }] of closings(expected)) {
    const less = PASSING.test(account) ? Math.max(0, granted - (closed.get(account)?.granted ?? 0)) : 0;
    expect({ account, ...closed.get(account) }).toEqual({
      account,
      ...known,
      granted: granted - less,
      refunded: refunded - less,
    });
  }
}

const PASSING = /^(?:tokens|cost) at .*\//u; // of a specialist

type Closing = Pick<Run["ledger"][number], "granted" | "reserved" | "spent" | "refunded">;

function closings({ ledger }: Run): ReadonlyMap<string, Closing> {
  return new Map(
    ledger.map(({ path, resource, granted, reserved, spent, refunded }) => [
      `${resource} at ${path}`,
      { granted, reserved, spent, refunded },
    ]),
  );
}
