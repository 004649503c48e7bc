import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agent, goalsOf, plays } from "./cast.ts";
import { refine } from "../../src/loops/refine.ts";
import { runUntil } from "../../src/loops/run-until.ts";

const PAGE = readFileSync(new URL("../../docs/loops.md", import.meta.url), "utf8");
const GOAL = "g".repeat(100);
const DRAFT = "d".repeat(1_000);
const CRITIQUE = "c".repeat(200);

describe("the table of what prompts cost, in docs/loops.md", () => {
  it("holds", async () => {
    const [until, writer, critic] = [plays(DRAFT, DRAFT), plays(DRAFT, DRAFT), plays(CRITIQUE, "APPROVED")];
    await runUntil(agent(until), GOAL, () => false, { maxRounds: 2 });
    await refine(agent(writer), agent(critic, { name: "critic" }), GOAL);

    const [[first, later], [, draft], [review]] = [until, writer, critic].map((model) => goalsOf(model).map(({ length }) => length)) as [
      number[],
      number[],
      number[],
    ];
    const rows = [...PAGE.matchAll(/^\| (a [^|]*) \| ([\d ]+) \| (\d+) \|$/gmu)].map(([, what, all, own]) => [what, Number(all?.replaceAll(" ", "")), Number(own)]);

    expect(rows).toEqual([
      ["a first round", first, 0],
      ["a later round of `runUntil`", later, (later ?? 0) - 1_100],
      ["a review", review, (review ?? 0) - 1_100],
      ["a later draft of `refine`", draft, (draft ?? 0) - 1_300],
    ]);
  });
});
