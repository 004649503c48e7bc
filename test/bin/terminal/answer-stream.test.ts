import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerStream } from "../../../bin/terminal/answer-stream.ts";
import type { RunEvent } from "../../../src/index.ts";

type Told = { readonly type: "model.delta"; readonly text: string } | { readonly type: "turn.started" } | { readonly type: "model.retried" };

const eventOf = (told: Told, path: string): RunEvent => ({ sequence: 0, path, agent: "boss", turn: 1, attempt: { error: "down" }, ...told }) as RunEvent; // as much of one as is read
const delta = (text: string): Told => ({ type: "model.delta", text });

/** All that is written for these events of the root, and an answer. */
function written(events: readonly Told[], answer: string, path = "0"): string {
  let out = "";
  const stream = answerStream((text) => (out += text));
  for (const told of events) stream.see(eventOf(told, path));
  return out + stream.rest(answer);
}

describe("an answer that is written while it comes", () => {
  it.each<{ title: string; events: Told[]; answer: string; out: string }>([
    { title: "is written once, with a line break", events: [delta("It is "), delta("so.")], answer: "It is so.", out: "It is so.\n" },
    { title: "is completed by what never came as a piece", events: [delta("It is")], answer: "It is so.", out: "It is so.\n" },
    { title: "is written whole when there were no pieces", events: [], answer: "It is so.", out: "It is so.\n" },
    { title: "may be empty", events: [], answer: "", out: "" },
    { title: "follows what was said beside calls on a line of its own", events: [delta("I ask."), { type: "turn.started" }, delta("Done.")], answer: "Done.", out: "I ask.\nDone.\n" },
    { title: "begins again after a try that failed", events: [delta("It i"), { type: "model.retried" }, delta("It is so.")], answer: "It is so.", out: "It i\nIt is so.\n" },
    { title: "is written again when a guardrail has replaced it", events: [delta("secret")], answer: "[removed]", out: "secret\n[removed]\n" },
    { title: "is missing after a failure, and the line is closed", events: [delta("It i")], answer: "", out: "It i\n" },
    { title: "is escaped, also where an escape comes in two pieces", events: [delta("a\u001b"), delta("[2J\u202eb")], answer: "a\u001b[2J\u202eb", out: "a\\e[2J\\u{202e}b\n" },
    { title: "keeps a character whole that comes in two halves", events: [delta("a\ud83d"), delta("\ude00b")], answer: "a\ud83d\ude00b", out: "a\ud83d\ude00b\n" },
    { title: "keeps a line break whole that comes in two halves", events: [delta("a\r"), delta("\nb")], answer: "a\r\nb", out: "a\nb\n" },
  ])("$title", ({ events, answer, out }) => {
    expect(written(events, answer)).toBe(out);
  });

  it.each([
    { title: "whole", pieces: ["It is"], ended: { stopReason: "completed", output: "It is so." }, out: "It is so.\n" },
    { title: "as far as it came", pieces: ["It i"], ended: { stopReason: "error", output: "the model is gone" }, out: "It i\n" },
  ])("stands there $title, with its line closed, as soon as the run has ended", ({ pieces, ended, out }) => {
    let written = "";
    const stream = answerStream((text) => (written += text));
    for (const piece of pieces) stream.see(eventOf(delta(piece), "0"));
    stream.see({ type: "run.ended", path: "0", ...ended } as RunEvent); // as much of one as is read

    expect([written, stream.rest(ended.output)]).toEqual([out, ""]);
  });

  it("is the first agent's and nobody else's", () => {
    expect(written([delta("a specialist's")], "mine", "0/1.0")).toBe("mine\n");
  });

  it("is the same however it is cut into pieces", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\r", "\n", "\u001b", "\ud83d\ude00", "\u202e", " "), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(12), { maxLength: 4 }), (answer, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < answer.length).sort((a, b) => a - b), answer.length];
        const pieces = places.slice(1).map((place, index) => delta(answer.slice(places[index], place)));
        expect(written(pieces, answer)).toBe(written([], answer));
      }),
      { seed: 20260101 },
    );
  });
});
