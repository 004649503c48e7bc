import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runSchema, type Step } from "../../../src/index.ts";
import { endProcesses, startTroupe, temporaryFolder, troupe, writeModule, type Running } from "../command.ts";
import { inProcess, writeModuleHere } from "../in-process.ts";
import { MISSING, until, useServer } from "../workers.ts";

const MINUTE = 60_000;
const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});

const UNREACHABLE = "http://127.0.0.1:1";

describe("troupe run --on is refused", { timeout: MINUTE }, () => {
  const module = writeModuleHere(folder.path, "two.mjs", `const made = (name) => fromAgent({ name, model: scripted(["x"]) });\nexport default [made("first"), made("second")];`);
  const OF_WORKERS = "is for whoever makes the calls, which are the workers here (give it to troupe worker), and does not go with --on";

  it.each([
    { title: "without an agent", args: [], line: "--on needs --agent: the module that the workers serve, or the name of one of their agents" },
    { title: "with a module of several agents", args: ["--agent", module], line: `--agent: '${module}' has 2 agents; name the one that is to run: first, second` },
    { title: "with a module that is not there", args: ["--agent", "./lead"], line: "--agent: there is no file './lead'" },
    { title: "with a blank id", args: ["--agent", "lead", "--id", " "], line: "--id is blank; say what the run is called" },
    { title: "with a model", args: ["--agent", "lead", "--model", "offline"], line: `--model ${OF_WORKERS}` },
    { title: "with a limit per minute", args: ["--agent", "lead", "--rate", "requests=1"], line: `--rate ${OF_WORKERS}` },
    { title: "with a journal", args: ["--agent", "lead", "--journal", "runs"], line: "--journal keeps a run of this process; one on workers is kept by their server, and does not go with --on" },
    { title: "with a page that follows it", args: ["--agent", "lead", "--watch"], line: "--watch shows what happens in this process; a run on workers is seen when it has ended, and does not go with --on" },
    { title: "with documents", args: ["--docs", "."], line: "--docs is for the built-in team and does not go with --on" },
    { title: "with a wrong ceiling", args: ["--agent", "lead", "--budget", "steps=0"], line: "--budget: steps is '0'; allowed: a whole number of at least 1" },
    { title: "with a ceiling of money over a model without a price", args: ["--agent", writeModuleHere(folder.path, "one.mjs", `export default fromAgent({ name: "first", model: scripted(["x"]) });`), "--budget", "cost=1"], line: "agent 'first': budget.maxCost is 1; allowed: null, or any amount with a model whose price is known (the price of 'scripted' is not)", tells: true },
  ])("$title", async ({ args, line, tells }) => {
    const { code, stdout, stderr } = await inProcess(["run", "do it", "--on", UNREACHABLE, ...args]);

    expect({ code, stdout, last: stderr.split("\n").at(-2), lines: stderr.split("\n").length }).toEqual({ code: 2, stdout: "", last: `troupe: ${line}`, lines: tells ? 3 : 2 });
  });

  it.each([
    ["127.0.0.1:8080", "--on is '127.0.0.1:8080'; allowed: an address such as http://127.0.0.1:8080"],
    ["ftp://127.0.0.1", "--on is 'ftp://127.0.0.1'; allowed: an address such as http://127.0.0.1:8080"],
    ["http://me:secret@127.0.0.1", "--on holds the name of a user or a password; allowed: an address such as http://127.0.0.1:8080"],
  ])("with %s for an address", async (address, line) => {
    expect(await inProcess(["run", "do it", "--agent", "lead", "--on", address])).toEqual({ code: 2, stdout: "", stderr: `troupe: ${line}\n` });
  });

  it("and so is an id without it", async () => {
    expect(await inProcess(["run", "do it", "--agent", "lead", "--id", "x"])).toEqual({ code: 2, stdout: "", stderr: "troupe: --id is for a run on the workers of a Restate server, and goes with --on\n" });
  });

  it("in one sentence and with 1 where no server answers, leaving no file behind", async () => {
    const trace = join(folder.path, "never.json");
    const { code, stdout, stderr } = await inProcess(["run", "do it", "--agent", "lead", "--on", UNREACHABLE, "--quiet", "--trace", trace]);

    expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 1, stdout: "", lines: 2 });
    expect(stderr).toContain(`troupe: the Restate server at ${UNREACHABLE} cannot be reached: `);
    expect(() => readFileSync(trace)).toThrow("ENOENT");
  });
});

describe("troupe run and a configuration file", { timeout: MINUTE }, () => {
  const config = (content: object): string => {
    const at = temporaryFolder();
    afterAll(at.remove);
    writeFileSync(join(at.path, "troupe.config.json"), JSON.stringify(content));
    writeModule(at.path, "here.mjs", `export default ({ model }) => fromAgent({ name: "here", model: scripted(["from here"]) });`);
    return at.path;
  };

  it("that names a server runs there", async () => {
    const { code, stderr } = await troupe(["run", "do it", "--quiet"], { cwd: config({ on: UNREACHABLE, agent: "lead" }) });

    expect([code, stderr]).toEqual([1, expect.stringContaining(`the Restate server at ${UNREACHABLE} cannot be reached`)]);
  });

  it("puts aside the server where something is named that is of use here alone", async () => {
    const cwd = config({ on: UNREACHABLE, agent: "./here.mjs" });

    expect(await troupe(["run", "do it", "--quiet", "--model", "offline"], { cwd })).toEqual({ code: 0, stdout: "from here\n", stderr: "" });
  });

  it("puts aside what is of use here alone where a server is named", async () => {
    const cwd = config({ journal: "runs", docs: ".", model: "offline", agent: "lead" });
    const { code, stderr } = await troupe(["run", "do it", "--quiet", "--on", UNREACHABLE], { cwd });

    expect([code, stderr]).toEqual([1, expect.stringContaining(`the Restate server at ${UNREACHABLE} cannot be reached`)]);
  });
});

describe.skipIf(MISSING)(`troupe run --on a server${MISSING && `: ${MISSING}`}`, { timeout: 2 * MINUTE }, () => {
  const used = useServer();
  const begun = (goal: string, ...more: string[]): Running => startTroupe(["run", goal, "--on", used.server.ingressUrl, ...more]);

  it("prints the answer, says the rest on standard error and saves the run, with the worker of each step", async () => {
    const { folder: at } = await used.worker("--processes", "2", "--name", "w");
    const trace = join(at, "traces", "run.json");
    const { code, stdout, stderr } = await begun("go", "--agent", "lead", "--id", "a run/of mine", "--trace", trace).ended;
    const run = runSchema.parse(JSON.parse(readFileSync(trace, "utf8")));

    expect({ code, stdout }).toEqual({ code: 0, stdout: "I found go one, I found go two, I found go three\n" });
    expect(stderr.replace(/\d+\.\d+ s|\b0 s/gu, "T s").split("\n")).toEqual([
      `run a run/of mine on ${used.server.ingressUrl}; --id a run/of mine waits for it again`,
      expect.stringMatching(/^completed · T s · 14 steps \(5 own\) · [\d,]+ tokens \(\d+ own\) · 3 specialists$/u),
      "",
    ]);
    expect([run.id, run.totalSteps]).toEqual(["a run/of mine", 14]);
    expect(allSteps(run.steps as readonly Step[]).map(({ worker }) => worker)).toEqual(
      Array.from({ length: 14 }, () => expect.stringMatching(/^w-[12]$/u)),
    );
  });

  it("runs the agent of a module that the workers serve, in the bounds that were given, and ends with 1 where they cut it", async () => {
    const started = await used.worker();
    writeFileSync(join(started.folder, "lead.mjs"), `import agents from "./agents.mjs";\nexport default agents[0];`);
    const args = ["--agent", join(started.folder, "lead.mjs"), "--budget", "steps=2", "--pool", "agents=1", "--concurrency", "1", "--json", "--quiet"];
    const { code, stdout, stderr } = await begun("go", ...args).ended;
    const run = runSchema.parse(JSON.parse(stdout));

    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(run).toMatchObject({ agent: "lead", goal: "go", stopReason: "max_steps", output: "I ask.", budget: { maxSteps: 2 }, pool: { maxAgents: 1 } });
    expect(stdout).toMatch(/^[^\p{Cc}\p{Cf}]+\n$/u);
  });

  it("refuses an agent that is defined otherwise here than on the workers, and one they do not serve", async () => {
    await used.worker();
    const other = writeModule(folder.path, "echo.mjs", `export default fromAgent({ name: "echo", model: scripted(["x"]), instructions: "Shout." });`);
    const [differs, unknown] = [await begun("go", "--agent", other, "--quiet").ended, await begun("go", "--agent", "nobody", "--quiet").ended];

    expect([differs.code, unknown.code]).toEqual([1, 1]);
    expect(differs.stderr).toMatch(/^troupe: .*the definitions of this worker differ from those the run was started with: echo\n$/u);
    expect(unknown.stderr).toMatch(/^troupe: .*this worker serves no agent 'nobody'; it serves echo, lead\n$/u);
  });

  it("is cancelled on every worker by Ctrl-C, and keeps the answer and the trace so far", async () => {
    const started = await used.worker("--processes", "2", "--name", "w");
    const trace = join(started.folder, "run.json");
    const running = begun("hold", "--agent", "lead", "--trace", trace);
    await started.logged("began", 3);
    running.child.kill("SIGINT");
    const { code, stdout, stderr } = await running.ended;
    const run = runSchema.parse(JSON.parse(readFileSync(trace, "utf8")));

    expect({ code, stdout }).toEqual({ code: 130, stdout: "I ask.\n" });
    expect(stderr).toContain("interrupted: stopping the run; once more leaves at once\ncancelled · ");
    expect(await started.logged("aborted", 3)).toHaveLength(3);
    expect(run).toMatchObject({ stopReason: "cancelled", output: "I ask." });
    expect(run.steps.filter(({ kind }) => kind === "agent")).toMatchObject(Array.from({ length: 3 }, () => ({ outcome: "cancelled", children: [{ kind: "model" }, { name: "look", output: expect.any(String) }, { error: "cancelled" }] })));
  });

  it("leaves at once when it is interrupted twice", async () => {
    const started = await used.worker("--processes", "2", "--name", "w");
    const running = begun("hold", "--agent", "lead");
    await started.logged("began", 3);
    for (const pid of [started.processOf("w-1"), started.processOf("w-2")]) process.kill(pid, "SIGSTOP"); // nobody answers the first one
    running.child.kill("SIGINT");
    await running.told("interrupted");
    running.child.kill("SIGINT");

    expect(await running.ended).toMatchObject({ code: 130, stdout: "" });
  });

  it("waits for the same run again where its id is given again, and nothing is paid for twice", async () => {
    const started = await used.worker("--name", "w");
    const first = begun("hold", "--agent", "lead", "--id", "kept");
    await started.logged("began", 3);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = begun("hold", "--agent", "lead", "--id", "kept", "--quiet");
    started.release();
    const again = await second.ended;
    const third = await begun("something else", "--agent", "lead", "--id", "kept").ended;

    expect(again).toEqual({ code: 0, stdout: "I found hold one, I found hold two, I found hold three\n", stderr: "" });
    const other = "the id 'kept' is that of another run, which was begun for agent 'lead' with the goal 'hold'";
    expect([third.code, third.stdout, third.stderr.split("\n").find((line) => line.includes("'kept'"))]).toEqual([1, "", expect.stringContaining(other)]);
    expect(started.log().map((line) => line.split(" ")[0]).sort()).toEqual(["began", "began", "began", "ended", "ended", "ended"]);
  });

  it("waits for a server that is started again meanwhile", async () => {
    const started = await used.worker("--name", "w");
    const running = begun("hold", "--agent", "lead", "--quiet");
    await started.logged("began", 3);
    await used.server.restart();
    started.release();

    expect(await running.ended).toEqual({ code: 0, stdout: "I found hold one, I found hold two, I found hold three\n", stderr: "" });
    await until(() => (started.log().filter((line) => line.startsWith("ended")).length >= 3 ? true : null));
  });
});

function allSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...(step.kind === "agent" ? allSteps(step.children) : [])]);
}
