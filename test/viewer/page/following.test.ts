import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunRecord } from "../../../src/core/run.ts";
import { liveMessage } from "../../../src/viewer/live.ts";
import { liveHtml } from "../../../src/viewer/to-html.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { openPage } from "../browser.ts";
import { opensPages, reader, selectedRow } from "../open-page.ts";

const RUN = syntheticRun({ steps: 80, depth: 3 });
const read = reader();
beforeEach(opensPages);
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => read.end());

interface LiveServer {
  readonly address: string;
  /** The addresses that were asked for. */
  readonly asked: string[];
  /** Sends an event to everyone connected. */
  send(event: "run" | "end", data?: unknown): void;
  drop(): void;
}

async function serve(onConnect: (send: LiveServer["send"]) => void): Promise<LiveServer> {
  const page = await liveHtml("events");
  const connected = new Set<ServerResponse>();
  const asked: string[] = [];
  const send: LiveServer["send"] = (event, data = "") => {
    for (const response of connected) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (!request.url?.startsWith("/events")) return void response.writeHead(200, { "content-type": "text/html" }).end(page);
    response.writeHead(200, { "content-type": "text/event-stream" }).write("retry: 50\n\n");
    connected.add(response);
    response.on("close", () => connected.delete(response));
    onConnect(send);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const drop = (): void => {
    for (const response of connected) response.destroy();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, send, drop };
}

describe("a page that follows a run", { timeout: 60_000 }, () => {
  it("shows it growing, keeps what is selected, and ends with it", async () => {
    const moments = [0.3, 0.6].map((share): RunRecord => asOf(RUN, RUN.seconds * share));
    const [first, second] = moments;
    const server = await serve((send) => send("run", liveMessage(null, first ?? RUN)));
    const { page, problems, requests } = await openPage(await read.browser(), `${server.address}/?token=secret`);
    const steps = page.locator(".metrics > div", { hasText: "steps" }).first();

    await expect.poll(() => steps.innerText()).toMatch(new RegExp(`^steps\\s+${first?.totalSteps}\\b`, "u"));
    await page.getByRole("treeitem").nth(1).click();
    const selected = await selectedRow(page);
    server.send("run", liveMessage(first ?? null, second ?? RUN));
    await expect.poll(() => steps.innerText()).toMatch(new RegExp(`^steps\\s+${second?.totalSteps}\\b`, "u"));
    expect(await page.getByRole("banner").getByRole("status").first().innerText()).toBe("live");
    server.send("run", liveMessage(second ?? null, RUN));
    server.send("end");
    await expect.poll(() => steps.innerText()).toMatch(/^steps\s+80\b/u);

    expect(await selectedRow(page)).toBe(selected);
    expect(await page.locator(".live").innerText()).toBe("followed to its end");
    expect(await page.locator(".badge").innerText()).toBe("completed");
    expect(server.asked).toEqual(["/?token=secret", "/events?token=secret"]);
    expect([requests, problems]).toEqual([[`${server.address}/events?token=secret`], []]);
  });

  it("begins anew when a message does not fit, and when the connection was lost", async () => {
    let connections = 0;
    const server = await serve((send) => {
      connections += 1;
      send("run", { whole: asOf(RUN, (RUN.seconds * connections) / 10) });
    });
    const { page } = await openPage(await read.browser(), server.address);
    await page.getByRole("tree").waitFor();

    server.send("run", { head: {}, changed: [{ under: "0#99.9", place: 0, step: {} }], booked: { after: 0, entries: [] } });
    await expect.poll(() => connections).toBe(2);
    server.drop();
    await expect.poll(() => connections, { timeout: 10_000 }).toBe(3);
    server.send("run", { whole: RUN });
    await expect.poll(() => page.locator(".badge").innerText()).toBe("completed");
  });

  it("says that it waits until the run begins", async () => {
    const server = await serve(() => undefined);
    const { page } = await openPage(await read.browser(), server.address);

    await page.getByText("Waiting for the run to begin").waitFor();
  });
});
