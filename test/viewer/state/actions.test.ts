import { describe, expect, it } from "vitest";
import {
  compare,
  fold,
  foldAll,
  focus,
  goTo,
  nextMetric,
  open,
  pan,
  renew,
  select,
  setSpan,
  showByDigit,
  switchTheme,
  unfoldAll,
  zoom,
} from "../../../viewer/state/actions.ts";
import { NOTHING, type State } from "../../../viewer/state/state.ts";
import { storeOf, type Store } from "../../../viewer/state/store.ts";
import { openedTrace, type Trace } from "../../../viewer/trace/trace.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";

const RUN = syntheticRun({ steps: 120, depth: 4 });
const opened = (run: object): Trace => {
  const trace = openedTrace(JSON.parse(JSON.stringify(run)), "");
  if (!trace) throw new Error("the run is a trace");
  return trace;
};

function pageWith(trace = opened(RUN), fragment = ""): Store<State> {
  const page = storeOf<State>(NOTHING);
  open(page, trace, fragment);
  return page;
}

const deepest = ({ nodes }: Trace): number => nodes.depth.indexOf(Math.max(...nodes.depth));

describe("a store", () => {
  it("tells of a change once, and of what is no change never", () => {
    const store = storeOf({ a: 1, b: 2 });
    let told = 0;
    const leave = store.subscribe(() => told++);

    store.set({ a: 2, b: 3 });
    store.set({ a: 2 });
    leave();
    store.set({ a: 9 });

    expect([told, store.get()]).toEqual([1, { a: 9, b: 3 }]);
  });
});

describe("opening a trace", () => {
  it("shows what the address says, unfolded down to what is selected", () => {
    const large = opened(syntheticRun({ steps: 3000, depth: 8 }));
    const node = deepest(large);
    const page = pageWith(large, `#view=table&step=${encodeURIComponent(large.nodes.steps[node]?.id ?? "")}`);

    expect([page.get().view, page.get().selected]).toEqual(["table", node]);
    expect(page.get().folded.size).toBeGreaterThan(0);
    expect([...page.get().folded].filter((at) => at < node && node < (large.nodes.end[at] ?? 0))).toEqual([]);
  });

  it("lets go of the one before", () => {
    const page = pageWith();
    compare(page, opened(RUN));
    page.set({ query: "x", selected: 5 });
    open(page, opened(RUN), "");

    expect([page.get().other, page.get().query, page.get().selected, page.get().view]).toEqual([null, "", 0, "lanes"]);
  });
});

describe("renewing a trace that grows", () => {
  it("keeps what was selected and folded, though its number has changed", () => {
    const [before, after] = [0.4, 1].map((share) => opened(asOf(RUN, RUN.seconds * share)));
    if (!before || !after) throw new Error("two traces");
    const page = pageWith(before);
    const agent = before.nodes.lanes[1] ?? 0;
    const last = before.nodes.count - 1;
    select(page, last);
    fold(page, agent, true);
    renew(page, after);

    expect(after.nodes.steps[page.get().selected]?.id).toBe(before.nodes.steps[last]?.id);
    expect([...page.get().folded].map((node) => after.nodes.steps[node]?.id)).toEqual([before.nodes.steps[agent]?.id]);
    expect(page.get().trace).toBe(after);
  });

  it("opens another run anew", () => {
    const page = pageWith();
    select(page, 5);
    renew(page, opened({ ...RUN, id: "another" }));

    expect(page.get().selected).toBe(0);
  });
});

describe("folding", () => {
  it("goes back and forth, and never takes the run itself or a step with nothing below", () => {
    const page = pageWith();
    const agent = page.get().trace?.nodes.lanes[1] ?? 0;
    const sizes = [agent, agent, 0, 1].map((node) => {
      fold(page, node);
      return page.get().folded.size;
    });

    expect(sizes).toEqual([1, 0, 0, 0]);
  });

  it("of everything keeps the way to what is selected, and selecting unfolds", () => {
    const page = pageWith();
    const trace = page.get().trace as Trace; // pageWith has opened one
    const node = deepest(trace);
    select(page, node);
    foldAll(page);
    const isHidden = (): boolean => [...page.get().folded].some((at) => at < node && node < (trace.nodes.end[at] ?? 0));

    expect(isHidden()).toBe(false);
    select(page, 0);
    foldAll(page);
    expect(isHidden()).toBe(true);
    select(page, node);
    expect(isHidden()).toBe(false);
    unfoldAll(page);
    expect(page.get().folded.size).toBe(0);
  });
});

describe("the time window", () => {
  it("is none until something is nearer than the whole, and none again when all is shown", () => {
    const page = pageWith();
    const spans = [() => zoom(page, 0.5), () => pan(page, 0.5), () => zoom(page, 10), () => pan(page, 1)].map((act) => {
      act();
      return page.get().span !== null;
    });

    expect(spans).toEqual([true, true, false, false]);
  });

  it("shows what is selected, and the second time the whole again", () => {
    const page = pageWith();
    const { nodes } = page.get().trace as Trace;
    select(page, 1);
    focus(page);
    const { span } = page.get();

    expect(span && span.from <= (nodes.from[1] ?? 0) && span.until >= (nodes.until[1] ?? 0)).toBe(true);
    focus(page);
    expect(page.get().span).toBeNull();
  });

  it("moves to a step that a link leads to, where it does not show it", () => {
    const page = pageWith();
    const { nodes, span: whole } = page.get().trace as Trace;
    const last = nodes.count - 1;
    setSpan(page, { from: 0, until: (whole.until - whole.from) / 100 });
    goTo(page, last);

    expect([page.get().selected, (page.get().span?.until ?? 0) >= (nodes.until[last] ?? 0)]).toEqual([last, true]);
  });
});

describe("views and colours", () => {
  it("are chosen by digits, in their order", () => {
    const page = pageWith();
    const views = [1, 2, 3, 4, 5, 6, 7, 8].map((digit) => {
      showByDigit(page, digit);
      return page.get().view;
    });

    expect(views).toEqual(["lanes", "icicle", "boundary", "conversation", "budget", "table", "diff", "replay"]);
  });

  it("go on to the next metric, round and round", () => {
    const page = pageWith();
    const metrics = Array.from({ length: 5 }, () => {
      nextMetric(page);
      return page.get().metric;
    });

    expect(metrics).toEqual(["self", "tokens", "cost", "steps", "time"]);
  });

  it("turn away from what the system prefers, and back", () => {
    const page = pageWith();
    const themes = [true, true, true].map((systemIsDark) => {
      switchTheme(page, systemIsDark);
      return page.get().theme;
    });

    expect(themes).toEqual(["light", "dark", "light"]);
  });
});
