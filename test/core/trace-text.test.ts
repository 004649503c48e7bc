import { describe, expect, it } from "vitest";
import { TraceError } from "../../src/core/errors.ts";
import { parseTrace } from "../../src/core/trace-text.ts";
import { sampleRun } from "./sample-run.ts";
import { thrownBy } from "./thrown.ts";

const WHOLE = JSON.stringify(sampleRun());

function damaged(change: Record<string, unknown>): string {
  return JSON.stringify({ ...sampleRun(), ...change });
}

function messageFor(text: string): string {
  const error = thrownBy(() => parseTrace(text, "run.json"));
  expect(error).toBeInstanceOf(TraceError);
  return (error as TraceError).message;
}

describe("parseTrace", () => {
  it.each([
    { title: "compact", text: WHOLE },
    { title: "indented, with white space around", text: `\n${JSON.stringify(sampleRun(), null, 2)}\n` },
  ])("reads a trace back, $title", ({ text }) => {
    expect(parseTrace(text, "run.json")).toStrictEqual(sampleRun());
    expect(JSON.stringify(parseTrace(text, "run.json"))).toBe(WHOLE);
  });

  it("gives the run its methods, where neither JSON nor the keys show them", () => {
    const run = parseTrace(WHOLE, "run.json");

    expect(run.artifact("researcher/bike.png")?.bytes).toStrictEqual(new Uint8Array([0, 1, 255]));
    expect(run.artifact("ghost.png")).toBeNull();
    expect(Object.keys(run)).toStrictEqual(Object.keys(sampleRun()));
    expect(JSON.stringify(run)).toBe(WHOLE);
  });

  it("keeps what it does not know", () => {
    const text = damaged({ mood: "fine", steps: [{ ...sampleRun().steps[1], colour: "blue" }] });

    expect(JSON.stringify(parseTrace(text, "run.json"))).toBe(text);
  });

  it("is not misled by a field that is called like a method", () => {
    const run = parseTrace(damaged({ artifact: "mine" }), "run.json");

    expect(run.artifact("ghost.png")).toBeNull();
  });

  const unexpected = "run.json is not a trace: at";
  const newer = "which is newer than this program: this troupe reads up to version 1";
  it.each([
    { title: "a JSON list", text: "[]", message: "run.json is not a trace" },
    { title: "a JSON number", text: "7", message: "run.json is not a trace" },
    { title: "null", text: "null", message: "run.json is not a trace" },
    { title: "other JSON", text: '{"name":"troupe"}', message: "run.json is not a trace" },
    { title: "JSON with a version alone", text: '{"version":"0.1.0"}', message: "run.json is not a trace" },
    { title: "steps without a version", text: '{"steps":[]}', message: "run.json is not a trace" },
    { title: "the next version", text: damaged({ version: 2 }), message: `run.json is a trace of version 2, ${newer}` },
    { title: "a later version of another shape", text: '{"version":3,"steps":{}}', message: `run.json is a trace of version 3, ${newer}` },
    { title: "a version that is text", text: damaged({ version: "1" }), message: `${unexpected} version: Invalid input: expected 1` },
    { title: "a version before the first", text: damaged({ version: 0 }), message: `${unexpected} version: Invalid input: expected 1` },
    { title: "a wrong type", text: damaged({ goal: 7 }), message: `${unexpected} goal: Invalid input: expected string, received number` },
    {
      title: "a missing field",
      text: damaged({ agent: undefined }),
      message: `${unexpected} agent: Invalid input: expected string, received undefined`,
    },
    { title: "steps that are no list", text: damaged({ steps: {} }), message: `${unexpected} steps: Invalid input: expected array, received object` },
    {
      title: "a wrong type deep inside",
      text: damaged({ steps: [{ ...sampleRun().steps[3], children: [{ ...sampleRun().steps[1], seconds: "1" }] }] }),
      message: `${unexpected} steps.0.children.0.seconds: Invalid input: expected number, received string`,
    },
    { title: "a negative count", text: damaged({ totalSteps: -1 }), message: `${unexpected} totalSteps: Too small: expected number to be >=0` },
  ])("refuses $title", ({ text, message }) => {
    expect(messageFor(text)).toBe(message);
  });

  it.each([
    { title: "an empty file", text: "", message: /^run\.json is not a trace: .+$/u },
    { title: "white space", text: " \n", message: /^run\.json is not a trace: .+$/u },
    { title: "a file that is no JSON", text: "# Notes\n\nBuy bread.", message: /^run\.json is not a trace: .+$/u },
    { title: "a list that is cut off", text: "[1,", message: /^run\.json is not a trace: .+$/u },
    { title: "two traces in one file", text: WHOLE + WHOLE, message: /^run\.json is cut off or damaged: .+$/u },
    { title: "a control character in a text", text: WHOLE.replace("lead", "le\u0000ad"), message: /^run\.json is cut off or damaged: .+$/u },
  ])("refuses $title in one line", ({ text, message }) => {
    expect(messageFor(text)).toMatch(message);
  });

  it("refuses a trace that is cut off at any character, and says so", () => {
    const messages = Array.from({ length: WHOLE.length - 1 }, (_, index) => messageFor(WHOLE.slice(0, index + 1)));

    expect(messages.filter((message) => !/^run\.json is cut off or damaged: .+$/u.test(message))).toStrictEqual([]);
  });

  it("refuses a trace with any one byte lost or changed, or reads it, but fails in no other way", () => {
    for (let index = 0; index < WHOLE.length; index += 7) {
      for (const replacement of ["", "}", '"', "0"]) {
        const text = WHOLE.slice(0, index) + replacement + WHOLE.slice(index + 1);
        try {
          parseTrace(text, "run.json");
        } catch (error) {
          expect(error).toBeInstanceOf(TraceError);
        }
      }
    }
  });

  it("refuses what is nested deeper than the call stack", () => {
    const text = damaged({ data: "HERE" }).replace('"HERE"', `${"[".repeat(50_000)}${"]".repeat(50_000)}`);

    expect(messageFor(text)).toBe("run.json is not a trace: RangeError: Maximum call stack size exceeded");
  });
});
