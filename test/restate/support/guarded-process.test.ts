import { once } from "node:events";
import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { startGuarded, type GuardedProcess } from "./guarded-process.ts";

const MODULE = new URL("./guarded-process.ts", import.meta.url).href;

function node(program: string, env: Record<string, string> = {}): GuardedProcess {
  const started = startGuarded(process.execPath, ["-e", program], { env });
  onTestFinished(() => started.kill());
  return started;
}

/** Resolves once no process has this id any more; the test's own time limit is the limit. */
async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a guarded process", () => {
  it("has the program's own process id and exactly the given environment", async () => {
    const started = node(
      "const names = Object.keys(process.env).filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name));" +
        "console.log(process.pid, names.join())",
      { ONLY: "this" },
    );

    const [, pid, names] = await started.line(/^(\d+) (.*)$/, 30);

    expect([Number(pid), names]).toEqual([started.pid, "ONLY"]);
    expect(await started.ended).toBe("exit code 0");
  });

  it("says how it ended", async () => {
    expect(await node("process.exit(3)").ended).toBe("exit code 3");
    const killed = node("setInterval(() => {}, 1000)");
    await killed.kill();
    expect(await killed.ended).toBe("signal SIGKILL");
  });

  it("says what it wrote instead when it ends without the awaited line", async () => {
    const started = node("console.error('no license'); process.exitCode = 2");

    await expect(started.line(/^ready/, 30)).rejects.toThrow(
      `${process.execPath} wrote no line that fits /^ready/: exit code 2. Its output:\nno license\n`,
    );
  });

  it("is killed, where it does not stop when asked to", async () => {
    const started = node("process.on('SIGTERM', () => console.log('asked')); setInterval(() => {}, 1000); console.log('up')");
    await started.line(/^up$/, 30);

    await started.stop(0.2);

    expect([await started.ended, started.output()]).toEqual(["signal SIGKILL", "up\nasked\n"]);
  });

  it("can be killed while it is frozen", async () => {
    const started = node("setInterval(() => {}, 1000); console.log('up')");
    await started.line(/^up$/, 30);
    started.freeze();

    await started.kill();

    expect(await started.ended).toBe("signal SIGKILL");
  });

  it.each(["SIGKILL", "SIGTERM"] as const)("dies with the process that started it, also by %s", async (signal) => {
    const program = `
      import { startGuarded } from ${JSON.stringify(MODULE)};
      const started = startGuarded(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('up')"], { env: {} });
      await started.line(/^up$/, 30);
      console.log(started.pid);
      setInterval(() => {}, 1000);`;
    const flags = ["--import", import.meta.resolve("tsx"), "--input-type", "module", "-e", program];
    const parent = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [text] = await once(parent.stdout, "data");
    const pid = Number(String(text));
    expect(isAlive(pid)).toBe(true);

    parent.kill(signal);

    await gone(pid);
  });
});
