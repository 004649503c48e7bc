import type { JSX } from "preact";
import type { Limit } from "../../../src/core/run.ts";
import { Icon } from "../../parts/icon.tsx";
import { countText, lineOf } from "../../parts/words.ts";

const OWNERS: Readonly<Record<string, string>> = { budget: "its own budget", share: "its share", pool: "the whole run's pool" };

/** The ceiling that cut an agent, and whose it was. */
export function Limited({ limit, stopReason }: { limit: Limit | null; stopReason: string | null }): JSX.Element | null {
  if (!limit) return null;
  return (
    <p class="limited tone-cut">
      <Icon name="limit" /> stopped by {lineOf(limit.name)} {countText(limit.value)} of{" "}
      {OWNERS[limit.scope] ?? lineOf(limit.scope)}
      {stopReason === null ? "" : ` (${lineOf(stopReason)})`}
    </p>
  );
}
