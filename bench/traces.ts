// How much processor time the commands that read a saved run take over one of 50 000 steps, each in a process of its own,
// and how much memory: the best of three. Fails where one takes three times what it may. `npm run bars:traces`, or with a word for
// some of them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { largeRun } from "./large-run.ts";

const MUST = { seconds: 3, megabytes: 500 };
const SLACK = 3;
const ROUNDS = 3;
const STEPS = 50_000;

// Tells what the process took, on a descriptor of its own. Processor time, because others may use the machine too.
const TOLD = 'import { writeSync } from "node:fs"; process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));';
const TELL = `data:text/javascript,${encodeURIComponent(TOLD)}`;

const folder = mkdtempSync(join(tmpdir(), "troupe-bars-"));
const [one, other] = [join(folder, "one.json"), join(folder, "other.json")];
let failed = 0;
try {
  const run = await largeRun();
  if (run.totalSteps < STEPS) throw new Error(`the run has ${run.totalSteps} steps, expected at least ${STEPS}`);
  const text = JSON.stringify(run);
  writeFileSync(one, text);
  writeFileSync(other, text.replace("All that is known of 0/3.3/4.4 2: it is quiet.", "All that is known: it is loud."));
  console.log(`${run.totalSteps} steps, ${Math.round(text.length / 1e6)} MB`);
  const formats = ["otlp", "chrome", "speedscope", "csv", "markdown"].map((format) => ["export", one, "--format", format]);
  const commands = [["show", one], ["stats", one], ["diff", one, other], ...formats, ["replay", one]];
  const wanted = process.argv.slice(2);
  for (const command of commands) if (wanted.length === 0 || wanted.some((word) => command.includes(word))) report(command);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

interface Reading {
  readonly seconds: number;
  readonly megabytes: number;
}

function read(command: readonly string[]): Reading {
  const { status, output, error, stderr } = spawnSync(process.execPath, ["--import", TELL, ...programArguments(), ...command], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    maxBuffer: 1e9,
    encoding: "utf8",
  });
  if (status !== 0) throw error ?? new Error(`troupe ${command.join(" ")} ended with ${status}: ${stderr}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(output[3] ?? "") as NodeJS.ResourceUsage; // as told above
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
}

// The program as it is built, where it is; else from the source, whose translation then counts too.
function programArguments(): readonly string[] {
  const top = ["../", "../../../../"].map((up) => new URL(up, import.meta.url)).find((url) => existsSync(new URL("package.json", url)));
  if (!top) throw new Error("the project has no package.json");
  const built = new URL("dist/bin/troupe.js", top);
  if (existsSync(built)) return [fileURLToPath(built)];
  return ["--import", import.meta.resolve("tsx"), fileURLToPath(new URL("bin/troupe.ts", top))];
}

function report(command: readonly string[]): void {
  const readings = Array.from({ length: ROUNDS }, () => read(command));
  const seconds = Math.min(...readings.map((reading) => reading.seconds));
  const megabytes = Math.min(...readings.map((reading) => reading.megabytes));
  const holds = seconds <= SLACK * MUST.seconds && megabytes <= SLACK * MUST.megabytes;
  const isWithin = seconds <= MUST.seconds && megabytes <= MUST.megabytes;
  if (!holds) failed += 1;
  const name = command.filter((word) => !word.startsWith(folder)).join(" ");
  console.log(`${holds ? (isWithin ? "ok    " : "slow  ") : "FAILS "}troupe ${name}: ${seconds.toFixed(2)} s, ${Math.round(megabytes)} MB (must ${MUST.seconds} s, ${MUST.megabytes} MB)`);
}
