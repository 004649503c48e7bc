import { appendFileSync, existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { serveAgents, type ServeOptions } from "../../src/restate/index.ts";
import { cast, type Calls } from "./cast.ts";

/** A worker of the tests: serves the cast, and writes what its calls do into a log that all workers share. */

const { LOG = "", WORKER = "", PORT = "0", VERSION = "1", OPTIONS = "{}" } = process.env;

const write = (what: string) => (call: string): void => appendFileSync(LOG, `${Date.now()} ${WORKER} ${what} ${call}\n`);
const calls: Calls = {
  begin: write("begin"),
  end: write("end"),
  abort: write("abort"),
  isOpen: (gate) => existsSync(`${LOG}.${gate}`),
};

const held: WeakRef<object>[] = [];
const { approves = false, ...options } = JSON.parse(OPTIONS) as ServeOptions & { readonly approves?: boolean };
const agents = cast(calls, { version: VERSION, asked: ({ messages }) => void held.push(new WeakRef(messages)) });

const worker = await serveAgents(agents, {
  ...options,
  name: WORKER,
  port: Number(PORT),
  ...(approves ? { approve: ({ tool, path }) => (write("approve")(`${tool} ${path}`), true) } : {}),
});

// Says how many histories of agents are still held once the garbage is collected.
process.on("SIGUSR2", () => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const alive = held.filter((ref) => ref.deref() !== undefined).length;
  process.stdout.write(`held ${alive} of ${held.length}\n`);
});

process.stdout.write(`ready ${worker.url}\n`);
