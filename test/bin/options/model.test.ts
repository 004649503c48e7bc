import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { runSchema } from "../../../src/index.ts";
import type { Played } from "../../models/language-model/servers/format.ts";
import { openaiCompatible } from "../../models/language-model/servers/openai-chat.ts";
import { sendJson, startServer, type Exchange, type ModelServer } from "../../models/language-model/servers/server.ts";
import { endProcesses, START, startProcess, temporaryFolder, troupe, writeModule, type Running } from "../command.ts";
import { screenAfter } from "../emulator.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
mkdirSync(at("docs"));
writeFileSync(at("docs/retry.md"), "# Retries\n\nThe client retries five times by default.\n");

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => {
  endProcesses();
  folder.remove();
});

const USAGE = { input: 100, cached: 40, output: 10, reasoning: 0 };

/** Plays a lead that asks one researcher, told apart by the tools they are offered. */
function castOf({ messages, tools }: Exchange["asked"]): Played {
  const results = messages.filter(({ role }) => role === "tool");
  if (!tools.some(({ name }) => name === "ask_researcher")) return { text: "Five times. (retry.md:3)", usage: USAGE };
  if (results.length > 0) return { text: `It says: ${results[0]?.text}`, usage: USAGE };
  return { text: "I ask.", calls: [{ id: "call_1", name: "ask_researcher", arguments: { goal: "How often does the client retry?" } }], usage: USAGE };
}

const onServer = ({ url }: ModelServer, ...more: readonly string[]): string[] =>
  ["run", "How often?", "--docs", at("docs"), "--model", "compatible/tiny", "--base-url", `${url}/v1`, ...more];

describe("a model that is asked over the network", () => {
  it("answers for the lead and its specialist, at the price that was given", async () => {
    server = await startServer(openaiCompatible, (exchange) => exchange.play(castOf(exchange.asked)));
    const { code, stdout } = await troupe(onServer(server, "--price", "input=10,output=100,cached=1", "--budget", "cost=1", "--json"), { env: { OPENAI_COMPATIBLE_API_KEY: "the-secret-key" } });
    const result = runSchema.parse(JSON.parse(stdout));

    expect(code).toBe(0);
    expect(result).toMatchObject({ agent: "lead", output: "It says: Five times. (retry.md:3)", usage: { subtree: { modelCalls: 3, inputTokens: 300, cachedTokens: 120, cost: 3 * (60 * 10 + 40 * 1 + 10 * 100) / 1e6 } } });
    expect(server.exchanges.map(({ headers }) => headers.authorization)).toEqual(["Bearer the-secret-key", "Bearer the-secret-key", "Bearer the-secret-key"]);
    expect(stdout).not.toContain("the-secret-key");
  });

  it("is tried again when it fails in a way that may pass, which is told", async () => {
    let failures = 2;
    server = await startServer(openaiCompatible, (exchange) => {
      failures -= 1;
      if (failures === 1) sendJson(exchange.response, 429, openaiCompatible.refusal(429, "slow down"), { "retry-after": "0" });
      else if (failures === 0) sendJson(exchange.response, 503, openaiCompatible.refusal(503, "overloaded"), { "retry-after": "0" });
      else exchange.play(castOf(exchange.asked));
    });
    const { code, stdout, stderr } = await troupe(onServer(server));

    expect({ code, stdout }).toEqual({ code: 0, stdout: "It says: Five times. (retry.md:3)\n" });
    expect(stderr).toContain("trying again after: ");
    expect(stderr).toContain("status 429: slow down");
    expect(stderr).toContain("status 503: overloaded");
  });

  it("is not asked again by an account that has nothing left", async () => {
    const spent = { error: { message: "You exceeded your current quota.", type: "insufficient_quota", code: "insufficient_quota" } };
    server = await startServer(openaiCompatible, ({ response }) => sendJson(response, 429, spent));
    const { code, stderr } = await troupe(onServer(server));

    expect({ code, requests: server.exchanges.length }).toEqual({ code: 1, requests: 1 });
    expect(stderr).toContain("You exceeded your current quota.");
  });

  it("is handed to a module that takes it", async () => {
    server = await startServer(openaiCompatible, (exchange) => exchange.play({ text: `I am ${exchange.asked.messages[0]?.text}` }));
    writeModule(folder.path, "takes-model.mjs", `export default async ({ model }) => fromAgent({ name: "boss", model, instructions: "the boss" });`);
    const { code, stdout } = await troupe(["run", "hello", "--agent", at("takes-model.mjs"), "--model", "compatible/tiny", "--base-url", `${server.url}/v1`]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: "I am the boss\n" });
  });
});

describe("a hint", () => {
  writeModule(folder.path, "own-model.mjs", `export default fromAgent({ name: "boss", model: scripted(["done"]) });`);
  const HINT = "OPENAI_API_KEY is set: with --model openai/<id> a language model would answer\n";

  it.each([
    { title: "tells of a key that is not used", args: ["--docs", at("docs")], isThere: true },
    { title: "is not there with a model", args: ["--docs", at("docs"), "--model", "offline"], isThere: false },
    { title: "is not there for an agent that has a model of its own", args: ["--agent", at("own-model.mjs")], isThere: false },
    { title: "is not there with --quiet", args: ["--docs", at("docs"), "--quiet"], isThere: false },
  ])("$title", async ({ args, isThere }) => {
    const env = { OPENAI_API_KEY: "the-secret-key", ANTHROPIC_API_KEY: "", GOOGLE_GENERATIVE_AI_API_KEY: "", OPENAI_COMPATIBLE_API_KEY: "" };
    const { stderr } = await troupe(["run", "How often does the client retry?", ...args], { env });

    expect(stderr.includes(HINT)).toBe(isThere);
    expect(stderr).not.toContain("the-secret-key");
  });
});

const script = ["/usr/bin/script", "/bin/script"].find((path) => existsSync(path));

describe("on a terminal", () => {
  beforeEach(({ skip }) => skip(script === undefined, "there is no script command here, which makes pseudo-terminals"));

  const onTerminal = (args: readonly string[], redirection = ""): Running => {
    const command = [...START, ...args].map((word) => `'${word}'`).join(" ");
    return startProcess([script ?? "", "-qec", `stty rows 30 cols 100; ${command} ${redirection}`, "/dev/null"], { env: { TERM: "xterm", NO_COLOR: "1" } });
  };

  /** A model that says the first half of its answer, and the second half once `release` is called. */
  const halves = (): { readonly modelUrl: Promise<string>; readonly release: () => void } => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const modelUrl = startServer(openaiCompatible, (exchange) => {
      const [first, second] = ["The first half", " and the second."].map((text) => openaiCompatible.events({ reasoning: "", text, calls: [], ends: "by itself", usage: USAGE }));
      exchange.response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of first?.slice(0, 3) ?? []) exchange.response.write(event);
      void released.then(() => exchange.response.end(second?.slice(1).join("")));
    }).then((started) => (server = started).url);
    return { modelUrl, release };
  };
  writeModule(folder.path, "alone.mjs", `export default ({ model }) => fromAgent({ name: "boss", model });`);
  const alone = (url: string, ...more: readonly string[]): string[] => ["run", "hello", "--agent", at("alone.mjs"), "--model", "compatible/tiny", "--base-url", `${url}/v1`, ...more];

  it("the answer is written while it comes when nothing else is drawn", async () => {
    const { modelUrl, release } = halves();
    const running = onTerminal(alone(await modelUrl, "--quiet"));
    await running.printed("The first half");
    release();
    const { code, stdout } = await running.ended;

    expect({ code, lines: screenAfter(stdout, 30) }).toEqual({ code: 0, lines: ["The first half and the second.", ""] });
  });

  it("the answer is shown below the tree while it comes, and stands alone at the end", async () => {
    const { modelUrl, release } = halves();
    const running = onTerminal(alone(await modelUrl));
    await running.printed("\nThe first half");
    release();
    const { code, stdout } = await running.ended;
    const lines = screenAfter(stdout, 30).map((line) => line.replace(/ {2,}[\d.]+ s.*$/u, "").replace(/· .*$/u, "· ..."));

    expect({ code, lines }).toEqual({
      code: 0,
      lines: ['✓ boss "hello"', "│ completed · ...", "╰─ ✓ model chat → answered: The first half and the second.", "", "The first half and the second.", ""],
    });
  });

  it.each([
    { title: "where nothing else is drawn", redirection: "2>/dev/null" },
    { title: "below the tree", redirection: "" },
  ])("an interrupt leaves what has come, once, $title", async ({ redirection }) => {
    const { modelUrl } = halves();
    const running = onTerminal(alone(await modelUrl), redirection);
    await running.printed("The first half");
    running.child.stdin.write("\u0003");
    const { code, stdout } = await running.ended;

    expect(code).toBe(130);
    expect(screenAfter(stdout, 30).filter((line) => line.includes("The first half")).length).toBe(1);
  });
});
