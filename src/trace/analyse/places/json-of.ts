/** A value as JSON; a fixed text for one that is nested deeper than the call stack. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "(nested too deep)";
  }
}
