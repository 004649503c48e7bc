import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSchema, type Run } from "../../src/index.ts";
import { endProcesses, LIBRARY, startProcess, temporaryFolder, TOOLS, troupe, writeModule, type Running } from "./command.ts";

// `scripts/llama-server.sh <folder>` gets the server. The model knows two specialists, two tools and a few ways to ask.
const { TROUPE_LLAMA_SERVER: command } = process.env;
const MODELS = fileURLToPath(new URL("../fixtures/tiny-model/", import.meta.url));
const missing = command === undefined || !existsSync(command) ? "no llama.cpp server: TROUPE_LLAMA_SERVER names none that is there" : null;

const folder = temporaryFolder();
writeModule(folder.path, "orchestrator.mjs", `import { delegate } from "${LIBRARY}";
import { calculate } from "${TOOLS}";
const texts = (name) => ({ parameters: z.object({ task: z.string() }), goal: ({ task }) => task, name: "delegate_to_" + name, conclusion: ({ output }) => output.replace("answer: ", "") });
const counts = calculate();
const calc = tool({ name: "calc", description: "Calculates.", parameters: z.object({ expression: z.string() }), execute: (args, context) => counts.execute(args, context) });
const search = tool({ name: "search", description: "Searches.", parameters: z.object({ query: z.string() }), execute: ({ query }) => query.split(" ").reverse().join(" ") });
export default ({ model }) => {
  const member = (name, tools) => delegate(fromAgent({ name, description: name, instructions: "", model, tools, maxOutputTokens: 200 }), texts(name));
  return fromAgent({ name: "orchestrator", instructions: "", model, team: [member("mathematician", [calc]), member("researcher", [search])], maxOutputTokens: 200 });
};`);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const MINUTE = 60_000;

describe("a real model on a real server", () => {
  let server: Running | undefined;
  let address = "";
  beforeAll(async () => {
    if (missing !== null) return;
    const port = await freePort();
    const file = (name: string): string => join(MODELS, name);
    const options = ["--jinja", "--chat-template-file", file("tiny-trained.jinja"), "--temp", "0", "--threads", "1", "--ctx-size", "4096"];
    server = startProcess([command ?? "", "--model", file("tiny-trained.gguf"), ...options, "--host", "127.0.0.1", "--port", String(port)]);
    await server.told("listening on");
    address = `http://127.0.0.1:${port}/v1`;
  }, MINUTE);
  afterAll(() => {
    endProcesses();
    folder.remove();
  });

  const ask = async (goal: string): Promise<{ readonly code: number | null; readonly run: Run }> => {
    const { code, stdout } = await troupe(["run", goal, "--agent", join(folder.path, "orchestrator.mjs"), "--model", "compatible/tiny", "--base-url", address, "--json"]);
    return { code, run: runSchema.parse(JSON.parse(stdout)) as Run };
  };

  it("splits a goal between two specialists, who work at the same time with their tools", { timeout: MINUTE }, async ({ skip }) => {
    if (missing !== null) return skip(missing);
    const { code, run } = await ask("what is 12 + 30? find copper basil.");
    const specialists = run.steps.flatMap((step) => (step.kind === "agent" ? [step] : []));

    expect({ code, stopReason: run.stopReason, output: run.output, kinds: run.steps.map(({ kind }) => kind) }).toEqual({
      code: 0,
      stopReason: "completed",
      output: "answer: 42; basil copper",
      kinds: ["model", "agent", "agent", "model"],
    });
    expect(specialists.map(({ agent, goal, outcome, children }) => ({ agent, goal, outcome, tools: children.filter(({ kind }) => kind === "tool").map(({ name, observation }) => [name, observation]) }))).toEqual([
      { agent: "mathematician", goal: "what is 12 + 30?", outcome: "answered", tools: [["calc", "42"]] },
      { agent: "researcher", goal: "find copper basil.", outcome: "answered", tools: [["search", "basil copper"]] },
    ]);
    expect(run.usage.subtree.inputTokens).toBeGreaterThan(0);
    expect(run.steps.every((step) => step.kind !== "model" || !step.estimated)).toBe(true);
  });

  it("asks one specialist where one is enough", { timeout: MINUTE }, async ({ skip }) => {
    if (missing !== null) return skip(missing);
    const { code, run } = await ask("what is 7 * 6?");

    expect({ code, asked: run.steps.flatMap((step) => (step.kind === "agent" ? [step.agent] : [])) }).toEqual({ code: 0, asked: ["mathematician"] });
    expect(run.output).toContain("42");
  });
});
