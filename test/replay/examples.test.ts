import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";

const TOP = new URL("../../", import.meta.url);
const MINUTES = 180_000;
const examples = readdirSync(new URL("examples", TOP)).filter((name) => name.endsWith(".ts")).sort();
const withRuns = examples.filter((name) => /from "troupe"/u.test(readFileSync(new URL(`examples/${name}`, TOP), "utf8")));

interface Replayed {
  readonly agent: string;
  readonly alone: unknown;
  readonly withAgent: unknown;
}

let told: Readonly<Record<string, readonly Replayed[]>>;
beforeAll(async () => void (told = await replaysOf(withRuns)), MINUTES);

describe("every run of an example replays with no model and the same bytes", () => {
  it.each(withRuns)("in %s", (name) => {
    const runs = told[name] ?? [];

    expect(runs).not.toEqual([]);
    expect(runs.filter(({ alone, withAgent }) => alone !== "same" || (withAgent !== "same" && withAgent !== "no agent"))).toEqual([]);
  });

  it("with its agent, unless it is a loop", () => {
    const without = withRuns.filter((name) => told[name]?.every(({ withAgent }) => withAgent === "no agent"));

    expect(without.every((name) => /refine|runUntil|writerAndCritic/u.test(readFileSync(new URL(`examples/${name}`, TOP), "utf8")))).toBe(true);
    expect(without.length < withRuns.length / 4).toBe(true);
  });
});

// One process for all of them, with a library in which every run is noted.
function replaysOf(names: readonly string[]): Promise<typeof told> {
  const [hook, all] = ["hook.ts", "all.ts"].map((name) => new URL(`examples/${name}`, import.meta.url));
  const args = ["--import", "tsx", "-C", "troupe-source", "--import", hook?.href ?? "", all?.pathname ?? "", ...names];
  const child = spawn(process.execPath, args, { cwd: TOP, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  const [errors, results] = [collected(child.stderr as Readable), collected(child.stdio[3] as Readable)];
  return new Promise((resolve, reject) => {
    child.on("close", () => {
      if (results() === "") reject(new Error(`the examples told nothing: ${errors()}`));
      else resolve(JSON.parse(results()) as typeof told);
    });
  });
}

function collected(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (more: string) => (text += more));
  return () => text;
}
