import { expect, it } from "vitest";
import { once } from "../../src/restate/once.ts";

it("does something the first time, and nothing after that", () => {
  const done: string[] = [];
  const finish = once(() => done.push("finished"));

  finish();
  finish();

  expect(done).toEqual(["finished"]);
});

it("counts a first time that throws, and one that calls itself again", () => {
  let tries = 0;
  const fails = once(() => {
    tries += 1;
    fails();
    throw new Error("too late");
  });

  expect(fails).toThrow("too late");
  fails();

  expect(tries).toBe(1);
});
