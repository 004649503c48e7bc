import { get, request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { servePage } from "../../../bin/pages/page-server.ts";
import { watchPage } from "../../../bin/pages/watch.ts";
import { fromAgent, scripted, start, tool, type Run } from "../../../src/index.ts";
import { gate } from "../../../src/testing/index.ts";
import { LiveRun } from "../../../src/viewer/live.ts";
import { modelStep, runOf, toolStep } from "../../support/trace.ts";

const browser = process.env.BROWSER;
beforeAll(() => void (process.env.BROWSER = "/nowhere/no-browser"));
afterAll(() => {
  if (browser === undefined) delete process.env.BROWSER;
  else process.env.BROWSER = browser;
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

function ask(address: string, { method = "GET", headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (more: string) => (text += more));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.on("error", reject).end();
  });
}

/** Follows the events of a page as the page itself does. */
function follow(address: string) {
  const { pathname, search, origin } = new URL(address);
  const run = new LiveRun();
  const taken: boolean[] = [];
  let rest = "";
  let heard: () => void = () => undefined;
  const asked = get(`${origin}${pathname}events${search}`);
  const ended = new Promise<void>((resolve) => {
    asked.on("response", (response: IncomingMessage) => {
      response.setEncoding("utf8").on("data", (more: string) => {
        const events = (rest + more).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) {
          const [, name, data = ""] = /^event: (.*)\ndata: (.*)$/u.exec(event) ?? [];
          if (name === "run") taken.push(run.take(JSON.parse(data)));
          if (name === "end") resolve();
        }
        heard();
      });
    });
    asked.on("error", () => undefined);
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      heard = () => void (holds() && resolve());
      heard();
    });
  return { run, taken, ended, until, leave: () => asked.destroy() };
}

describe("the server of a live page", () => {
  it("gives the page to whoever has the address, and lets nothing keep it", async () => {
    const server = await servePage("<p>page</p>");
    const { status, headers, text } = await ask(server.address);
    server.close();

    expect(new URL(server.address).hostname).toBe("127.0.0.1");
    expect(new URL(server.address).searchParams.get("token")).toMatch(/^[\w-]{32}$/u);
    expect({ status, text, kept: headers["cache-control"], referrer: headers["referrer-policy"], type: headers["content-type"] }).toEqual({
      status: 200,
      text: "<p>page</p>",
      kept: "no-store",
      referrer: "no-referrer",
      type: "text/html; charset=utf-8",
    });
  });

  it.each([
    { title: "without a token", change: (address: string) => address.replace(/token=.*/u, ""), given: {}, status: 403 },
    { title: "with a wrong token", change: (address: string) => `${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}`, given: {}, status: 403 },
    { title: "for the events without a token", change: (address: string) => address.replace(/\?.*/u, "events"), given: {}, status: 403 },
    { title: "under another name", change: (address: string) => address, given: { headers: { host: "evil.example" } }, status: 403 },
    { title: "under another port", change: (address: string) => address, given: { headers: { host: "127.0.0.1:1" } }, status: 403 },
    { title: "to be changed", change: (address: string) => address, given: { method: "POST" }, status: 405 },
    { title: "for anything else", change: (address: string) => address.replace("/?", "/../etc/passwd?"), given: {}, status: 404 },
  ])("refuses to be asked $title", async ({ change, given, status }) => {
    const server = await servePage("<p>page</p>");
    const answer = await ask(change(server.address), given);
    server.close();

    expect({ status: answer.status, page: answer.text.includes("page</p>") }).toEqual({ status, page: false });
  });

  it("lives on when it is asked for what is no address", async () => {
    const server = await servePage("<p>page</p>");
    const { port } = new URL(server.address);
    const { status } = await new Promise<Answer>((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path: "//[" }, (response) => {
        response.resume().on("end", () => resolve({ status: response.statusCode, headers: response.headers, text: "" }));
      });
      asked.on("error", reject).end();
    });
    const after = await ask(server.address);
    server.close();

    expect([status, after.status]).toEqual([400, 200]);
  });

  it("tells a growing run, to someone who comes later too, and at the end all of it", async () => {
    const server = await servePage("");
    const first = { ...runOf([modelStep({ output: "One." })]), stopReason: null } as unknown as Run;
    const last = runOf([modelStep({ output: "One.", artifacts: ["named after it had ended"] }), toolStep("look", { id: "0#1.0" })]);
    const early = follow(server.address);
    server.tell(first);
    await early.until(() => early.taken.length > 0);
    const late = follow(server.address);
    await late.until(() => late.taken.length > 0);
    await server.end(last);
    await Promise.all([early.ended, late.ended]);

    expect([early.taken, late.taken]).toEqual([[true, true], [true, true]]);
    expect([early.run.run, late.run.run].map((run) => JSON.stringify(run))).toEqual([JSON.stringify(last), JSON.stringify(last)]);
  });
});

describe("troupe run --watch", () => {
  it("follows a run to its very end, and does not mind a page that is closed", async () => {
    const held = gate();
    const look = tool({ name: "look", description: "Looks.", parameters: z.object({}), execute: () => ({ text: "seen", artifacts: [{ name: "a.txt", data: "a" }] }) });
    const model = scripted([{ calls: [{ name: "look", arguments: {} }, { name: "look", arguments: {} }] }, "So."], { gate: held });
    const told: string[] = [];
    const watch = await watchPage((line) => told.push(line));
    const address = told[0]?.replace("watch the run at ", "") ?? "";
    const handle = start(fromAgent({ name: "lead", model, tools: [look] }), "Look.");
    watch.follow(handle);
    const [stays, leaves] = [follow(address), follow(address)];
    await leaves.until(() => leaves.taken.length > 0);
    leaves.leave();
    await stays.until(() => stays.run.run?.steps[0]?.open === "running");
    held.open();
    const run = await handle.result;
    await watch.end(run);
    await stays.ended;

    expect({ stopReason: run.stopReason, fits: stays.taken.every(Boolean) }).toEqual({ stopReason: "completed", fits: true });
    expect(JSON.stringify(stays.run.run)).toBe(JSON.stringify(run));
  });
});
