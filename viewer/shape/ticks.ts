import type { Span } from "../trace/trace.ts";

/** A moment worth a line, and what to write beside it. */
export interface Tick {
  readonly moment: number;
  readonly label: string;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const CLOCK_STEPS_MS = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200].map(
  (seconds) => seconds * SECOND_MS,
);

/** Round moments within a span, not more than `most` of them. */
export function ticksOf({ from, until }: Span, most: number): Tick[] {
  const step = stepFor((until - from) / Math.max(1, most));
  const ticks: Tick[] = [];
  for (let count = Math.ceil(from / step); count * step <= until && ticks.length <= most; count++) {
    ticks.push({ moment: count * step, label: momentText(count * step, step) });
  }
  return ticks;
}

function stepFor(least: number): number {
  if (least <= 5 * SECOND_MS) return roundStep(least);
  return CLOCK_STEPS_MS.find((step) => step >= least) ?? Math.ceil(least / DAY_MS) * DAY_MS;
}

// 1, 2 or 5 times a power of ten.
function roundStep(least: number): number {
  const wanted = Math.max(least, 1e-6) * (1 - 1e-9); // so that 0.1 that came out a little larger is still 0.1
  const unit = 10 ** Math.floor(Math.log10(wanted));
  return unit * ([1, 2, 5].find((factor) => factor * unit >= wanted) ?? 10);
}

/** A moment from the start of the run, as finely as steps of `stepMs` need: `0.25 s`, `12 s`, `3:20`, `1:05:00`. */
export function momentText(moment: number, stepMs: number): string {
  const sign = moment < 0 ? "−" : "";
  const seconds = Math.abs(moment) / 1000;
  if (stepMs < 1) return `${sign}${(seconds * 1000).toFixed(Math.min(3, Math.ceil(-Math.log10(stepMs))))} ms`;
  if (seconds < 60) return `${sign}${seconds.toFixed(stepMs < 10 ? 3 : stepMs < 100 ? 2 : stepMs < 1000 ? 1 : 0)} s`;
  return sign + clockText(seconds, stepMs < 1000 ? (stepMs < 100 ? 2 : 1) : 0);
}

function clockText(seconds: number, decimals: number): string {
  const whole = Number(seconds.toFixed(decimals));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = (whole % 60).toFixed(decimals).padStart(decimals > 0 ? 3 + decimals : 2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
