import type { Command } from "commander";
import type { RunFlags } from "../options/run-options.ts";

/** The command that only `troupe worker` gives, to start its processes. */
export const WORKER_PROCESS = "worker-process";

/** The options of `troupe worker`, as they stand on the command line. */
export interface WorkerFlags extends Pick<RunFlags, "agent" | "model" | "baseUrl" | "price" | "rate" | "concurrency"> {
  readonly port?: string;
  readonly host?: string;
  readonly processes?: string;
  readonly name?: string;
  readonly register?: string;
  readonly reachedAt?: string;
  readonly identityKey?: readonly string[];
}

/** Adds the options of `troupe worker` to a command. */
export function withWorkerOptions(command: Command): Command {
  return command
    .option("--agent <module>", "serve the agents that this module exports as its default: one, or a list")
    .option("--port <n>", "the port to listen on (default: 9080; 0 takes a free one)")
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)")
    .option("--processes <n>", "share the work among so many processes behind the one port (default: 1)")
    .option("--name <name>", "what the worker is called in traces; of several processes <name>-1, <name>-2, ...")
    .option("--register <url>", "the admin address of the Restate server, such as http://127.0.0.1:9070, where the worker is registered")
    .option("--reached-at <url>", "where the server reaches the worker, if not at the address it listens on")
    .option(
      "--identity-key <key>",
      "a public key of the server (publickeyv1_...): requests that none of these has signed are refused",
      both,
    )
    .option("--concurrency <n>", "how many model calls may run at once in all processes together (default: 8 in each)")
    .option("--model <name>", "who answers for agents that take a model, as for troupe run")
    .option("--base-url <url>", "the address of the model's server, such as http://localhost:8080/v1")
    .option("--price <prices>", "what the model costs per million tokens, such as input=2.5,output=10")
    .option("--rate <limits>", "what the provider allows all processes together per minute, such as requests=50,tokens=40000");
}

function both(key: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, key];
}
