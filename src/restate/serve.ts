import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import { hostname } from "node:os";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createEndpointHandler } from "@restatedev/restate-sdk";
import { z } from "zod";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { Limit } from "../agent/engine/limit.ts";
import { DEFAULT_SLOTS, type RunOptions } from "../agent/definition/options.ts";
import { agentBehind } from "../agent/definition/team.ts";
import type { Worker } from "./invocation.ts";
import type { Making } from "./make.ts";
import { register } from "./register.ts";
import { runsWorkflow } from "./runs.ts";
import { slotsObject } from "./slots.ts";
import { specialistsServices } from "./specialists.ts";
import type { Served } from "./team.ts";

/** How a worker serves its agents. */
export interface ServeOptions {
  /** The port to listen on; 0 takes a free one. Default 9080. */
  readonly port?: number;
  /** The address to listen on. Default 127.0.0.1: whoever reaches a worker may have it run its agents. */
  readonly host?: string;
  /** What the worker is called in traces. Default the machine's name and the process's id. */
  readonly name?: string;
  /** Calls at once on this worker, of all runs together. Default 8 for models and 16 for tools. */
  readonly concurrency?: { readonly model?: number; readonly tools?: number };
  /** Answers for tools with `needsApproval`; without it they are refused. It is asked on the worker. */
  readonly approve?: RunOptions["approve"];
  /** The server's admin address, `http://127.0.0.1:9070`. The worker registers itself there; else that is left to you. */
  readonly admin?: string;
  /** The address at which the server reaches the worker, where that is not the one it listens on. */
  readonly reachedAt?: string;
  /** Public keys of the server (`publickeyv1_...`): requests that none of them has signed are refused. */
  readonly identityKeys?: readonly string[];
  /** A call that takes longer fails. Default one hour: the server takes one beyond it for dead and has it made again. */
  readonly longestCallSeconds?: number;
  /** How long an agent that waits stays in memory before it is put aside, to be told again when there is news. Default 60. */
  readonly idleSeconds?: number;
  /** The largest result of a call, and the largest run of a specialist, in bytes. Default 8 MiB; the server takes 32. */
  readonly maxBytes?: number;
}

/** A worker that serves agents. */
export interface AgentWorker {
  readonly name: string;
  readonly url: string;
  /** Stops listening and ends every connection; what runs here goes on elsewhere, or here once it is back. */
  close(): Promise<void>;
}

const DAY_SECONDS = 24 * 60 * 60;
const MIB = 1024 * 1024;
const LARGEST_MESSAGE = 30 * MIB; // the server refuses 32, for ever, and what it carries comes on top
const SUBJECT = "a worker's options";
const COUNT = "a whole number of at least 1";
const count = z.number(COUNT).int(COUNT).positive(COUNT);
const seconds = z.number("a number of seconds above 0").positive("a number of seconds above 0");
const text = z.string("a text").min(1, "a text that is not empty");
const PORT = "a port from 0 to 65535";

const optionsSchema = z.strictObject({
  port: z.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).default(9080),
  host: text.default("127.0.0.1"),
  name: text.optional(),
  concurrency: z.strictObject({ model: count.optional(), tools: count.optional() }, "{ model, tools }").default({}),
  approve: z.custom<NonNullable<RunOptions["approve"]>>((value) => typeof value === "function", "a function").optional(),
  admin: z.url("an address such as http://127.0.0.1:9070").optional(),
  reachedAt: z.url("an address such as http://worker-1:9080").optional(),
  identityKeys: z.array(text).optional(),
  longestCallSeconds: seconds.default(3600),
  idleSeconds: seconds.default(60),
  maxBytes: count.max(LARGEST_MESSAGE, `at most ${LARGEST_MESSAGE} bytes`).default(8 * MIB),
}, "an object of options");

/** What `serveAgents` does, in a module that loads the server's SDK. */
export async function serve(agents: readonly AgentLogic[], options: ServeOptions = {}): Promise<AgentWorker> {
  const given = checked(SUBJECT, optionsSchema, options);
  checkNode();
  const name = given.name ?? `${hostname()}:${process.pid}`;
  const worker: Worker = { served: servedFrom(agents), approve: given.approve, making: makingOf(name, given) };
  const { port, host, admin, reachedAt } = given;
  const server = await listening(createServer(handlerFor(worker, given)), port, host);
  const url = urlOf(server, host);
  try {
    if (admin !== undefined) await register(admin, reachedAt ?? url);
  } catch (error) {
    await closed(server);
    throw error;
  }
  return { name, url, close: () => closed(server) };
}

type CheckedServeOptions = z.output<typeof optionsSchema>;

function makingOf(worker: string, { concurrency, longestCallSeconds, idleSeconds, maxBytes }: CheckedServeOptions): Making {
  const { model = DEFAULT_SLOTS.model, tools = DEFAULT_SLOTS.tools } = concurrency;
  return { worker, limit: new Limit({ model, tools }), longestCallSeconds, awakeSeconds: idleSeconds / 3, maxBytes };
}

function urlOf(server: Http2Server, host: string): string {
  const { port } = server.address() as AddressInfo; // a text only for a socket in the file system
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function handlerFor(worker: Worker, { longestCallSeconds, idleSeconds, identityKeys }: CheckedServeOptions) {
  const service = {
    inactivityTimeout: idleSeconds * 1000,
    // An invocation that makes calls is never inactive; should it be, a call beyond this would be made again while it runs.
    abortTimeout: (longestCallSeconds + DAY_SECONDS) * 1000,
    // The server's own pace goes up to a minute between two tries, too long for a worker that is back after a second, and
    // after seventy of them it waits for a person.
    retryPolicy: { initialInterval: 100, exponentiationFactor: 2, maxInterval: 2000, maxAttempts: 10_000_000 },
  };
  return createEndpointHandler({
    services: [runsWorkflow(worker), ...specialistsServices(worker), slotsObject],
    defaultServiceOptions: service,
    logger: () => undefined,
    ...(identityKeys ? { identityKeys: [...identityKeys] } : {}),
  });
}

function checkNode(): void {
  if (Number(process.versions.node.split(".")[0]) >= 22) return;
  const allowed = "22 or later, which Restate's SDK needs; all else of the library runs on 20";
  throw new DefinitionError({ subject: "a worker", field: "Node", value: process.versions.node, allowed });
}

function servedFrom(agents: readonly AgentLogic[]): Served {
  const allowed = "a list of what fromAgent(...) returns, at least one, of names that differ";
  const served = new Map<string, AgentLogic>();
  const given: readonly unknown[] = Array.isArray(agents) ? agents : [];
  for (const agent of given) {
    const behind = agentBehind(agent);
    if (!behind || served.has(behind.name)) {
      const value = behind ? `'${behind.name}' twice` : agent;
      throw new DefinitionError({ subject: "a worker", field: "agents", value, allowed });
    }
    served.set(behind.name, agent as AgentLogic); // it has an agent behind it
  }
  if (served.size === 0) throw new DefinitionError({ subject: "a worker", field: "agents", value: agents, allowed });
  return served;
}

async function listening(server: Http2Server, port: number, host: string): Promise<Http2Server> {
  const sessions = new Set<ServerHttp2Session>();
  // A turn is several small messages, each of which is waited for.
  server.on("connection", (socket: Socket) => socket.setNoDelay(true));
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  endings.set(server, () => {
    for (const session of sessions) session.destroy();
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

const endings = new WeakMap<Http2Server, () => void>();

async function closed(server: Http2Server): Promise<void> {
  if (!server.listening) return;
  const ended = once(server, "close");
  server.close();
  endings.get(server)?.();
  await ended;
}
