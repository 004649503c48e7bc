import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeOwner, lifeOf, signature } from "../../src/sqlite/owner.ts";

const MINE = signature();

/** This process's signature with one of its fields, which are parted by `_`, changed. */
function changed(field: number, value: string): string {
  return MINE.split("_").map((part, index) => (index === field ? value : part)).join("_");
}

describe("signature", () => {
  it("is a new file name each time, of this process", () => {
    expect(signature()).not.toBe(MINE);
    expect(MINE).toMatch(/^[\w.-]+$/u);
    expect(MINE.startsWith(`${process.pid}_`)).toBe(true);
  });
});

describe("lifeOf", () => {
  it.each([
    { of: "this process", signed: MINE, life: "alive" },
    { of: "a process that has ended", signed: changed(0, String(spawnSync("true").pid)), life: "gone" },
    { of: "one on another machine", signed: changed(5, "elsewhere"), life: "unknown" },
    { of: "no signature", signed: "notes.txt", life: "unknown" },
    { of: "nothing", signed: "", life: "unknown" },
  ])("is $life for $of", ({ signed, life }) => {
    expect(lifeOf(signed)).toBe(life);
  });

  // What follows stands in files that only Linux has.
  it.runIf(process.platform === "linux").each([
    { of: "an earlier process of the same number", signed: changed(1, "1"), life: "gone" },
    { of: "one from before the machine was started", signed: changed(3, "00000000"), life: "gone" },
    { of: "one of another container", signed: changed(2, "1"), life: "unknown" },
  ])("is $life for $of", ({ signed, life }) => {
    expect(lifeOf(signed)).toBe(life);
  });

  it.runIf(process.platform === "linux")("is gone for a killed process that its parent has not collected", async () => {
    const parent = spawn("sh", ["-c", "sleep 100 & echo $!; exec sleep 100"], { stdio: ["ignore", "pipe", "ignore"] });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = line.toString().trim();
    process.kill(Number(pid), "SIGKILL");
    while (!/\) Z/u.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) await new Promise((resolve) => setImmediate(resolve));
    const start = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";

    const life = lifeOf(changed(0, pid).replace(/^(\d+)_\d+/u, `$1_${start}`));
    parent.kill("SIGKILL");

    expect(life).toBe("gone");
  });
});

describe("describeOwner", () => {
  it.each([
    { signed: MINE, says: `process ${process.pid}` },
    { signed: changed(5, "elsewhere"), says: `process ${process.pid} of another machine or container (elsewhere)` },
    { signed: "notes.txt", says: "somebody" },
  ])("calls it $says", ({ signed, says }) => {
    expect(describeOwner(signed)).toBe(says);
  });
});
