import { workerData } from "node:worker_threads";
import { serve } from "../../../src/tools/thread/serve.ts";

// The module of a thread for tests: does what it is told.

interface Order {
  readonly preparing?: string;
  readonly working: string;
}

const NOWHERE: string = "no-such-package-anywhere";

const { preparing, working } = workerData as Order;

await serve<unknown>(async () => {
  await done(preparing);
  return async (note) => {
    note("begun");
    return done(working);
  };
});

async function done(what: string | undefined): Promise<unknown> {
  switch (what) {
    case "show surroundings":
      return { variables: Object.keys(process.env), flags: process.execArgv };
    case "write":
      process.stdout.write("to standard output");
      process.stderr.write("to standard error");
      return "written";
    case "miss a package":
      return import(NOWHERE);
    case "throw nothing":
      throw undefined;
    case "exit":
      return process.exit(3);
    case "wait":
      return new Promise((resolve) => void setTimeout(resolve, 1e6));
    case "loop":
      for (;;);
    case "fill memory":
      return Array.from({ length: 1e9 }, (_, index) => [index, String(index)]);
    default:
      return what;
  }
}
