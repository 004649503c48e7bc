import { describe, expect, it } from "vitest";
import { endingWithProcess } from "../../../src/tools/command/with-process.ts";

describe("what ends with the process", () => {
  it("is told once, by one listener for all, and no more when it has been called off", () => {
    const before = process.listeners("exit");
    const ended: string[] = [];
    const callOffs = Array.from({ length: 20 }, (_, index) => endingWithProcess(() => ended.push(`${index}`)));
    const added = process.listeners("exit").filter((listener) => !before.includes(listener));
    for (const callOff of callOffs.slice(0, 18)) callOff();
    for (const listener of added) listener(0);
    for (const callOff of callOffs) callOff();

    expect({ listeners: added.length, ended, left: process.listeners("exit").length - before.length }).toEqual({ listeners: 1, ended: ["18", "19"], left: 0 });
  });
});
