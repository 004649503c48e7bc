import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, memoryJournal, scripted, start, tool, type Journal, type RunEvent, type RunHandle } from "../../src/index.ts";
import { virtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { allSteps, leftoversOf, watch } from "../support/quiet.ts";
import { richTree, wideTree, type RichTree, type StartedCall } from "../support/rich-tree.ts";

const LONG_MS = 120_000; // hundreds of whole runs, on a machine that may be busy

type MakeTree = (clock: VirtualClock, onStart?: (call: StartedCall, index: number) => void) => RichTree;

/** Where a run may be cut from: what its observer, its calls or its clock do. */
interface Moment {
  readonly onEvent?: (event: RunEvent) => unknown;
  readonly onStart?: (call: StartedCall, index: number) => unknown;
}

describe("a cancel", () => {
  it("from inside an observer leaves nothing behind, at whichever event it comes, and XState has nothing to warn of", async ({ onTestFinished }) => {
    const { events } = await uncut(richTree);
    const { warnings, restore } = keptWarnings();
    onTestFinished(restore);

    const faults = await faultsAt(events.length, richTree, (at, cancel) => ({ onEvent: ({ sequence }) => sequence === at && cancel("signal") }));

    expect(faults).toEqual({});
    expect(warnings).toEqual([]);
  }, LONG_MS);

  it("right after any event leaves nothing behind", async () => {
    const { events } = await uncut(richTree);

    const faults = await faultsAt(events.length, richTree, (at, cancel) => ({
      onEvent: ({ sequence }) => sequence === at && queueMicrotask(() => cancel("handle")),
    }));

    expect(faults).toEqual({});
  }, LONG_MS);

  it("from inside any model call, tool call or approval leaves nothing behind", async () => {
    const { started } = await uncut(richTree);

    const faults = await faultsAt(started.length, richTree, (at, cancel) => ({ onStart: (_call, index) => index === at && cancel("signal") }));

    expect(faults).toEqual({});
  }, LONG_MS);

  it("from a timer leaves nothing behind, at whatever time it comes", async () => {
    const { result } = await uncut(richTree);
    const stepMs = 25; // half of the shortest wait in the script, so that it comes both together with others and between them

    const faults = await faultsAt(Math.ceil((result.seconds * 1000) / stepMs), richTree, (at, cancel, clock) => {
      clock.setTimeout(() => cancel("handle"), at * stepMs);
      return {};
    });

    expect(faults).toEqual({});
  }, LONG_MS);

  it("leaves nothing behind while a journal is asked or told, whichever answers late", async () => {
    const { result } = await uncut(journaledTree);
    const stepMs = 15; // the journal takes 10 ms each time, so that it comes before, at and after an answer

    const faults = await faultsAt(Math.ceil((result.seconds * 1000) / stepMs), journaledTree, (at, cancel, clock) => {
      clock.setTimeout(() => cancel("handle"), at * stepMs);
      return {};
    });

    expect(faults).toEqual({});
  }, LONG_MS);

  it("leaves nothing behind of more specialists than may live at once", async () => {
    const { events } = await uncut(wideTree);
    const everyThirtyFirst = Math.ceil(events.length / 31);

    const faults = await faultsAt(everyThirtyFirst, wideTree, (at, cancel) => ({ onEvent: ({ sequence }) => sequence === at * 31 && cancel("signal") }));

    expect(faults).toEqual({});
  }, LONG_MS);
});

describe("a model call that an observer cuts as it is told of its start", () => {
  it("is never made, and counts as none", async () => {
    const controller = new AbortController();
    const model = scripted(["unheard"]);
    const { handle } = watch(fromAgent({ name: "agent", model }), "go", {
      signal: controller.signal,
      onEvent: ({ type }) => type === "step.started" && controller.abort(),
    });

    const result = await handle.result;

    expect(model.requests).toEqual([]);
    expect(result.steps.map(({ error, usage }) => [error, usage.own.modelCalls, usage.own.inputTokens])).toEqual([["cancelled", 0, 0]]);
  });
});

describe("a signal that has been aborted already", () => {
  it("starts nothing, and the run says why", async () => {
    const clock = virtualClock();
    const tree = richTree(clock);
    const signal = AbortSignal.abort(new Error("too late"));

    const { handle, engine, events } = watch(tree.lead, "go", { ...tree.options, signal });
    const result = await clock.settle(handle.result);

    expect(result).toMatchObject({ stopReason: "cancelled", error: "cancelled: Error: too late", output: "", steps: [], seconds: 0 });
    expect(tree.started).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(["run.started", "run.ended"]);
    expect(leftoversOf({ run: result, engine, events, clock, signal })).toEqual([]);
  });
});

describe("a second cancel", () => {
  it("changes nothing, and neither does one after the end", async () => {
    const clock = virtualClock();
    const tree = richTree(clock);
    const { handle, events } = watch(tree.lead, "go", tree.options);
    await clock.advance(0.3);

    handle.cancel(new Error("first"));
    handle.cancel(new Error("second"));
    const result = await clock.settle(handle.result);
    const [json, told] = [JSON.stringify(result), events.length];
    handle.cancel(new Error("third"));
    await clock.advance(10);

    expect(result.error).toBe("cancelled: Error: first");
    expect(JSON.stringify(result)).toBe(json);
    expect(events.length).toBe(told);
  });

  it("changes nothing about a run that was completed", async () => {
    const controller = new AbortController();
    const agent = fromAgent({ name: "agent", model: scripted(["done"]) });
    const { handle, events } = watch(agent, "go", { signal: controller.signal });
    const result = await handle.result;
    const [json, told] = [JSON.stringify(result), events.length];

    controller.abort();
    handle.cancel();

    expect([result.stopReason, JSON.stringify(result), events.length]).toEqual(["completed", json, told]);
  });
});

describe("the caller's reason", () => {
  it.each([
    { title: "an error", reason: new RangeError("enough"), error: "cancelled: RangeError: enough" },
    { title: "an object", reason: { code: 7 }, error: "cancelled: Error: { code: 7 }" },
    { title: "a text", reason: "enough", error: "cancelled: enough" },
    { title: "null", reason: null, error: "cancelled: Error: null" },
  ])("reaches the signals unchanged and is told in the trace: $title", async ({ reason, error }) => {
    const { signals, handle } = await withOpenCalls();

    handle.cancel(reason);

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    for (const signal of signals) expect(signal.reason).toBe(reason);
    expect((await handle.result).error).toBe(error);
  });

  it("is an AbortError when the caller gives none", async () => {
    const { signals, handle } = await withOpenCalls();

    handle.cancel();

    for (const signal of signals) expect(signal.reason).toMatchObject({ name: "AbortError", message: "the run was cancelled" });
    expect((await handle.result).error).toBe("cancelled");
  });

  it.each([{ timeoutSeconds: 60 }, {}])("is on a signal that a call looks at only afterwards, with %o", async (terms) => {
    const reason = new Error("enough");
    const clock = virtualClock();
    const seen: unknown[] = [];
    const late = tool({
      name: "late",
      description: "Looks late.",
      parameters: z.object({}),
      execute: async (_args, context) => {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 1_000));
        seen.push(context.signal.reason);
      },
      ...terms,
    });
    const handle = start(fromAgent({ name: "agent", model: scripted([{ calls: [{ name: "late", arguments: {} }] }]), tools: [late] }), "go", { clock });
    await clock.advance(0.5);

    handle.cancel(reason);
    await clock.advance(1);

    expect(seen).toEqual([reason]);
  });
});

describe("the trace of a cancelled run", () => {
  it("shows what was done, and every open step closed as cancelled", async () => {
    const clock = virtualClock();
    const terms = { description: "A tool.", parameters: z.object({}) };
    const tools = [tool({ ...terms, name: "done", execute: () => "at once" }), tool({ ...terms, name: "hang", execute: () => new Promise(() => undefined) })];
    const calls = ["done", "hang", "hang", "ask_busy", "ask_busy"].map((name) => ({ name, arguments: { goal: "go" } }));
    const model = scripted.byPath({ "0": [{ text: "I begin.", calls, delaySeconds: 0.5 }], "*": [{ text: "late", delaySeconds: 9 }] });
    const busy = fromAgent({ name: "busy", description: "Works.", model });
    const { handle } = watch(fromAgent({ name: "lead", model, tools, team: [busy] }), "go", { clock, concurrency: { model: 1, tools: 1 } });
    await clock.advance(2);

    handle.cancel();

    const result = await handle.result;
    expect(result).toMatchObject({ stopReason: "cancelled", succeeded: false, limit: null, output: "I begin.", seconds: 2 });
    expect(allSteps(result.steps).map(({ id, output, error, queuedSeconds, seconds }) => [id, output, error, queuedSeconds, seconds])).toEqual([
      ["0#1", "I begin.", null, 0, 0.5],
      ["0#1.0", "at once", null, 0, 0],
      ["0#1.1", "", "cancelled", 0, 1.5],
      ["0#1.2", "", "cancelled", 1.5, 0],
      ["0#1.3", "", "cancelled", 0, 1.5],
      ["0/1.3#1", "", "cancelled", 0, 1.5],
      ["0#1.4", "", "cancelled", 0, 1.5],
      ["0/1.4#1", "", "cancelled", 1.5, 0],
    ]);
    expect(allSteps(result.steps).map(({ usage }) => usage.own.modelCalls)).toEqual([1, 0, 0, 0, 1, 1, 0, 0]);
  });
});

/** A run in which a model call, a tool call and one with a time limit are under way, and their signals. */
async function withOpenCalls() {
  const clock = virtualClock();
  const signals: AbortSignal[] = [];
  const hang = (signal: AbortSignal): Promise<never> => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  const terms = { description: "Hangs.", parameters: z.object({}), execute: (_args: object, context: { signal: AbortSignal }) => hang(context.signal) };
  const tools = [tool({ ...terms, name: "plain" }), tool({ ...terms, name: "limited", timeoutSeconds: 60 })];
  const deaf = fromAgent({ name: "deaf", description: "Hangs.", model: { name: "deaf", supportsTools: true, respond: (_request, { signal }) => hang(signal) } });
  const calls = ["plain", "limited", "ask_deaf"].map((name) => ({ name, arguments: { goal: "go" } }));
  const handle = start(fromAgent({ name: "agent", model: scripted([{ calls }]), tools, team: [deaf] }), "go", { clock });
  await clock.advance(0);
  return { signals, handle };
}

/** The rich tree with a journal that needs a while for each answer. */
function journaledTree(...[clock, onStart]: Parameters<MakeTree>): RichTree {
  const tree = richTree(clock, onStart);
  const kept = memoryJournal();
  const later = (): Promise<void> => new Promise((resolve) => clock.setTimeout(resolve, 10));
  const journal: Journal = { recall: (key) => later().then(() => kept.recall(key)), record: (record) => later().then(() => kept.record(record)) };
  return { ...tree, options: { ...tree.options, journal } };
}

async function uncut(make: MakeTree) {
  const clock = virtualClock();
  const { lead, options, started } = make(clock);
  const { handle, events } = watch(lead, "go", options);
  const result = await clock.settle(handle.result);
  return { result, events, started };
}

/** Keeps what is written as a console warning, as XState's development build does. */
function keptWarnings() {
  const warnings: unknown[] = [];
  const { warn } = console;
  console.warn = (...texts: unknown[]) => void warnings.push(texts);
  return { warnings, restore: () => void (console.warn = warn) };
}

type Cancel = (through: "signal" | "handle") => void;

/** Cuts `count` runs, each at its own moment, and keeps what was wrong after each. */
async function faultsAt(count: number, make: MakeTree, momentAt: (at: number, cancel: Cancel, clock: VirtualClock) => Moment) {
  const faults: Record<number, readonly string[]> = {};
  for (let at = 0; at < count; at++) {
    const found = await faultsWhenCut(make, (cancel, clock) => momentAt(at, cancel, clock));
    if (found.length > 0) faults[at] = found;
  }
  return faults;
}

async function faultsWhenCut(make: MakeTree, momentOf: (cancel: Cancel, clock: VirtualClock) => Moment): Promise<readonly string[]> {
  const clock = virtualClock();
  const controller = new AbortController();
  const reason = new Error("enough");
  const seen: { handle?: RunHandle; atCancel?: { readonly started: number; readonly open: readonly StartedCall[] } } = {};
  const cancel: Cancel = (through) => {
    seen.atCancel ??= { started: tree.started.length, open: tree.started.filter(({ isSettled }) => !isSettled) };
    if (seen.handle && through === "handle") seen.handle.cancel(reason);
    else controller.abort(reason);
  };
  const moment = momentOf(cancel, clock);
  const tree = make(clock, moment.onStart);

  const watched = watch(tree.lead, "go", { ...tree.options, signal: controller.signal, ...(moment.onEvent ? { onEvent: moment.onEvent } : {}) });
  seen.handle = watched.handle;
  const result = await clock.settle(watched.handle.result);
  const [json, told] = [JSON.stringify(result), watched.events.length];
  await clock.advance(10);

  const { started, open } = seen.atCancel ?? { started: tree.started.length, open: [] };
  return [
    ...leftoversOf({ run: result, ...watched, clock, signal: controller.signal }),
    ...(["cancelled", "completed"].includes(result.stopReason) ? [] : [`the stop reason is ${result.stopReason}`]),
    ...(JSON.stringify(result) === json && watched.events.length === told ? [] : ["the run changed after it had ended"]),
    ...tree.started.slice(started).map(({ kind, path }) => `a ${kind} call of ${path} started after the cancel`),
    ...open.filter(({ signal }) => !hasReason(signal, reason)).map(({ kind, path, signal }) => `a ${kind} call of ${path} was told ${String(signal.reason)}`),
  ];
}

// A call whose own time was up before the cancel has heard of that, and of nothing else.
function hasReason({ aborted, reason }: AbortSignal, expected: unknown): boolean {
  return aborted && (reason === expected || (reason as Error).name === "TimeoutError");
}
