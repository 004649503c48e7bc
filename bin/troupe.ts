#!/usr/bin/env node
import { main } from "./main.ts";

const { stdout, stderr } = process;
const code = await main(process.argv.slice(2), { stdout, stderr });
// Not left to the end of the event loop: an agent's own code may hold timers or connections open.
process.exit(code);
