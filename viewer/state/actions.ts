import { foldable, foldedAtFirst, hasChildren } from "../shape/rows.ts";
import { METRICS } from "../shape/weights.ts";
import { focused, inside, isWhole, panned, zoomed } from "../shape/window.ts";
import { trailTo } from "../trace/nodes.ts";
import type { Span, Trace } from "../trace/trace.ts";
import { stateFrom } from "./address.ts";
import { NOTHING, VIEWS, type State, type View } from "./state.ts";
import type { Store } from "./store.ts";

/** The state of the page, to read and to change. */
export type Page = Store<State>;

/** Shows a trace, as the address says. What was compared with the one before goes. */
export function open(page: Page, trace: Trace, fragment: string): void {
  const { theme, following } = page.get();
  const addressed = stateFrom(fragment, trace);
  const folded = foldedAtFirst(trace.nodes);
  for (const above of trailTo(trace.nodes, addressed.selected).slice(0, -1)) folded.delete(above);
  const { theme: wanted } = addressed;
  page.set({ ...NOTHING, ...addressed, theme: wanted === "auto" ? theme : wanted, trace, folded, following });
}

/** Puts a newer version of the same run in place of the one shown; what was selected and folded stays so, by id. */
export function renew(page: Page, trace: Trace): void {
  const { trace: before, selected, top, folded, span } = page.get();
  if (!before || before.run.id !== trace.run.id) return open(page, trace, "");
  const moved = (node: number): number => (node === 0 ? 0 : (trace.nodeOf(before.nodes.steps[node]?.id ?? "") ?? 0));
  const stillFolded = new Set([...folded].map(moved).filter((node) => node > 0));
  page.set({ trace, selected: moved(selected), top: moved(top), folded: stillFolded, hovered: null, span });
}

/** Compares the trace shown with another. */
export function compare(page: Page, other: Trace): void {
  page.set({ other, view: "diff", pane: "view", problem: null });
}

/** Selects a node and unfolds everything above it. */
export function select(page: Page, node: number): void {
  const { trace, folded } = page.get();
  if (!trace) return;
  const above = trailTo(trace.nodes, node)
    .slice(0, -1)
    .filter((at) => folded.has(at));
  if (above.length === 0) return page.set({ selected: node });
  const fewer = new Set(folded);
  for (const at of above) fewer.delete(at);
  page.set({ selected: node, folded: fewer });
}

/** Selects a node and shows it: the inspector, and the time window where it is. */
export function goTo(page: Page, node: number): void {
  select(page, node);
  const { trace, span } = page.get();
  page.set({ side: "inspector" });
  if (!trace || !span) return;
  const about = spanOfNode(trace, node);
  const isOut = about.until < span.from || about.from > span.until;
  if (isOut) page.set({ span: narrowed(focused(about, trace.span), trace) });
}

/** Folds or unfolds a node; without `fold`, the other way than it is. */
export function fold(page: Page, node: number, wanted?: boolean): void {
  const { trace, folded } = page.get();
  if (!trace || node === 0 || !hasChildren(trace.nodes, node)) return;
  const fewer = new Set(folded);
  if (wanted ?? !folded.has(node)) fewer.add(node);
  else fewer.delete(node);
  page.set({ folded: fewer });
}

/** Folds everything but the path to what is selected. */
export function foldAll(page: Page): void {
  const { trace, selected } = page.get();
  if (!trace) return;
  const folded = foldable(trace.nodes);
  for (const above of trailTo(trace.nodes, selected).slice(0, -1)) folded.delete(above);
  page.set({ folded });
}

/** Unfolds everything. */
export function unfoldAll(page: Page): void {
  page.set({ folded: new Set() });
}

/** Makes the time window shorter or longer, around a moment or its middle. */
export function zoom(page: Page, factor: number, at?: number): void {
  const { trace, span } = page.get();
  if (!trace) return;
  const shown = span ?? trace.span;
  setSpan(page, zoomed(shown, trace.span, factor, at ?? (shown.from + shown.until) / 2));
}

/** Moves the time window by a fraction of its length. */
export function pan(page: Page, fraction: number): void {
  const { trace, span } = page.get();
  if (trace && span) setSpan(page, panned(span, trace.span, fraction));
}

/** Shows a span of time; the whole of it is no window at all. */
export function setSpan(page: Page, span: Span | null): void {
  const { trace } = page.get();
  if (trace) page.set({ span: span && narrowed(span, trace) });
}

/** Shows the time of what is selected; a second time, the whole run again. */
export function focus(page: Page): void {
  const { trace, selected, span, view, top } = page.get();
  if (!trace) return;
  if (view === "icicle") return page.set({ top: top === selected ? 0 : selected });
  const wanted = narrowed(focused(spanOfNode(trace, selected), trace.span), trace);
  const isThere =
    span !== null && wanted !== null && Math.abs(span.from - wanted.from) < 1e-6 && Math.abs(span.until - wanted.until) < 1e-6;
  page.set({ span: isThere ? null : wanted });
}

// The time of a node, its wait included.
function spanOfNode({ nodes }: Trace, node: number): Span {
  return { from: (nodes.from[node] ?? 0) - (nodes.waited[node] ?? 0), until: nodes.until[node] ?? 0 };
}

function narrowed(span: Span, trace: Trace): Span | null {
  return isWhole(span, trace.span) ? null : inside(span, trace.span);
}

/** Shows a view. */
export function show(page: Page, view: View): void {
  page.set({ view, pane: "view", help: false });
}

/** Shows the view of a digit, from 1. */
export function showByDigit(page: Page, digit: number): void {
  const view = VIEWS[digit - 1];
  if (view) show(page, view);
}

/** Goes on to the next metric of the icicle. */
export function nextMetric(page: Page): void {
  const { metric } = page.get();
  page.set({ metric: METRICS[(METRICS.indexOf(metric) + 1) % METRICS.length] ?? "time", view: "icicle" });
}

/** Goes from light to dark and back; the first time, away from what the system prefers. */
export function switchTheme(page: Page, systemIsDark: boolean): void {
  const { theme } = page.get();
  const isDark = theme === "auto" ? systemIsDark : theme === "dark";
  page.set({ theme: isDark ? "light" : "dark" });
}
