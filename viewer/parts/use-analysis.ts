import { useEffect, useState } from "preact/hooks";
import type { Analysis } from "../../src/trace/analyse/analyse.ts";
import { analysisOf, knownAnalysis } from "../trace/analysis.ts";
import type { Trace } from "../trace/trace.ts";

/** The analysis of a trace; null until there was time to make it, which is after everything has been drawn. */
export function useAnalysis(trace: Trace): Analysis | null {
  const [, renew] = useState(0);
  const known = knownAnalysis(trace);
  useEffect(() => {
    if (known) return undefined;
    const due = window.setTimeout(() => {
      analysisOf(trace);
      renew((count) => count + 1);
    }, 60);
    return () => window.clearTimeout(due);
  }, [trace, known]);
  return known;
}
