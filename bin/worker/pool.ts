import { startBalancer } from "./balancer.ts";
import type { WorkerPlan } from "./plan.ts";
import { listening } from "./serve-job.ts";
import { WorkerSlot, type SlotEvent } from "./slot.ts";

/** Processes that serve behind one address. */
export interface Pool {
  readonly port: number;
  /** The names of the agents they serve. */
  readonly agents: readonly string[];
  /** Ends the address and then the processes, in good order. */
  end(): Promise<void>;
}

const MS_BETWEEN_TICKS = 1_000;

/** Starts the processes of a plan and resolves once all of them serve. Throws `UsageError` where one of them cannot. */
export async function startPool({ host, port, jobs }: WorkerPlan, tell: (event: SlotEvent) => void): Promise<Pool> {
  const balancer = await listening({ host, port }, () => startBalancer(jobs.length, { host, port }));
  // There is a job for each place.
  const slots = balancer.places.map((place, index) => new WorkerSlot({ job: jobs[index] as (typeof jobs)[number], place, tell }));
  const killAll = (): void => {
    for (const slot of slots) slot.kill();
  };
  process.on("exit", killAll);
  const ticks = setInterval(() => {
    for (const slot of slots) slot.tick();
  }, MS_BETWEEN_TICKS);
  const end = async (): Promise<void> => {
    clearInterval(ticks);
    await balancer.close();
    await Promise.all(slots.map((slot) => slot.end()));
    process.off("exit", killAll);
  };
  try {
    const [agents = []] = await Promise.all(slots.map((slot) => slot.start()));
    return { port: balancer.port, agents, end };
  } catch (error) {
    await end();
    throw error;
  }
}
