import { Worker, type WorkerOptions } from "node:worker_threads";
import { failureOf, ThreadError, type Report } from "./report.ts";

/** A piece of work in a thread of its own, which can be ended whatever it does. */
export interface Thread {
  /** The module of the thread, written `new URL("./name.ts", import.meta.url)`; it calls `serve`. */
  readonly module: URL;
  /** What the module finds as its `workerData`. */
  readonly data: unknown;
  /** Ends the thread when it fires. */
  readonly signal: AbortSignal;
  /** How long the work may take, from the moment the thread is ready. */
  readonly seconds: number;
  readonly heapMegabytes: number;
  readonly stackMegabytes: number;
  /** Gets each note when it is made. */
  readonly onNote?: (text: string) => void;
}

/** How the work of a thread came to its end. */
export type ThreadEnd<Result> =
  | { readonly type: "ended"; readonly result: Result }
  | { readonly type: "timed_out" }
  | { readonly type: "out_of_memory" };

const START_SECONDS = 30; // a busy machine may take its time to start a thread; that is no fault of the work

/**
 * Runs a module in a thread that sees no environment variable, writes to no standard stream and is gone when this
 * settles. Resolves to what the work returned, or says that its time or memory was used up. Rejects with the signal's
 * reason, or with `ThreadError` for what the thread failed with. Goes by real time: a computing thread knows no other.
 */
export async function runThread<Result>(thread: Thread): Promise<ThreadEnd<Result>> {
  thread.signal.throwIfAborted();
  const worker = started(thread);
  try {
    return await endOf<Result>(worker, thread);
  } finally {
    await worker.terminate();
  }
}

function endOf<Result>(worker: Worker, { signal, seconds, onNote }: Thread): Promise<ThreadEnd<Result>> {
  let stopWaiting = (): void => undefined;
  const end = new Promise<ThreadEnd<Result>>((resolve, reject) => {
    const late = (): void => resolve({ type: "timed_out" });
    const onAbort = (): void => reject(signal.reason as Error); // the caller's own reason, whatever it is
    let timer = setTimeout(late, START_SECONDS * 1000);
    stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (report: Report<Result>) => {
      if (report.type === "ready") {
        clearTimeout(timer);
        timer = setTimeout(late, seconds * 1000);
      } else if (report.type === "note") onNote?.(report.text);
      else if (report.type === "ended") resolve(report);
      else reject(new ThreadError(report.failure));
    });
    worker.on("error", (error) => (isOutOfMemory(error) ? resolve({ type: "out_of_memory" }) : reject(new ThreadError(failureOf(error)))));
    worker.on("exit", (code) => reject(new Error(`the thread ended without a result (exit code ${code})`)));
  });
  return end.finally(() => stopWaiting());
}

function isOutOfMemory(error: Error & { code?: unknown }): boolean {
  return error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

const IS_SOURCE = import.meta.url.endsWith(".ts");

function started({ module, data, heapMegabytes, stackMegabytes }: Thread): Worker {
  const options: WorkerOptions = {
    workerData: data,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, stackSizeMb: stackMegabytes },
  };
  if (IS_SOURCE) return new Worker(sourceLoader(module), { ...options, eval: true });
  return new Worker(new URL(module.href.replace(/\.ts$/u, ".js")), options);
}

// A thread of Node 20 cannot read TypeScript by itself. Only the project's own source comes here, never what is built.
function sourceLoader(module: URL): string {
  const tsx = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  return `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); });`;
}
