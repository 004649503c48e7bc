import { hostname } from "node:os";
import { UsageError } from "../ending/usage-error.ts";
import { slotsFrom } from "../options/ceilings.ts";
import { rateFrom } from "../options/model.ts";
import { httpAddress } from "../options/server-address.ts";
import type { WorkerFlags } from "./options.ts";
import type { WorkerJob } from "./word.ts";

/** A worker as it is to be: where it is reached, and what each of its processes does. */
export interface WorkerPlan {
  readonly host: string;
  readonly port: number;
  /** The admin address of the server; null where the worker is registered by somebody else. */
  readonly admin: string | null;
  /** Where the server reaches it; null for the address it listens on. */
  readonly reachedAt: string | null;
  readonly jobs: readonly WorkerJob[];
}

const MOST_PROCESSES = 256;
const ANYWHERE: readonly string[] = ["0.0.0.0", "::"];

/**
 * Reads the options of the command line, over those of a configuration file. What is for the whole worker is shared out
 * among its processes. Throws `UsageError`.
 */
export function planFrom(given: WorkerFlags, configured: WorkerFlags = {}): WorkerPlan {
  const flags = { ...answersIn(configured, given), ...given };
  const { agent, host = "127.0.0.1", port = "9080", processes = "1", register, reachedAt } = flags;
  if (agent === undefined) throw new UsageError("--agent <module> says which agents the worker serves");
  if (host.trim() === "") throw new UsageError("--host is blank; allowed: an address of this machine");
  if (register !== undefined && reachedAt === undefined && ANYWHERE.includes(host)) {
    throw new UsageError(`--register needs --reached-at where --host is ${host}, which is no address that a server reaches`);
  }
  const count = countIn("--processes", processes, 1, MOST_PROCESSES);
  return {
    host,
    port: countIn("--port", port, 0, 65_535),
    admin: register === undefined ? null : httpAddress("--register", register, "http://127.0.0.1:9070"),
    reachedAt: reachedAt === undefined ? null : httpAddress("--reached-at", reachedAt, "http://worker-1:9080"),
    jobs: Array.from({ length: count }, (_, index) => jobFor(flags, agent, { isModelGiven: given.model !== undefined, index, count })),
  };
}

// Another model than the one of the file has its own price and address; the file's other options are for runs.
function answersIn({ agent, model, baseUrl, price, rate }: WorkerFlags, given: WorkerFlags): WorkerFlags {
  const answers = given.model === undefined ? { model, baseUrl, price, rate } : {};
  return Object.fromEntries(Object.entries({ agent, ...answers }).filter(([, value]) => value !== undefined));
}

interface Which {
  readonly isModelGiven: boolean;
  readonly index: number;
  readonly count: number;
}

function jobFor(flags: WorkerFlags, agent: string, which: Which): WorkerJob {
  const { model, baseUrl, price, rate, concurrency, identityKey = [] } = flags;
  return {
    troupe: "job",
    name: nameFor(flags.name, which),
    agent,
    isModelGiven: which.isModelGiven,
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(price === undefined ? {} : { price }),
    ...(rate === undefined ? {} : { rate: rateShare(rate, which) }),
    ...(concurrency === undefined ? {} : { concurrency: String(shareOf("--concurrency", slotsFrom(concurrency), which)) }),
    identityKeys: [...identityKey],
  };
}

function nameFor(name: string | undefined, { index, count }: Pick<Which, "index" | "count">): string {
  if (name?.trim() === "") throw new UsageError("--name is blank; say what the worker is called");
  if (count === 1) return name ?? `${hostname()}:${process.pid}`;
  return `${name ?? hostname()}-${index + 1}`;
}

function rateShare(rate: string, which: Which): string {
  const limits = Object.entries(rateFrom(rate));
  return limits.map(([limit, value]) => `${limit}=${shareOf(`--rate: ${limit}`, value, which)}`).join(",");
}

// The first processes take what does not divide.
function shareOf(what: string, whole: number, { index, count }: Pick<Which, "index" | "count">): number {
  if (whole < count) throw new UsageError(`${what} is ${whole} for ${count} processes; allowed: at least 1 for each of them`);
  return Math.floor(whole / count) + (index < whole % count ? 1 : 0);
}

function countIn(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/u.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`${option} is '${text}'; allowed: a whole number from ${least} to ${most}`);
}
