import type { Role } from "./paint.ts";
import type { Standing } from "./standing.ts";

/** The mark of a standing: a shape besides the colour. */
export const MARKS: Readonly<Record<Standing, string>> = {
  good: "✓",
  bad: "✗",
  cut: "◐",
  queued: "·",
  running: "▸",
  waiting: "◇",
};

/** The role that paints a standing. */
export const STANDING_ROLES: Readonly<Record<Standing, Role>> = {
  good: "good",
  bad: "bad",
  cut: "cut",
  queued: "quiet",
  running: "open",
  waiting: "quiet",
};
