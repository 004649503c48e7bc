import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserCommand } from "../../../bin/pages/browser.ts";
import { FORMAT_NAMES } from "../../../bin/trace/export.ts";
import { fromAgent, run, scripted, type Run } from "../../../src/index.ts";
import { virtualClock } from "../../../src/testing/index.ts";
import { renderStats } from "../../../src/trace/analyse/text/render-stats.ts";
import { diff } from "../../../src/trace/diff/diff.ts";
import { renderDiff } from "../../../src/trace/diff/render-diff.ts";
import { toCsv } from "../../../src/trace/export/tables/to-csv.ts";
import type { Packed } from "../../../src/viewer/packed.ts";
import { unpack } from "../../../src/viewer/unpack.ts";
import { openaiCompatible } from "../../models/language-model/servers/openai-chat.ts";
import { startServer } from "../../models/language-model/servers/server.ts";
import { endProcesses, startTroupe, temporaryFolder, writeModule } from "../command.ts";
import { inProcess, writeModuleHere } from "../in-process.ts";

const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});
const at = (name: string): string => join(folder.path, name);

const SCRIPT = `
const asked = { calls: [{ name: "ask_aide", arguments: { goal: "Help." } }] };
const model = scripted([({ path, turn }) => (path !== "0" ? "Noon." : turn === 1 ? asked : "So: noon.")], { repeatLast: true });
const aide = fromAgent({ name: "aide", description: "Helps.", model, instructions: INSTRUCTIONS });
export default fromAgent({ name: "lead", model, team: [aide] });`;

async function recorded(says: string): Promise<Run> {
  const model = scripted.byPath({ "0": [{ calls: [{ name: "ask_aide", arguments: { goal: "Help." } }] }, `So: ${says}.`], "0/1.0": ["Noon."] });
  const aide = fromAgent({ name: "aide", description: "Helps.", model, instructions: "Help." });
  const clock = virtualClock();
  return clock.settle(run(fromAgent({ name: "lead", model, team: [aide] }), "When?", { clock, ids: () => `run-${says}` }));
}

let noon: Run;
let one: Run;
const environment = { BROWSER: process.env.BROWSER, DISPLAY: process.env.DISPLAY };
beforeAll(async () => {
  [noon, one] = [await recorded("noon"), await recorded("one")];
  writeFileSync(at("noon.json"), JSON.stringify(noon));
  writeFileSync(at("one.json"), JSON.stringify(one));
  writeFileSync(at("cut.json"), JSON.stringify(noon).slice(0, -40));
  writeModuleHere(folder.path, "lead.mjs", SCRIPT.replace("INSTRUCTIONS", '"Help."'));
  writeModuleHere(folder.path, "changed.mjs", SCRIPT.replace("INSTRUCTIONS", '"Help more."'));
});
afterAll(() => {
  for (const [name, value] of Object.entries(environment)) if (value === undefined) delete process.env[name];
  else process.env[name] = value;
});

describe("troupe stats", () => {
  it("prints what renderStats draws, or all of it as JSON", async () => {
    expect(await inProcess(["stats", at("noon.json")])).toEqual({ code: 0, stdout: `${renderStats(noon)}\n`, stderr: "" });
    const { code, stdout } = await inProcess(["stats", at("noon.json"), "--json"]);
    expect({ code, steps: (JSON.parse(stdout) as { totals: { steps: number } }).totals.steps }).toEqual({ code: 0, steps: 4 });
  });
});

describe("troupe diff", () => {
  it("prints what renderDiff draws, or all of it as JSON", async () => {
    const parted = diff(noon, one);

    expect(await inProcess(["diff", at("noon.json"), at("one.json")])).toEqual({ code: 0, stdout: `${renderDiff(parted)}\n`, stderr: "" });
    expect(JSON.parse((await inProcess(["diff", at("noon.json"), at("one.json"), "--json"])).stdout)).toEqual(JSON.parse(JSON.stringify(parted)));
  });

  it.each([
    { terms: "outcome", code: 0, stderr: "" },
    { terms: "outcome,cost>10%", code: 0, stderr: "" },
    { terms: "any", code: 1, stderr: "troupe: --fail-on any: the runs are not the same\n" },
    { terms: "output, outcome", code: 1, stderr: "troupe: --fail-on output: the answer differs\n" },
  ])("with --fail-on $terms ends with exit code $code", async ({ terms, code, stderr }) => {
    expect(await inProcess(["diff", at("noon.json"), at("one.json"), "--fail-on", terms])).toEqual({ code, stdout: `${renderDiff(diff(noon, one))}\n`, stderr });
  });

  it("knows a term that is none, before anything is printed", async () => {
    const { code, stdout, stderr } = await inProcess(["diff", at("noon.json"), at("one.json"), "--fail-on", "mood"]);

    expect({ code, stdout, stderr: stderr.startsWith("troupe: --fail-on: 'mood' is no term; allowed: any, outcome,") }).toEqual({ code: 2, stdout: "", stderr: true });
  });
});

describe("troupe export", () => {
  it.each([
    { format: "otlp", holds: '"resourceSpans"' },
    { format: "chrome", holds: '"traceEvents"' },
    { format: "speedscope", holds: '"profiles"' },
    { format: "csv", holds: "id,delegation,agent" },
    { format: "markdown", holds: "# A run of `lead`" },
  ])("writes $format to standard output, and the same into a file of its owner alone", async ({ format, holds }) => {
    const { code, stdout, stderr } = await inProcess(["export", at("noon.json"), "--format", format]);
    const saved = at(`out/${format}`);
    const written = await inProcess(["export", at("noon.json"), "--format", format, "-o", saved]);

    expect({ code, holds: stdout.includes(holds), stderr }).toEqual({ code: 0, holds: true, stderr: "" });
    expect(written).toEqual({ code: 0, stdout: "", stderr: `written to ${saved}\n` });
    expect(readFileSync(saved, "utf8")).toBe(stdout);
    expect(statSync(saved).mode & 0o777).toBe(0o600);
  });

  it("has a test for each of its formats", () => {
    expect(FORMAT_NAMES).toEqual(["otlp", "chrome", "speedscope", "csv", "markdown"]);
  });

  it("leaves texts out of OTLP unless they are asked for", async () => {
    const [without, withTexts] = [await inProcess(["export", at("noon.json"), "--format", "otlp"]), await inProcess(["export", at("noon.json"), "--format", "otlp", "--contents"])];

    expect([without.stdout.includes("So: noon."), withTexts.stdout.includes("So: noon.")]).toEqual([false, true]);
  });

  it.each([
    { args: [], says: "--format is missing; allowed: otlp, chrome, speedscope, csv, markdown" },
    { args: ["--format", "toString"], says: "--format is 'toString'; allowed: otlp, chrome, speedscope, csv, markdown" },
    { args: ["--format", "csv", "--contents"], says: "--contents is for --format otlp; the others say by themselves what is in them" },
    { args: ["--format", "csv", "-o", "/proc/nothing/here"], says: "--output: '/proc/nothing/here' cannot be written: no such file or directory" },
  ])("says in one line what is wrong: $says", async ({ args, says }) => {
    expect(await inProcess(["export", at("noon.json"), ...args])).toEqual({ code: 2, stdout: "", stderr: `troupe: ${says}\n` });
  });

  it("writes the same csv as the library", async () => {
    expect((await inProcess(["export", at("one.json"), "--format", "csv"])).stdout).toBe(toCsv(one));
  });
});

describe("troupe view", () => {
  it("writes a page that has the run in it", async () => {
    const page = at("page.html");

    expect(await inProcess(["view", at("noon.json"), "-o", page])).toEqual({ code: 0, stdout: "", stderr: `written to ${page}\n` });
    expect(runIn(readFileSync(page, "utf8"), "run")).toEqual(JSON.parse(JSON.stringify(noon)));
  });

  it("puts a second run beside it", async () => {
    const page = at("two.html");
    await inProcess(["view", at("noon.json"), "--compare", at("one.json"), "-o", page]);

    expect(runIn(readFileSync(page, "utf8"), "other")).toEqual(JSON.parse(JSON.stringify(one)));
  });

  it("opens the browser with a file that nobody else can read, or says where the file is", async () => {
    const opened = at("opened");
    mkdirSync(at("bin"), { recursive: true });
    writeFileSync(at("bin/browser"), `#!/bin/sh\nprintf %s "$1" > "${opened}.part"\nmv "${opened}.part" "${opened}"\n`);
    chmodSync(at("bin/browser"), 0o700);
    process.env.BROWSER = at("bin/browser");
    const { code, stdout, stderr } = await inProcess(["view", at("noon.json")]);
    process.env.BROWSER = at("bin/no-browser");
    const without = await inProcess(["view", at("noon.json")]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    const [, file = ""] = /^opened (.*)\n$/u.exec(stderr) ?? [];
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await holds(() => existsSync(opened));
    expect(readFileSync(opened, "utf8")).toBe(`file://${file}`);
    expect(without.stderr).toMatch(/^there is no browser to open it in; the page is .*trace\.html\n$/u);
  });
});

describe("browserCommand", () => {
  it.each([
    { platform: "linux", environment: {}, command: null },
    { platform: "linux", environment: { DISPLAY: ":0" }, command: ["xdg-open"] },
    { platform: "linux", environment: { WAYLAND_DISPLAY: "wayland-0" }, command: ["xdg-open"] },
    { platform: "darwin", environment: {}, command: ["open"] },
    { platform: "win32", environment: {}, command: ["rundll32", "url.dll,FileProtocolHandler"] },
    { platform: "linux", environment: { BROWSER: "/opt/my browser", DISPLAY: ":0" }, command: ["/opt/my browser"] },
  ] as const)("is $command on $platform with $environment", ({ platform, environment: given, command }) => {
    expect(browserCommand(platform, given)).toEqual(command);
  });
});

describe("troupe replay", () => {
  const SAME = "the same run, byte for byte; 3 calls answered from the trace, no model was asked\n";

  it("says so, with exit code 1, when its trace cannot be written after all", async () => {
    writeModuleHere(folder.path, "in-the-way.mjs", `import { mkdirSync } from "node:fs";${SCRIPT.replace("INSTRUCTIONS", '"Help."').replace("team: [aide]", `team: () => (mkdirSync(${JSON.stringify(at("in-the-way.json"))}, { recursive: true }), [aide])`)}`);
    const { code, stdout, stderr } = await inProcess(["replay", at("noon.json"), "--agent", at("in-the-way.mjs"), "--trace", at("in-the-way.json")]);

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: SAME,
      stderr: expect.stringMatching(/^troupe: the trace could not be written: [a-z ]+\n$/u) as string,
    });
  });

  it("is left at the first interrupt while its module is being loaded", async () => {
    writeModule(folder.path, "loads.mjs", 'await new Promise((resolve) => { console.error("loading"); setTimeout(resolve, 60_000); });');
    const { child, told, ended } = startTroupe(["replay", at("noon.json"), "--agent", at("loads.mjs")]);
    await told("loading");
    child.kill("SIGINT");

    expect(await ended).toEqual({ code: 130, stdout: "", stderr: "loading\ninterrupted: stopping the run; once more leaves at once\n" });
  });

  it("tells the run from its trace, and with its agent", async () => {
    expect(await inProcess(["replay", at("noon.json")])).toEqual({ code: 0, stdout: SAME, stderr: "" });
    expect(await inProcess(["replay", at("noon.json"), "--agent", at("lead.mjs")])).toEqual({ code: 0, stdout: SAME, stderr: "" });
  });

  it("keeps what a module prints off its own output", async () => {
    writeModuleHere(folder.path, "loud.mjs", `console.log("loud");${SCRIPT.replace("INSTRUCTIONS", '"Help."')}`);

    expect((await inProcess(["replay", at("noon.json"), "--agent", at("loud.mjs")])).stdout).toBe(SAME);
  });

  it("saves the same bytes", async () => {
    await inProcess(["replay", at("noon.json"), "--agent", at("lead.mjs"), "--trace", at("again.json")]);

    expect(readFileSync(at("again.json"), "utf8").trimEnd()).toBe(JSON.stringify(noon));
  });

  it("ends with exit code 1 where changed code asks something else, and names it", async () => {
    const { code, stdout } = await inProcess(["replay", at("noon.json"), "--agent", at("changed.mjs"), "--no-live"]);

    expect({ code, lines: stdout.split("\n").slice(0, 4) }).toEqual({
      code: 1,
      lines: ["parted at 0/1.0#1 of 'aide': it is asked something else", "  in message 1 (system)", "  then: Help.", "  now : Help more."],
    });
  });

  it("asks live only what depends on what was set", async () => {
    const { code, stdout } = await inProcess(["replay", at("noon.json"), "--agent", at("lead.mjs"), "--set", "0/1.0=At one = 13:00.", "--json"]);
    const told = JSON.parse(stdout) as { live: string[]; divergence: { id: string }; run: Run };

    expect({ code, live: told.live, id: told.divergence.id, conclusion: told.run.steps[1]?.output }).toEqual({ code: 0, live: ["0#2"], id: "0#2", conclusion: "At one = 13:00." });
  });

  it("asks a model's server at its address and price, for an agent that takes a model", async () => {
    const takes = SCRIPT.replace("INSTRUCTIONS", '"Help."').replace("const model =", "const offered =").replace("const aide", "export default ({ model }) => {\nconst aide").replace("export default fromAgent", "return fromAgent");
    writeModuleHere(folder.path, "takes.mjs", `${takes}\n}`);
    const server = await startServer(openaiCompatible, (exchange) => exchange.play({ text: "So: asked.", usage: { input: 100, cached: 0, output: 10, reasoning: 0 } }));
    const model = ["--model", "compatible/tiny", "--base-url", `${server.url}/v1`, "--price", "input=10,output=100"];
    const { code, stdout, stderr } = await inProcess(["replay", at("noon.json"), "--agent", at("takes.mjs"), "--set", "0/1.0=One.", "--json", ...model]);
    await server.stop();

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { run } = JSON.parse(stdout) as { run: Run };
    expect([run.output, run.steps[2]?.usage.own.cost]).toEqual(["So: asked.", (100 * 10 + 10 * 100) / 1e6]);
  });

  it.each([
    { args: ["--set", "0/1.0=One."], says: "a live call would be needed: 'lead' would be asked again at 0#2, because what it reads of 0/1.0#1 is another text; give an agent to ask" },
    { args: ["--set", "nothing"], says: "--set is 'nothing'; allowed: <path>=<text>, such as 0/1.0=another conclusion" },
    { args: ["--set", "a=1", "--set", "a=2"], says: "--set: 'a' is given twice" },
    { args: ["--set", "0/9.9=x"], says: "set '0/9.9': no specialist was started at 0/9.9, so there is no conclusion" },
    { args: ["--agent", "nowhere.mjs"], says: "--agent: there is no file 'nowhere.mjs'" },
  ])("says in one line what is wrong: $says", async ({ args, says }) => {
    expect(await inProcess(["replay", at("noon.json"), ...args])).toEqual({ code: 2, stdout: "", stderr: `troupe: ${says}\n` });
  });
});

describe("a file that is no trace", () => {
  it.each([["stats"], ["export", "--format", "csv"], ["view"], ["replay"], ["diff", "noon.json"]])("ends troupe %s with one line and exit code 2", async (command, ...more) => {
    const args = [command, ...more.map((word) => (word.endsWith(".json") ? at(word) : word))];

    for (const name of ["cut.json", "missing.json"]) {
      const { code, stdout, stderr } = await inProcess([...args, at(name)]);
      const says = name === "cut.json" ? "is cut off or damaged: " : "cannot be read: no such file or directory\n";

      expect({ code, stdout, lines: stderr.split("\n").length, says: stderr.startsWith(`troupe: ${at(name)} ${says}`) }).toEqual({ code: 2, stdout: "", lines: 2, says: true });
    }
  });
});

describe("troupe run --html", () => {
  it("saves the page of the run beside its trace", async () => {
    const { code, stdout } = await inProcess(["run", "When?", "--agent", at("lead.mjs"), "--html", at("run.html"), "--trace", at("run.json"), "--quiet"]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: "So: noon.\n" });
    expect(runIn(readFileSync(at("run.html"), "utf8"), "run")).toEqual(JSON.parse(readFileSync(at("run.json"), "utf8")));
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("finds out before the run that the page cannot be written", async () => {
    const { code, stderr } = await inProcess(["run", "When?", "--agent", at("lead.mjs"), "--html", folder.path]);

    expect({ code, stderr }).toEqual({ code: 2, stderr: `troupe: --html: '${folder.path}' is no file\n` });
  });
});

function runIn(html: string, name: string): unknown {
  const [, block = ""] = new RegExp(`id="troupe-${name}">([^<]*)<`, "u").exec(html) ?? [];
  return unpack(JSON.parse(gunzipSync(Buffer.from(block, "base64")).toString("utf8")) as Packed);
}

async function holds(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
