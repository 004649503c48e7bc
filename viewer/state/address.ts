import { METRICS } from "../shape/weights.ts";
import type { Trace } from "../trace/trace.ts";
import { GROUPINGS, NOTHING, VIEWS, type State } from "./state.ts";

/** What of the state an address keeps. */
type Addressed = Pick<
  State,
  "selected" | "span" | "view" | "metric" | "top" | "query" | "grouping" | "sorting" | "moment" | "side" | "theme"
>;

const THEMES = ["light", "dark"] as const;

/** The fragment of an address that brings a reader back here; empty for a page just opened. Milliseconds are rounded to microseconds. */
export function fragmentOf(state: State): string {
  const { trace, span, moment, sorting } = state;
  const parts = new URLSearchParams();
  const keep = (name: "view" | "metric" | "grouping" | "side" | "theme" | "query"): void => {
    if (state[name] !== NOTHING[name]) parts.set(name, state[name]);
  };
  keep("view");
  if (trace && state.selected > 0) parts.set("step", placeText(trace, state.selected));
  if (trace && state.top > 0) parts.set("top", placeText(trace, state.top));
  if (span) parts.set("time", `${rounded(span.from)}-${rounded(span.until)}`);
  if (moment !== null) parts.set("at", String(rounded(moment)));
  keep("metric");
  keep("grouping");
  if (sorting) parts.set("sort", `${sorting.descending ? "-" : ""}${sorting.column}`);
  keep("query");
  keep("side");
  keep("theme");
  return parts.toString();
}

/** What a fragment says; whatever it says wrongly is as if it were not there. */
export function stateFrom(fragment: string, trace: Trace | null): Addressed {
  const parts = new URLSearchParams(fragment.replace(/^#/u, ""));
  return {
    view: oneOf(VIEWS, parts.get("view")) ?? NOTHING.view,
    selected: nodeFrom(trace, parts.get("step")),
    top: nodeFrom(trace, parts.get("top")),
    span: spanFrom(parts.get("time")),
    moment: numberFrom(parts.get("at")),
    metric: oneOf(METRICS, parts.get("metric")) ?? NOTHING.metric,
    grouping: oneOf(GROUPINGS, parts.get("grouping")) ?? NOTHING.grouping,
    sorting: sortingFrom(parts.get("sort")),
    query: parts.get("query") ?? NOTHING.query,
    side: parts.get("side") === "findings" ? "findings" : NOTHING.side,
    theme: oneOf(THEMES, parts.get("theme")) ?? NOTHING.theme,
  };
}

// By id, so that the address holds for another version of the trace; by number where another step has the same id.
function placeText(trace: Trace, node: number): string {
  const id = trace.nodes.steps[node]?.id ?? "";
  return trace.nodeOf(id) === node ? id : `:${node}`;
}

function nodeFrom(trace: Trace | null, place: string | null): number {
  if (!trace || place === null) return 0;
  const byId = trace.nodeOf(place);
  if (byId !== null) return byId;
  const byNumber = /^:(\d+)$/u.exec(place)?.[1];
  return byNumber !== undefined && Number(byNumber) < trace.nodes.count ? Number(byNumber) : 0;
}

function spanFrom(text: string | null): State["span"] {
  const [, first, last] = /^(-?[\d.]+)-(-?[\d.]+)$/u.exec(text ?? "") ?? [];
  const from = numberFrom(first ?? null);
  const until = numberFrom(last ?? null);
  return from !== null && until !== null && from < until ? { from, until } : null;
}

function sortingFrom(text: string | null): State["sorting"] {
  if (text === null || text === "") return null;
  return text.startsWith("-") ? { column: text.slice(1), descending: true } : { column: text, descending: false };
}

function numberFrom(text: string | null): number | null {
  if (text === null || text.trim() === "") return null;
  return Number.isFinite(Number(text)) ? Number(text) : null;
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null): Word | null {
  return words.find((word) => word === text) ?? null;
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
