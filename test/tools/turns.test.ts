import { describe, expect, it } from "vitest";
import { inTurn } from "../../src/tools/turns.ts";

describe("inTurn", () => {
  it("does one piece of work at a time with the same thing, in the order in which they came, also after a failure", async () => {
    const thing = {};
    const log: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === "b") throw new Error("b fails");
      return name;
    };

    const settled = await Promise.allSettled(["a", "b", "c"].map((name) => inTurn(thing, work(name))));

    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
    expect(settled).toEqual([
      { status: "fulfilled", value: "a" },
      { status: "rejected", reason: new Error("b fails") },
      { status: "fulfilled", value: "c" },
    ]);
  });

  it("does not make other things wait", async () => {
    void inTurn({}, () => new Promise(() => undefined));

    expect(await inTurn({}, () => Promise.resolve("mine"))).toBe("mine");
  });
});
