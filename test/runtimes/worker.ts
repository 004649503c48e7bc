import { serveAgents } from "../../src/restate/index.ts";
import { cases } from "./cases.ts";
import { narrow, wide } from "./trees.ts";

/** A worker of the suite: serves the agents of every case and tree, and approves nothing. */

const { WORKER = "", PORT = "0" } = process.env;
const worker = await serveAgents([...cases, ...narrow, ...wide].map(({ lead }) => lead), { name: WORKER, port: Number(PORT) });
process.stdout.write(`ready ${worker.url}\n`);
