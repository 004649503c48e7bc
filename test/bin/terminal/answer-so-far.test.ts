import { describe, expect, it } from "vitest";
import { AnswerSoFar } from "../../../bin/terminal/answer-so-far.ts";
import type { RunEvent } from "../../../src/index.ts";

const eventOf = (told: object, path = "0"): RunEvent => ({ sequence: 0, path, agent: "boss", turn: 1, ...told }) as RunEvent; // as much of one as is read

function after(...events: readonly RunEvent[]): AnswerSoFar {
  const answer = new AnswerSoFar();
  for (const event of events) answer.see(event);
  return answer;
}

const delta = (text: string, path?: string): RunEvent => eventOf({ type: "model.delta", text }, path);

describe("the answer so far", () => {
  it.each([
    { title: "is shown from its end", events: [delta("one\ntwo\n"), delta("three")], rows: ["two", "three"] },
    { title: "is wrapped at the width of the screen", events: [delta("a".repeat(25))], rows: ["a".repeat(20), "aaaaa"] },
    { title: "counts wide characters twice", events: [delta("漢".repeat(12))], rows: ["漢".repeat(10), "漢漢"] },
    { title: "is escaped", events: [delta("\u001b[2J\u202e")], rows: ["\\e[2J\\u{202e}"] },
    { title: "is nothing before the first word", events: [delta(" \n")], rows: [] },
    { title: "is nothing of what was said beside calls", events: [delta("I ask."), eventOf({ type: "step.ended", step: { kind: "agent" } })], rows: [] },
    { title: "is nothing of a try that failed", events: [delta("It i"), eventOf({ type: "model.retried", attempt: {} })], rows: [] },
    { title: "is nothing of an earlier turn", events: [delta("I ask."), eventOf({ type: "turn.started" })], rows: [] },
    { title: "is nothing of what a specialist writes", events: [delta("I read.", "0/1.0")], rows: [] },
  ])("$title", ({ events, rows }) => {
    expect(after(...events).tail(20, 2)).toEqual(rows);
  });

  it("takes no row where there is none", () => {
    expect(after(delta("text")).tail(20, 0)).toEqual([]);
  });

  it("is quick to draw, however long it is", () => {
    const rows = after(delta("\u{1F600}".repeat(500_000))).tail(100, 8);

    expect(rows.length).toBe(8);
  });
});
