import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { endProcesses, startTroupe, temporaryFolder, writeModule, type Running } from "../../bin/command.ts";
import { openPage } from "../browser.ts";
import { opensPages, reader, treeRows } from "../open-page.ts";

const folder = temporaryFolder();
const read = reader();
beforeEach(opensPages);
afterAll(async () => {
  endProcesses();
  await read.end();
  folder.remove();
});

/** Gates between processes: a call there asks for a name, and goes on when that is opened here. */
interface Gates {
  readonly address: string;
  /** Resolves once a call waits at this gate. */
  reached(name: string): Promise<void>;
  open(name: string): void;
  /** From now on nothing waits. */
  openAll(): void;
  close(): void;
}

async function gates(): Promise<Gates> {
  const waiting = new Map<string, ServerResponse>();
  const heard = new Set<() => void>();
  let areOpen = false;
  const server = createServer(({ url = "" }, response) => {
    if (areOpen) return void response.end();
    waiting.set(decodeURIComponent(url.slice(1)), response);
    for (const look of heard) look();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const reached: Gates["reached"] = (name) =>
    new Promise((resolve) => {
      const look = (): void => void (waiting.has(name) && resolve());
      heard.add(look);
      look();
    });
  const open: Gates["open"] = (name) => void waiting.get(name)?.end();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    open,
    openAll() {
      areOpen = true;
      for (const name of waiting.keys()) open(name);
    },
    close: () => void server.close(),
  };
}

const TEAM = `
const gate = (name) => fetch(process.env.GATES + "/" + encodeURIComponent(name));
const script = scripted.byPath({
  "0": [{ calls: [{ name: "ask_reader", arguments: { goal: "left" } }, { name: "ask_reader", arguments: { goal: "right" } }, { name: "look", arguments: {} }] }, "All is known."],
  "*": [{ calls: [{ name: "look", arguments: {} }] }, "I read it."],
});
const model = { ...script, async respond(request, options) {
  await gate(request.path + "#" + request.turn);
  return script.respond(request, options);
} };
const look = tool({ name: "look", description: "Looks.", parameters: z.object({}), execute: async (_args, { path }) => {
  await gate("look " + path);
  return { text: "seen", artifacts: [{ name: "seen.txt", data: "what was seen" }] };
} });
const reader = fromAgent({ name: "reader", description: "Reads.", model, tools: [look] });
export default fromAgent({ name: "lead", model, tools: [look], team: [reader] });
`;

function addressTold({ child }: Running): Promise<string> {
  let told = "";
  return new Promise((resolve) => {
    child.stderr.on("data", (more: string) => {
      told += more;
      const address = /http:\S+token=\S+(?=\s)/u.exec(told)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

const SOON = { timeout: 20_000 };

const withoutTimes = async (page: Page): Promise<string[]> => (await treeRows(page)).map((row) => row.replace(/, [^,]*$/u, ""));

describe("troupe run --watch, in a browser", { timeout: 120_000 }, () => {
  it("is followed while it grows, does not mind a page that is closed, and ends as the saved file", async () => {
    const gate = await gates();
    const [agent, trace] = [writeModule(folder.path, "team.mjs", TEAM), join(folder.path, "run.json")];
    const env = { GATES: gate.address, BROWSER: "/nowhere/no-browser" };
    const program = startTroupe(["run", "Look around.", "--agent", agent, "--concurrency", "1", "--trace", trace, "--watch"], { env });
    const address = await addressTold(program);
    await gate.reached("0#1");
    const [stays, leaves] = await Promise.all([1, 2].map(async () => openPage(await read.browser(), address)));
    if (!stays || !leaves) throw new Error("two pages were opened");

    await expect.poll(() => withoutTimes(stays.page), SOON).toEqual(["run lead: running", "model thinks: running"]);
    gate.open("0#1");
    await Promise.all([gate.reached("0/1.0#1"), gate.reached("look 0")]);
    for (const { page } of [stays, leaves]) {
      await expect
        .poll(() => withoutTimes(page), SOON)
        .toEqual([
          "run lead: running",
          "model thinks: answered",
          "agent reader: running",
          "model thinks: running",
          "agent reader: running",
          "model thinks: queued",
          "tool look: running",
        ]);
    }
    await leaves.page.close();
    gate.openAll();
    const { code, stdout } = await program.ended;
    gate.close();

    expect([code, stdout]).toEqual([0, "All is known.\n"]);
    await expect.poll(() => stays.page.locator(".live").innerText(), SOON).toBe("followed to its end");
    const [saved] = await Promise.all([stays.page.waitForEvent("download"), stays.page.getByRole("button", { name: "Save this trace" }).click()]);
    expect(JSON.parse(readFileSync(await saved.path(), "utf8"))).toEqual(JSON.parse(readFileSync(trace, "utf8")));
    expect(stays.problems).toEqual([]);
  });
});
