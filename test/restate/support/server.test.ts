import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findEngine, type Engine } from "./engine.ts";
import { listenersOf } from "./listeners.ts";
import { startServer, type RestateServer } from "./server.ts";
import { register, startWorker, startWorkers, type Workers } from "./workers.ts";

const found = findEngine();
const why = "missing" in found ? found.missing : "";
const MODULE = fileURLToPath(new URL("./plain-worker.ts", import.meta.url));

describe.skipIf(why)(`a Restate server and three workers${why && `: ${why}`}`, { timeout: 120_000 }, () => {
  const { nodePath } = found as Engine; // where it is missing, nothing below runs
  const dataFolder = join(mkdtempSync(join(tmpdir(), "troupe-restate-")), "data");
  let server: RestateServer;
  let workers: Workers;
  beforeAll(async () => {
    [server, workers] = await Promise.all([startServer({ dataFolder }), startWorkers(3, { nodePath, module: MODULE })]);
  });
  afterAll(async () => {
    await Promise.all([workers?.stop(), server?.stop()]);
    rmSync(join(dataFolder, ".."), { recursive: true, force: true });
  });

  const wait = async (milliseconds: number): Promise<string> => {
    const response = await fetch(`${server.ingressUrl}/plain/wait`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ milliseconds }),
    });
    return (await response.json()) as string;
  };
  /** Starts a wait that goes on without a client; its answer is awaited with `answer`. */
  const send = async (milliseconds: number): Promise<string> => {
    const response = await fetch(`${server.ingressUrl}/plain/wait/send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ milliseconds }),
    });
    return ((await response.json()) as { invocationId: string }).invocationId;
  };
  const answer = async (id: string) => (await fetch(`${server.ingressUrl}/restate/invocation/${id}/attach`)).json();

  it.runIf(process.platform === "linux")("listen on 127.0.0.1 only, and let nobody but this user read the data", () => {
    const pids = [server.pid, ...workers.workers.map(({ pid }) => pid)];
    const own = pids.flatMap(listenersOf);
    const expected = [
      server.ingressUrl,
      server.adminUrl,
      `http://127.0.0.1:${server.nodePort}`,
      ...workers.workers.map(({ url }) => url),
    ];

    expect(own.sort()).toEqual(expected.map((url) => url.slice("http://".length)).sort());
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  });

  it("say why, where one does not come up", async () => {
    const taken = workers.workers[0]?.port ?? 0;
    await expect(startWorker({ nodePath, module: MODULE, port: taken })).rejects.toThrow(
      `address already in use 127.0.0.1:${taken}`,
    );
    await expect(startServer({ dataFolder: join(dataFolder, "second"), serverPath: "/no/such/server" })).rejects.toThrow(
      "The Restate server ended before it was ready: exit code 127. Its output:\n",
    );
  });

  it("share the work", async () => {
    expect(await register(server.adminUrl, workers.url)).toEqual(["plain"]);

    const names = await Promise.all(Array.from({ length: 30 }, () => wait(20)));

    expect([...new Set(names)].sort()).toEqual(["w1", "w2", "w3"]);
  });

  it("finish what a killed worker had begun, on another one", async () => {
    const id = await send(1_500);
    const waiting = workers.workers.map((worker) => worker.line(/^waits 1500$/, 30).then(() => worker));
    const first = await Promise.any(waiting);
    await first.kill();
    for (const other of waiting) other.catch(() => {}); // they wait for a line that need not come

    const name = await answer(id);

    const dead = workers.workers.indexOf(first);
    expect(["w1", "w2", "w3"].filter((_, index) => index !== dead)).toContain(name);
    await workers.revive(dead);
    expect(await wait(1)).toMatch(/^w[123]$/);
  });

  it("go on by themselves after the server was killed and came back", async () => {
    const id = await send(1_000);
    await Promise.any(workers.workers.map((worker) => worker.line(/^waits 1000$/, 30)));
    const before = server.pid;

    await server.kill();
    await server.restart();

    expect(await answer(id)).toMatch(/^w[123]$/);
    expect(server.pid).not.toBe(before);
  });
});
