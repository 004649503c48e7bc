/**
 * A run as it may be written anywhere: one made without contents still has its answer in memory, and gives JSON another.
 * Whatever shows, sends or compares a run begins with this; a run that was read from a file is what it is.
 */
export function asWritten<Run extends object>(run: Run): Run {
  return "toJSON" in run && typeof run.toJSON === "function" ? (run.toJSON as () => Run).call(run) : run;
}
