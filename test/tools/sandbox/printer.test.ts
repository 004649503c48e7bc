import { describe, expect, test } from "vitest";
import { Printer } from "../../../src/tools/sandbox/printer.ts";

describe("a printer", () => {
  test("hands on lines until there is no more room, cuts the one that goes over, and reads none of the rest", () => {
    const printed: string[] = [];
    let readings = 0;
    const printer = new Printer((line) => printed.push(line), 10);
    const lines = ["abcd", "efghijk", "lm", "no"];

    for (const line of lines) printer.print(() => ((readings += 1), line));

    expect({ printed, omitted: printer.omitted, readings }).toEqual({ printed: ["abcd", "efghi"], omitted: 3, readings: 2 });
  });

  test("counts an empty line too", () => {
    const printed: string[] = [];
    const printer = new Printer((line) => printed.push(line), 3);

    for (let count = 0; count < 5; count += 1) printer.print(() => "");

    expect({ printed, omitted: printer.omitted }).toEqual({ printed: ["", "", ""], omitted: 2 });
  });
});
