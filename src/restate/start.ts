import type { Context } from "@restatedev/restate-sdk";
import { systemClock } from "../agent/time/clock.ts";
import type { Pump } from "./pump.ts";
import { differingIn } from "../agent/definition/fingerprints.ts";

/**
 * The time now, as the engine keeps it for this invocation. Rejects where the invocation began with other definitions
 * than this worker has: the engine then tries until it finds a worker that has them, and never mixes two.
 */
export async function startOf(ctx: Context, pump: Pump, definitions: Readonly<Record<string, string>>): Promise<number> {
  const came = await pump.only(ctx.run("start", () => ({ at: systemClock.now(), definitions })));
  if (!came.ok) throw came.error;
  const different = differingIn(came.value.definitions, definitions);
  if (different.length === 0) return came.value.at;
  throw new Error(`this worker cannot go on with the run, whose definitions differ from its own: ${different.join(", ")}`);
}
