import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { runSchema } from "../../../src/index.ts";
import { endProcesses, FROM_SOURCE, START, startProcess, startTroupe, temporaryFolder, troupe, writeModule, type Running } from "../command.ts";
import { screenAfter } from "../emulator.ts";

const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});
const at = (name: string): string => join(folder.path, name);

const BOSS = `const helper = fromAgent({ name: "helper", description: "helps", model: scripted(["found it"]) });`;
writeModule(folder.path, "boss.mjs", `${BOSS}
console.log("the module's own log");
const ask = { text: "I ask.", calls: [{ name: "ask_helper", arguments: { goal: "part one" } }] };
export default fromAgent({ name: "boss", model: scripted([ask, "\\u001b[2JAll \\u202edone.\\nSecond line"]), team: [helper] });`);
writeModule(folder.path, "endless.mjs", `const again = tool({ name: "again", description: "d", parameters: z.object({}), execute: () => "x" });
export default fromAgent({ name: "boss", model: scripted([{ text: "not yet", calls: [{ name: "again", arguments: {} }] }], { repeatLast: true }), tools: [again] });`);
// The quick one is drawn with steps of its own, which are folded away while the slow one still works and nothing else changes.
writeModule(folder.path, "folding.mjs", `const look = tool({ name: "look", description: "d", parameters: z.object({}), execute: () => "x" });
const looking = { calls: [{ name: "look", arguments: {} }, { name: "look", arguments: {} }] };
const looker = (name, delaySeconds) => fromAgent({ name, description: "looks", model: scripted([looking, { text: "found", delaySeconds }]), tools: [look] });
const ask = { calls: [{ name: "ask_quick", arguments: { goal: "part" } }, { name: "ask_slow", arguments: { goal: "part" } }] };
export default fromAgent({ name: "boss", model: scripted([ask, "done"]), team: [looker("quick", 0.15), looker("slow", 0.4)] });`);
writeModule(folder.path, "down.mjs", `export default fromAgent({ name: "boss", model: scripted([{ error: new Error("the provider is down") }]) });`);
writeModule(folder.path, "long-error.mjs", `export default fromAgent({ name: "boss", model: scripted([{ error: new Error("down ".repeat(30) + "at last") }]) });`);
// A tool that ignores its signal, and a timer that would keep the process alive.
writeModule(folder.path, "stuck.mjs", `setInterval(() => undefined, 1000);
const wait = tool({ name: "wait", description: "d", parameters: z.object({}), execute: () => new Promise(() => undefined) });
export default fromAgent({ name: "boss", model: scripted([{ text: "so far", calls: [{ name: "wait", arguments: {} }, { name: "gone", arguments: {} }] }]), tools: [wait] });`);
writeModule(folder.path, "prints.mjs", `process.stdout.write("at once\\n");
const model = { name: "loud", supportsTools: true, respond: async () => (process.stdout.write("in between\\n"), { text: "the answer" }) };
export default fromAgent({ name: "boss", model });`);
writeFileSync(at("waits-for-nothing.mjs"), "await new Promise(() => undefined);");
writeFileSync(at("makes-nothing.mjs"), "export default () => new Promise(() => undefined);");
writeFileSync(at("waits.mjs"), `import { watchInterrupts } from "${new URL("../../../bin/ending/interrupts.ts", import.meta.url).href}";
setInterval(() => undefined, 1000);
watchInterrupts(console.error);
console.error("ready");`);
const INTERRUPTS = new URL("../../../bin/ending/interrupts.ts", import.meta.url).href;
const FRAMES = new URL("../../../bin/terminal/frames.ts", import.meta.url).href;
writeFileSync(at("draws.mjs"), `import { watchInterrupts } from "${INTERRUPTS}";
import { framesOn } from "${FRAMES}";
setInterval(() => undefined, 1000);
const frames = framesOn(process.stderr);
watchInterrupts((text) => frames.keep(text));
frames.draw("the tree");`);
writeModule(folder.path, "thirty.mjs", `const model = scripted([{ text: "found", delaySeconds: 0.4 }], { repeatLast: true });
const helper = fromAgent({ name: "helper", description: "d", model });
const calls = Array.from({ length: 30 }, (_, index) => ({ name: "ask_helper", arguments: { goal: "part " + index } }));
export default fromAgent({ name: "boss", model: scripted([{ calls }, "done"]), team: [helper], budget: { maxSteps: 40 } });`);
writeFileSync(at("loads-for-ever.mjs"), "console.log('loading');\nsetInterval(() => undefined, 1000);\nawait new Promise(() => undefined);");

const tree = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

describe("troupe run with an agent of one's own", () => {
  it("writes the answer to standard output, all else to standard error, and the trace to its file", async () => {
    const trace = at("traces/run.json");
    const { code, stdout, stderr } = await troupe(["run", "do it", "--agent", at("boss.mjs"), "--trace", trace]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: "\\e[2JAll \\u{202e}done.\nSecond line\n" });
    expect(stderr.replace(/\d+\.\d+ s|\b0 s/gu, "T s").split("\n")).toEqual([
      "the module's own log",
      "[0] boss: started",
      '[0/1.0] helper: asked "part one"',
      "[0/1.0] helper: completed after T s",
      expect.stringMatching(/^completed · T s · 4 steps \(3 own\) · \d+ tokens \(\d+ own\) · 1 specialist$/u),
      "",
    ]);
    expect([(statSync(trace).mode & 0o777).toString(8), (statSync(at("traces")).mode & 0o777).toString(8)]).toEqual(["600", "700"]);
    expect(runSchema.parse(tree(trace))).toMatchObject({ agent: "boss", stopReason: "completed", totalSteps: 4 });
  });

  it("prints exactly one JSON document with --json, whatever the module logs", async () => {
    const { code, stdout } = await troupe(["run", "do it", "--agent", at("boss.mjs"), "--json"]);

    expect(code).toBe(0);
    expect(runSchema.parse(JSON.parse(stdout))).toMatchObject({ goal: "do it", output: "\u001b[2JAll \u202edone.\nSecond line", stopReason: "completed" });
    expect(stdout).toMatch(/^[^\p{Cc}\p{Cf}]+\n$/u);
  });

  it("keeps what the module writes to standard output itself off the answer", async () => {
    const { stdout, stderr } = await troupe(["run", "do it", "--agent", at("prints.mjs")]);

    expect({ stdout, lines: stderr.split("\n").slice(0, 3) }).toEqual({ stdout: "the answer\n", lines: ["at once", "in between", "[0] boss: started"] });
  });

  it.each([
    { title: "a module never finishes loading", name: "waits-for-nothing.mjs", says: (path: string) => `'${path}' cannot be loaded` },
    { title: "an agent is never made", name: "makes-nothing.mjs", says: (path: string) => `the default export of '${path}' makes no agent` },
  ])("says that $title", async ({ name, says }) => {
    const line = `troupe: --agent: ${says(at(name))}: Error: it waits for something that never happens\n`;

    expect(await troupe(["run", "do it", "--agent", at(name)])).toEqual({ code: 2, stdout: "", stderr: line });
  });

  it("prints the answer and nothing else with --quiet", async () => {
    const { code, stdout, stderr } = await troupe(["run", "do it", "--agent", at("endless.mjs"), "--quiet", "--budget", "steps=3"]);

    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "not yet\n", stderr: "" });
  });

  it("ends with 1 and says which ceiling cut it", async () => {
    const { code, stdout, stderr } = await troupe(["run", "do it", "--agent", at("endless.mjs"), "--budget", "steps=9", "--pool", "steps=4", "--concurrency", "1"]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: "not yet\n" });
    expect(stderr).toMatch(/^max_steps: 4 steps of the pool · .* · 4 steps · /mu);
  });

  it("ends with 1 and says why the model failed", async () => {
    const { code, stdout, stderr } = await troupe(["run", "do it", "--agent", at("down.mjs")]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^\[0\] boss: started\n\[0\] boss: chat failed: Error: the provider is down\nerror · [^\n:]*\n$/u);
  });

  it("tells in full an error that is too long for a line of progress", async () => {
    const { stdout, stderr } = await troupe(["run", "do it", "--agent", at("long-error.mjs")]);

    expect(stdout).toBe("");
    expect(stderr).toMatch(/^error · [^\n]*: Error: (?:down ){30}at last$/mu);
  });

  it("keeps the error of a failed run in the document of --json", async () => {
    const { stdout } = await troupe(["run", "do it", "--agent", at("down.mjs"), "--json"]);

    expect(runSchema.parse(JSON.parse(stdout))).toMatchObject({ stopReason: "error", output: "Error: the provider is down", error: "Error: the provider is down" });
  });
});

describe("an interrupt", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("by %s stops the run, keeps the answer and the trace so far, and ends with 130", async (signal) => {
    const trace = at(`${signal}.json`);
    const running = startTroupe(["run", "do it", "--agent", at("stuck.mjs"), "--trace", trace]);
    await running.told("gone failed"); // the other call of the same turn, so the tool has been started
    running.child.kill(signal);
    const { code, stdout, stderr } = await running.ended;

    expect({ code, stdout }).toEqual({ code: 130, stdout: "so far\n" });
    expect(stderr).toContain("interrupted: stopping the run; once more leaves at once\n");
    expect(runSchema.parse(tree(trace))).toMatchObject({ stopReason: "cancelled", steps: [{ error: null }, { name: "wait", error: "cancelled" }, { name: "gone" }] });
  });

  it("before the run leaves at once, without a trace of the trace", async () => {
    const running = startTroupe(["run", "do it", "--agent", at("loads-for-ever.mjs"), "--trace", at("never/run.json")]);
    await running.told("loading");
    running.child.kill("SIGINT");
    const { code, stdout } = await running.ended;

    expect({ code, stdout, isThere: existsSync(at("never")) }).toEqual({ code: 130, stdout: "", isThere: false });
  });

  it("leaves at once the second time", async () => {
    const running = startProcess([...FROM_SOURCE, at("waits.mjs")]);
    await running.told("ready");
    running.child.kill("SIGINT");
    await running.told("interrupted");
    running.child.kill("SIGINT");

    expect((await running.ended).code).toBe(130);
  });
});

describe("code of a module that fails outside of any call", () => {
  it.each([
    { how: "throws", code: 'setTimeout(() => { throw new Error("boom\\u001b[2J"); }, 400);' },
    { how: "rejects", code: 'setTimeout(() => void Promise.reject(new Error("boom\\u001b[2J")), 400);' },
  ])("stops the run, with what there is, when it $how", async ({ how, code: failing }) => {
    const trace = at(`${how}.json`);
    const module = writeModule(folder.path, `${how}.mjs`, `const wait = tool({ name: "wait", description: "d", parameters: z.object({}), execute: () => (${failing.slice(0, -1)}, new Promise(() => undefined)) });
export default fromAgent({ name: "boss", model: scripted([{ text: "so far", calls: [{ name: "wait", arguments: {} }] }]), tools: [wait] });`);
    const { code, stdout, stderr } = await troupe(["run", "do it", "--agent", module, "--trace", trace]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: "so far\n" });
    expect(stderr).toContain("something failed outside of any call: Error: boom\\e[2J; stopping the run\n");
    expect(runSchema.parse(tree(trace))).toMatchObject({ stopReason: "cancelled" });
  });
});

describe("a reader that goes away", () => {
  it("is no crash", async () => {
    const running = startTroupe(["run", "do it", "--agent", at("boss.mjs")]);
    running.child.stdout.destroy();
    const { code, stderr } = await running.ended;

    expect(code).toBe(0);
    expect(stderr).not.toContain("EPIPE");
  });
});

describe("a full disk", () => {
  beforeEach(({ skip }) => skip(!existsSync("/dev/full"), "there is no /dev/full here"));

  const redirected = (redirection: string, args: readonly string[]): Running =>
    startProcess(["/bin/sh", "-c", `exec "$0" "$@" ${redirection}`, ...START, ...args]);

  it.each([["run", "do it", "--agent", at("boss.mjs")], ["show", at("shown.json")]])("in place of standard output is one line and exit code 1 (%s)", async (...args) => {
    await troupe(["run", "do it", "--agent", at("boss.mjs"), "--trace", at("shown.json")]);
    const { code, stderr } = await redirected("> /dev/full", args).ended;

    expect(code).toBe(1);
    expect(stderr).toMatch(/(?:^|\n)troupe: standard output cannot be written: no space left on device\n$/u);
  });

  it("in place of standard error costs no answer", async () => {
    const { code, stdout } = await redirected("2> /dev/full", ["run", "do it", "--agent", at("prints.mjs")]).ended;

    expect({ code, stdout }).toEqual({ code: 0, stdout: "the answer\n" });
  });
});

describe("the built-in team", () => {
  it("is whom --team names, with the documents for those who read them", async () => {
    const goal = "1. How often does the client retry by default?\n2. Calculate 6 * 7.\n3. Summarise retry.md in one sentence.";
    const { code, stdout } = await troupe(["run", goal, "--docs", at("docs"), "--team", "researcher, analyst", "--team", "summariser", "--quiet"]);

    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `How often does the client retry by default?
- The client retries five times by default. (retry.md:3)

Calculate 6 * 7.
6 * 7 = 42

Summarise retry.md in one sentence.
The client retries five times by default. (retry.md)
`,
    });
  });

  it("needs no documents for those who read none", async () => {
    expect(await troupe(["run", "Calculate 6 * 7.", "--team", "researcher,analyst", "--quiet"], { cwd: at("empty") })).toEqual({ code: 0, stdout: "6 * 7 = 42\n", stderr: "" });
  });

  mkdirSync(at("docs"));
  writeFileSync(at("docs/retry.md"), "# Retries\n\nThe client retries five times by default.\n\nSet `maxRetries` to 0 to switch retries off.\n");
  mkdirSync(at("empty"));

  it("answers from the documents of a folder, with sources", async () => {
    const { code, stdout } = await troupe(["run", "How often does the client retry by default?", "--docs", at("docs")]);

    expect(code).toBe(0);
    expect(stdout).toContain("The client retries five times by default.");
    expect(stdout).toContain("retry.md:3");
  });

  it("says that it found nothing, and that is no failure", async () => {
    const { code, stdout } = await troupe(["run", "Who won the chess tournament in Reykjavik?", "--docs", at("docs"), "--model", "offline"]);

    expect(code).toBe(0);
    expect(stdout).not.toBe("");
    expect(stdout).not.toContain("retries");
  });

  it("says that there is nothing to read where no packages are installed, and runs nothing", async () => {
    const line = "there are no packages with documents under ./node_modules; give a folder of documents with --docs <dir>";

    expect(await troupe(["run", "What is nanoid for?"], { cwd: at("empty") })).toEqual({ code: 0, stdout: "", stderr: `${line}\nthere is no node_modules\n` });
  });

  it.each([[[]], [["--quiet"]]])("says that there is nothing to read in an empty folder, and runs nothing: %j", async (flags) => {
    const line = `there are no documents in '${at("empty")}'`;
    const result = await troupe(["run", "What is it?", "--docs", at("empty"), "--trace", at("none.json"), ...flags]);

    expect({ ...result, isTraceThere: existsSync(at("none.json")) }).toEqual({ code: 0, stdout: "", stderr: `${line}\n`, isTraceThere: false });
  });

  it("says of how many packages it searches the documentation, and no more", async () => {
    const readme = (name: string): string => at(`project/node_modules/${name}/README.md`);
    for (const name of ["one", "@scope/two"]) {
      mkdirSync(dirname(readme(name)), { recursive: true });
      writeFileSync(readme(name), `# ${name}\n\nThe package ${name} retries five times.\n`);
    }
    const { code, stderr } = await troupe(["run", "How often does the package one retry?"], { cwd: at("project") });

    expect({ code, lines: stderr.split("\n").slice(0, 2) }).toEqual({
      code: 0,
      lines: ["searching the documentation of 2 packages (at most 2 MB of it; the packages of package.json first)", "[0] lead: started"],
    });
  });
});

const script = ["/usr/bin/script", "/bin/script"].find((path) => existsSync(path));

describe("on a terminal", () => {
  beforeEach(({ skip }) => skip(script === undefined, "there is no script command here, which makes pseudo-terminals"));

  const onTerminal = (args: readonly string[]): Running => {
    const command = [...START, ...args].map((word) => `'${word}'`).join(" ");
    return startProcess([script ?? "", "-qec", `stty rows 30 cols 100; ${command}`, "/dev/null"], { env: { TERM: "xterm", NO_COLOR: "1" } });
  };
  const cursor = { hidden: "\u001b[?25l", shown: "\u001b[?25h" };

  it("draws the tree, gives the cursor back, and then prints the answer", async () => {
    const { code, stdout } = await onTerminal(["run", "do it", "--agent", at("boss.mjs")]).ended;
    const lines = screenAfter(stdout, 30).map((line) => line.replace(/ {2,}[\d.]+ s .*$/u, "").replace(/· .* tokens .* ·/u, "· ... ·"));

    expect(code).toBe(0);
    expect(lines).toEqual([
      "the module's own log",
      '✓ boss "do it"',
      "│ completed · ... · 1 specialist",
      "├─ ✓ model chat → called ask_helper: I ask.",
      '├─ ✓ agent ask_helper "part one" → answered in 1 step: found it',
      "╰─ ✓ model chat → answered: \\e[2JAll \\u{202e}done. Second line",
      "",
      "\\e[2JAll \\u{202e}done.",
      "Second line",
      "",
    ]);
    expect(stdout).toContain(cursor.hidden);
    expect(stdout.lastIndexOf(cursor.shown)).toBeGreaterThan(stdout.lastIndexOf(cursor.hidden));
  });

  it("leaves nothing of earlier frames, whose lines come and go", async () => {
    const { stdout } = await onTerminal(["run", "do it", "--agent", at("folding.mjs")]).ended;
    const lines = screenAfter(stdout, 30);

    expect(lines.map((line) => line.replace(/ · .*| → .*/u, ""))).toEqual([
      '✓ boss "do it"',
      "│ completed",
      "├─ ✓ model chat",
      '├─ ✓ agent ask_quick "part"',
      '├─ ✓ agent ask_slow "part"',
      "╰─ ✓ model chat",
      "",
      "done",
      "",
    ]);
  });

  it("never draws more than the screen holds, with thirty agents at work", async () => {
    const { code, stdout } = await onTerminal(["run", "do it", "--agent", at("thirty.mjs"), "--concurrency", "12"]).ended;
    const frames = stdout.split("\u001b[?2026h").map((frame) => frame.split("\n").length - 1);
    const lines = screenAfter(stdout, 60);

    expect({ code, highest: Math.max(...frames) <= 30, heading: lines[0], end: lines.slice(-3) }).toEqual({ code: 0, highest: true, heading: '✓ boss "do it"', end: ["", "done", ""] });
    expect(stripVTControlCharacters(stdout)).toMatch(/12 running, 18 queued|queued/u);
  });

  it("gives the cursor back when it is left at once", async () => {
    const command = [...FROM_SOURCE, at("draws.mjs")].map((word) => `'${word}'`).join(" ");
    const running = startProcess([script ?? "", "-qec", `stty rows 30 cols 100; ${command}`, "/dev/null"], { env: { TERM: "xterm", NO_COLOR: "1" } });
    await running.printed("the tree");
    running.child.stdin.write("\u0003");
    await running.printed("interrupted");
    running.child.stdin.write("\u0003");
    const { code, stdout } = await running.ended;

    expect({ code, isShown: stdout.lastIndexOf(cursor.shown) > stdout.lastIndexOf(cursor.hidden) }).toEqual({ code: 130, isShown: true });
  });

  it("tells the error of a failed run once", async () => {
    const { code, stdout } = await onTerminal(["run", "do it", "--agent", at("down.mjs")]).ended;
    const text = screenAfter(stdout, 30).join("\n");

    expect({ code, times: text.split("the provider is down").length - 1 }).toEqual({ code: 1, times: 1 });
  });

  it("gives the cursor back after an interrupt as well", async () => {
    const running = onTerminal(["run", "do it", "--agent", at("stuck.mjs")]);
    await running.printed("tool  wait() → running");
    running.child.stdin.write("\u0003"); // Ctrl-C, which the terminal turns into the signal
    const { code, stdout } = await running.ended;

    expect(code).toBe(130);
    expect(stripVTControlCharacters(stdout)).toContain("interrupted: stopping the run; once more leaves at once");
    expect(stdout.lastIndexOf(cursor.shown)).toBeGreaterThan(stdout.lastIndexOf(cursor.hidden));
  });
});
