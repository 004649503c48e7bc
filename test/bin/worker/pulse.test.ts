import { describe, expect, it } from "vitest";
import { Pulse } from "../../../bin/worker/pulse.ts";

/** Plays beats (`b`) and seconds (`.`), and marks what each of them says: `!` where something changes. */
function played(signs: string): string {
  const pulse = new Pulse();
  return [...signs].map((sign) => ((sign === "b" ? pulse.beat() : pulse.tick()) ? "!" : sign)).join("");
}

describe("the pulse of a process", () => {
  it.each([
    { title: "is lost in the fifth second of silence, and only then", signs: "b.......", said: "b....!.." },
    { title: "is lost where nothing is ever heard", signs: ".....", said: "....!" },
    { title: "is kept by a beat in each second", signs: "b.b.b.b.b.b.b.", said: "b.b.b.b.b.b.b." },
    { title: "is kept by a beat in the last moment", signs: "b....b....b", said: "b....b....b" },
    { title: "is back with the first beat, and only then", signs: "b.....bb", said: "b....!!b" },
    { title: "can be lost again", signs: "b......b.....", said: "b....!.!....!" },
  ])("$title", ({ signs, said }) => {
    expect(played(signs)).toBe(said);
  });
});
