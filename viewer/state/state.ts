import type { Metric } from "../shape/weights.ts";
import type { Span, Trace } from "../trace/trace.ts";

/** The views of the centre, in the order of their digits. */
export const VIEWS = ["lanes", "icicle", "boundary", "conversation", "budget", "table", "diff", "replay"] as const;

/** A view of the centre. */
export type View = (typeof VIEWS)[number];

/** By what the table puts steps together; `none` lists them one by one. */
export const GROUPINGS = ["none", "agent", "tool", "model", "outcome", "depth"] as const;

/** By what the table puts steps together. */
export type Grouping = (typeof GROUPINGS)[number];

/** How a live page stands with its server. */
export type Following = "no" | "connecting" | "following" | "lost" | "ended";

/** Everything that can change on the page; whatever is shown follows from this alone. */
export interface State {
  readonly trace: Trace | null;
  /** The run that it is compared with. */
  readonly other: Trace | null;
  /** What went wrong when something was opened, in one sentence. */
  readonly problem: string | null;
  /** The node that everything is about; 0 is the run. */
  readonly selected: number;
  readonly hovered: number | null;
  /** The time window; null for the whole run. */
  readonly span: Span | null;
  readonly view: View;
  readonly metric: Metric;
  /** The node on top of the icicle. */
  readonly top: number;
  readonly folded: ReadonlySet<number>;
  readonly query: string;
  readonly grouping: Grouping;
  /** The column that the table is sorted by, and which way; null as the trace has it. */
  readonly sorting: { readonly column: string; readonly descending: boolean } | null;
  /** The moment that the replay shows, in milliseconds from the start. */
  readonly moment: number | null;
  readonly side: "inspector" | "findings";
  /** What a narrow screen shows. */
  readonly pane: "tree" | "view" | "side";
  readonly theme: "auto" | "light" | "dark";
  readonly help: boolean;
  readonly following: Following;
}

/** The page before anything is opened. */
export const NOTHING: State = {
  trace: null,
  other: null,
  problem: null,
  selected: 0,
  hovered: null,
  span: null,
  view: "lanes",
  metric: "time",
  top: 0,
  folded: new Set(),
  query: "",
  grouping: "none",
  sorting: null,
  moment: null,
  side: "inspector",
  pane: "view",
  theme: "auto",
  help: false,
  following: "no",
};
