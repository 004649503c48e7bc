import { analyse, type Analysis } from "../../src/trace/analyse/analyse.ts";
import { totalsOf, type Totals } from "../../src/trace/analyse/figures/totals.ts";
import { placesOf } from "../../src/trace/analyse/places/places.ts";
import type { Trace } from "./trace.ts";

const analyses = new WeakMap<Trace, Analysis>();
const totals = new WeakMap<Trace, Totals>();

/** The analysis of a trace, made once; it takes about 30 µs for each step. */
export function analysisOf(trace: Trace): Analysis {
  const analysis = analyses.get(trace) ?? analyse(trace.run);
  analyses.set(trace, analysis);
  return analysis;
}

/** The analysis of a trace if it has been made already, else null. */
export function knownAnalysis(trace: Trace): Analysis | null {
  return analyses.get(trace) ?? null;
}

/** What a trace came to: the part of its analysis that is needed at once. */
export function totalsFor(trace: Trace): Totals {
  const known = totals.get(trace) ?? totalsOf(placesOf(trace.run));
  totals.set(trace, known);
  return known;
}
