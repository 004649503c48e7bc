import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MARKS } from "../../src/trace/marks.ts";
import { temporaryFolder } from "./command.ts";
import { inProcess, writeModuleHere } from "./in-process.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
const at = (name: string): string => join(folder.path, name);

writeFileSync(at("file.txt"), "a file");
writeFileSync(at("broken.mjs"), "export default {");
writeFileSync(at("number.mjs"), "export default 7");
writeFileSync(at("nothing.mjs"), "export const agent = 7");
writeFileSync(at("throws.mjs"), "throw new Error('two\\nlines \\u001b[2J')");
writeFileSync(at("makes-number.mjs"), "export default async () => 7");
writeFileSync(at("makes-trouble.mjs"), "export default () => { throw new RangeError('not today') }");
writeFileSync(at("alike.mjs"), "export default { agent: { name: 'x' }, transition() {} }");
writeModuleHere(folder.path, "agent.mjs", `export default fromAgent({ name: "boss", model: scripted(["never asked"]) });`);
mkdirSync(at("folder"));
symlinkSync("circle", at("circle"));
symlinkSync("nowhere.json", at("dangling.json"));
const LONG = "x".repeat(300);

const MODELS = "offline, openai/<id>, anthropic/<id>, google/<id>, ollama/<id>, compatible/<id>";
const AGENT = ["--agent", at("agent.mjs")];

beforeEach(() => {
  for (const name of ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "OPENAI_COMPATIBLE_BASE_URL"]) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

describe("wrong usage is one line on standard error and exit code 2", () => {
  it.each<{ title: string; args: string[]; line: string }>([
    { title: "no command", args: [], line: "name a command; troupe --help lists them" },
    { title: "an unknown command", args: ["bogus"], line: "unknown command 'bogus'" },
    { title: "an unknown option, with what is nearest", args: ["run", "x", "--dcos", "y"], line: "unknown option '--dcos' (Did you mean --docs?)" },
    { title: "an unknown option with an escape in it", args: ["run", "x", "--\u001b[2J"], line: "unknown option '--\\e[2J'" },
    { title: "no goal", args: ["run"], line: "missing required argument 'goal'" },
    { title: "a blank goal", args: ["run", " \n "], line: "the goal is blank; say what the agent is to do" },
    { title: "a goal without quotes", args: ["run", "two", "words"], line: "too many arguments for 'run'. Expected 1 argument but got 2." },
    { title: "a model there is none of", args: ["run", "x", "--model", "gpt"], line: `--model is 'gpt'; allowed: ${MODELS}` },
    { title: "a model of a provider there is none of", args: ["run", "x", "--model", "mistral/large"], line: `--model is 'mistral/large'; allowed: ${MODELS}` },
    { title: "a model without its key", args: ["run", "x", "--model", "openai/gpt"], line: "--model: openai/gpt needs a key: set OPENAI_API_KEY" },
    { title: "a model whose server has no address", args: ["run", "x", "--model", "compatible/m"], line: "--model: compatible/m needs the address of a server: give --base-url, or set OPENAI_COMPATIBLE_BASE_URL, such as http://localhost:8080/v1" },
    { title: "an address that is none", args: ["run", "x", "--model", "ollama/m", "--base-url", "localhost:1"], line: "--base-url is 'localhost:1'; allowed: a URL that begins with http:// or https://" },
    { title: "an address for the embedded model", args: ["run", "x", "--base-url", "http://localhost"], line: "--base-url is for a --model that is asked over the network, and the embedded model is not" },
    { title: "a limit for the embedded model", args: ["run", "x", "--model", "offline", "--rate", "requests=5"], line: "--rate is for a --model that is asked over the network, and the embedded model is not" },
    { title: "a price of something else", args: ["run", "x", "--model", "ollama/m", "--price", "input=1,outputs=2"], line: "--price: no price is called 'outputs'; there are input, output, cached" },
    { title: "half a price", args: ["run", "x", "--model", "ollama/m", "--price", "input=1"], line: "--price is 'input=1'; it takes both input=... and output=..., per million tokens" },
    { title: "a price below nothing", args: ["run", "x", "--model", "ollama/m", "--price", "input=1,output=-2"], line: "--price: output is '-2'; allowed: an amount of money of at least 0, per million tokens" },
    { title: "a limit of nothing", args: ["run", "x", "--model", "ollama/m", "--rate", "requests=0"], line: "--rate: requests is '0'; allowed: a whole number of at least 1, per minute" },
    { title: "a limit that stands twice", args: ["run", "x", "--model", "ollama/m", "--rate", "requests=1,requestsPerMinute=2"], line: "--rate: 'requestsPerMinute' is given twice" },
    { title: "a member there is none of", args: ["run", "x", "--team", "researcher,poet"], line: "--team: nobody is called 'poet'; there are researcher, analyst, writer, critic, summariser" },
    { title: "a member whose name every object has", args: ["run", "x", "--team", "constructor"], line: "--team: nobody is called 'constructor'; there are researcher, analyst, writer, critic, summariser" },
    { title: "a member twice", args: ["run", "x", "--team", "analyst", "--team", "analyst"], line: "--team: 'analyst' is given twice" },
    { title: "a team for somebody's own agent", args: ["run", "x", "--team", "analyst", ...AGENT], line: "--team is for the built-in team and does not go with --agent" },
    { title: "a folder that does not exist", args: ["run", "x", "--docs", at("gone")], line: `--docs is '${at("gone")}'; allowed: the path of a folder that exists and may be read` },
    { title: "a folder that is a file", args: ["run", "x", "--docs", at("file.txt")], line: `--docs is '${at("file.txt")}'; allowed: the path of a folder (this is something else)` },
    { title: "documents for somebody's own agent", args: ["run", "x", "--docs", folder.path, ...AGENT], line: "--docs is for the built-in team and does not go with --agent" },
    { title: "a model for somebody's own agent", args: ["run", "x", "--model", "offline", ...AGENT], line: "--model does not go with an --agent that has its own: for one that takes it, export default a function of { model }" },
    { title: "a wrong ceiling", args: ["run", "x", "--budget", "steps=0"], line: "--budget: steps is '0'; allowed: a whole number of at least 1" },
    { title: "a ceiling given in two options", args: ["run", "x", "--pool", "steps=1", "--pool", "steps=2"], line: "--pool: 'steps' is given twice" },
    { title: "a wrong number of slots", args: ["run", "x", "--concurrency", "0"], line: "--concurrency is '0'; allowed: a whole number of at least 1" },
    { title: "a ceiling of money over a model without a price", args: ["run", "x", "--budget", "cost=1", ...AGENT], line: "agent 'boss': budget.maxCost is 1; allowed: null, or any amount with a model whose price is known (the price of 'scripted' is not)" },
    { title: "a module that does not exist", args: ["run", "x", "--agent", at("gone.mjs")], line: `--agent: there is no file '${at("gone.mjs")}'` },
    { title: "a folder for a module", args: ["run", "x", "--agent", at("folder")], line: `--agent: there is no file '${at("folder")}'` },
    { title: "a module behind links in a circle", args: ["run", "x", "--agent", at("circle")], line: `--agent: there is no file '${at("circle")}'` },
    { title: "a module whose name is too long for one", args: ["run", "x", "--agent", at(LONG)], line: `--agent: there is no file '${at(LONG)}'` },
    { title: "a module that throws", args: ["run", "x", "--agent", at("throws.mjs")], line: `--agent: '${at("throws.mjs")}' cannot be loaded: Error: two lines \\e[2J` },
    { title: "a module without a default export", args: ["run", "x", "--agent", at("nothing.mjs")], line: `--agent: '${at("nothing.mjs")}' has no default export; export default what fromAgent(...) returns, or a function of { model } that returns it` },
    { title: "a module whose default export is no agent", args: ["run", "x", "--agent", at("number.mjs")], line: `--agent: '${at("number.mjs")}' has a default export that is no agent; export default what fromAgent(...) returns, or a function of { model } that returns it` },
    { title: "a module whose default export makes no agent", args: ["run", "x", "--agent", at("makes-number.mjs")], line: `--agent: '${at("makes-number.mjs")}' makes by its default export what is no agent; export default what fromAgent(...) returns, or a function of { model } that returns it` },
    { title: "a module whose default export throws", args: ["run", "x", "--agent", at("makes-trouble.mjs")], line: `--agent: the default export of '${at("makes-trouble.mjs")}' makes no agent: RangeError: not today` },
    { title: "an agent of another copy of the library", args: ["run", "x", "--agent", at("alike.mjs")], line: `--agent: '${at("alike.mjs")}' has a default export that is no agent; it was made by another copy of troupe` },
    { title: "a trace in a place that cannot be written", args: ["run", "x", ...AGENT, "--trace", at("file.txt/run.json")], line: `--trace: '${at("file.txt/run.json")}' cannot be written: not a directory` },
    { title: "a trace in the place of a folder, before anything is told about documents", args: ["run", "x", "--docs", at("folder"), "--trace", at("folder")], line: `--trace: '${at("folder")}' is no file` },
    { title: "a trace behind a link that leads nowhere", args: ["run", "x", ...AGENT, "--trace", at("dangling.json")], line: `--trace: '${at("dangling.json")}' is a link that leads nowhere` },
    { title: "a trace without a path", args: ["run", "x", "--trace"], line: "option '--trace <file.json>' argument missing" },
    { title: "a journal whose name is too long for one", args: ["runs", "--journal", at(LONG)], line: `--journal: there is no folder '${at(LONG)}'` },
    { title: "nothing to show", args: ["show"], line: "missing required argument 'trace.json'" },
    { title: "a trace that does not exist", args: ["show", at("gone.json")], line: `${at("gone.json")} cannot be read: no such file or directory` },
  ])("$title", async ({ args, line }) => {
    expect(await inProcess(args)).toEqual({ code: 2, stdout: "", stderr: `troupe: ${line}\n` });
  });

  it("never shows the value of a secret environment variable", async () => {
    vi.stubEnv("API_TOKEN", "supersecret-1234");
    const { stderr } = await inProcess(["run", "x", "--docs", at("supersecret-1234")]);

    expect(stderr).toBe(`troupe: --docs is '${at("[API_TOKEN]")}'; allowed: the path of a folder that exists and may be read\n`);
  });

  it("is what a module with broken syntax is, in one line without a stack", async () => {
    const { code, stdout, stderr } = await inProcess(["run", "x", "--agent", at("broken.mjs")]);

    expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 2, stdout: "", lines: 2 });
    expect(stderr).toMatch(/^troupe: --agent: '.*broken\.mjs' cannot be loaded: /u);
  });
});

describe("help and version", () => {
  it.each([
    { args: ["--help"], says: 'troupe run "How do I configure retries?" --docs ./docs --trace run.json' },
    { args: ["run", "--help"], says: 'troupe run "Compare the two queues" --docs ./docs --budget steps=8,seconds=30,wrap-up' },
    { args: ["show", "--help"], says: "troupe show run.json" },
    { args: ["models", "--help"], says: "troupe models --json" },
    { args: ["init", "--help"], says: "troupe init my-agents --typescript" },
  ])("$args prints an example on standard output", async ({ args, says }) => {
    const { code, stdout, stderr } = await inProcess(args);

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`  $ ${says}\n`);
  });

  it("show --help explains every mark", async () => {
    const { stdout } = await inProcess(["show", "--help"]);
    const legend = stdout.split("\n").find((line) => line.startsWith("Marks: ")) ?? "";

    expect(Object.values(MARKS).filter((mark) => !legend.includes(`${mark} `))).toEqual([]);
  });

  it("--version prints the version", async () => {
    expect(await inProcess(["--version"])).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u) as string, stderr: "" });
  });
});

describe("a remark about documents", () => {
  it("is escaped, whatever the folder is called", async () => {
    const name = at("a\u001b[31m\nb");
    mkdirSync(name);
    const { code, stderr } = await inProcess(["run", "x", "--docs", name]);

    expect({ code, line: stderr.split("\n")[0] }).toEqual({ code: 0, line: `there are no documents in '${at("a\\e[31m b")}'` });
  });
});
