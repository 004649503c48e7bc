import { describe, expect, it } from "vitest";
import { Limit } from "../../../src/agent/engine/limit.ts";

/** A task that runs until it is told to end, and tells when it starts. */
function held(started: string[], name: string) {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  const task = (free: () => void): void => {
    started.push(name);
    void done.then(free);
  };
  return { task, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the slots of a run", () => {
  it("start a task at once while there are some, and the next as soon as one is free", async () => {
    const limit = new Limit({ model: 2, tools: 1 });
    const started: string[] = [];
    const [a, b, c] = ["a", "b", "c"].map((name) => held(started, name));

    for (const each of [a, b, c]) limit.model(0, each!.task);
    expect(started).toEqual(["a", "b"]);
    expect(limit.size).toBe(3);

    b!.end();
    await settled();
    expect(started).toEqual(["a", "b", "c"]);
    expect(limit.size).toBe(2);
  });

  it("go to deeper agents first, then by age, once there is a wait", async () => {
    const limit = new Limit({ model: 1, tools: 1 });
    const started: string[] = [];
    const first = held(started, "first");
    limit.model(0, first.task);
    for (const [depth, name] of [[0, "root"], [1, "child"], [2, "grandchild"], [1, "second child"]] as const) {
      limit.model(depth, (free) => {
        started.push(name);
        free();
      });
    }

    first.end();
    await settled();
    expect(started).toEqual(["first", "grandchild", "child", "second child", "root"]);
    expect(limit.size).toBe(0);
  });

  it("are never exceeded, whichever way tasks come and go", async () => {
    const limit = new Limit({ model: 3, tools: 1 });
    let running = 0;
    let most = 0;
    let ended = 0;
    for (let index = 0; index < 200; index++) {
      const work = async (): Promise<void> => {
        most = Math.max(most, (running += 1));
        for (let turn = 0; turn < index % 4; turn++) await settled();
        running -= 1;
      };
      limit.model(index % 5, (free) => {
        const end = (): void => {
          ended += 1;
          free();
        };
        if (index % 7 === 0) end();
        else void work().then(end);
      });
      if (index % 3 === 0) await settled();
    }
    while (limit.size > 0) await settled();

    expect({ most, running, ended }).toEqual({ most: 3, running: 0, ended: 200 });
  });

  it("of one kind do not hold up another, and an approval and an exclusive task run one at a time", async () => {
    const limit = new Limit({ model: 1, tools: 1 });
    const started: string[] = [];
    const tasks = ["model", "tool", "exclusive", "approval"].map((name) => held(started, name));
    limit.model(0, tasks[0]!.task);
    limit.tool(0, tasks[1]!.task);
    limit.exclusive(0, tasks[2]!.task);
    limit.exclusive(0, held(started, "exclusive 2").task);
    limit.approval(0, tasks[3]!.task);
    limit.approval(0, held(started, "approval 2").task);
    expect(started).toEqual(["model", "tool", "exclusive", "approval"]);

    tasks[2]!.end();
    await settled();
    expect(started.at(-1)).toBe("exclusive 2");

    limit.clear();
    tasks[3]!.end();
    await settled();
    expect(started).not.toContain("approval 2");
  });
});
