import { describe, expect, it } from "vitest";
import { toMarkdown } from "../../../../src/trace/export/tables/to-markdown.ts";
import { runOf } from "../../../support/trace.ts";
import { ask, call, turn } from "../../analyse/timed.ts";
import { hostileRuns } from "../../hostile.ts";

// What is left of a report when its fenced blocks and code spans are taken away: only words of our own may be.
function ownWords(report: string): string {
  const blocks = report.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gmu, "");
  return blocks.replace(/(?<!`)(`+)(?!`)(?:.*?)(?<!`)\1(?!`)/gu, "");
}

const OURS = /^[\w #|\-:.,;()…—'\n]*$/u;

describe("toMarkdown", () => {
  it("reports goal, answer, figures, tables, findings and the tree", () => {
    const slow = ask("0#1.0", [1, 4], [call("0/1.0#1.0", [3, 4], { queuedSeconds: 2 })]);
    const run = runOf([turn("0#1", [0, 1]), slow, turn("0#2", [4, 5], { output: "All `found`." })], { seconds: 5, output: "All `found`." });

    expect(toMarkdown(run)).toBe(`# A run of \`lead\`

| figure | value |
| --- | --: |
| id | \`run-1\` |
| ended | completed |
| time | 5.00 s |
| work | 3.00 s, 0.60 calls at a time |
| waited | 2.00 s |
| without waits | 3.00 s |
| longest part of the critical path | \`researcher 0/1.0\`, 3.00 s |
| steps | 4 |
| tokens | 0 |
| cost | unknown |
| agents | 2, depth 1 |
| errors | 0 |

## Goal

\`\`\`text
What is there?
\`\`\`

## Answer

\`\`\`text
All \`found\`.
\`\`\`

## Agents

| name | count | total | own | p95 | tokens | cost | errors |
| --- | --: | --: | --: | --: | --: | --: | --: |
| \`lead\` | 1 | 5.00 s | 2.00 s | 5.00 s | 0 |  | 0 |
| \`researcher\` | 1 | 3.00 s | 3.00 s | 3.00 s | 0 |  | 0 |

## Tools

| name | count | total | own | p95 | tokens | cost | errors |
| --- | --: | --: | --: | --: | --: | --: | --: |
| \`search\` | 1 | 1.00 s | 1.00 s | 1.00 s | 0 |  | 0 |

## Models

| name | count | total | own | p95 | tokens | cost | errors |
| --- | --: | --: | --: | --: | --: | --: | --: |
| \`scripted\` | 2 | 2.00 s | 2.00 s | 1.00 s | 0 |  | 0 |

## Findings

- 1 tool call waited 2.00 s in all, at most 2.00 s (\`0/1.0#1.0\`)

## Steps

\`\`\`text
✓ lead "What is there?"
│ completed · 5.00 s · 4 steps (3 own) · 0 tokens · 1 specialist
├─ ✓ model chat → answered                                                                                        1.00 s
├─ ✓ agent ask_researcher() → answered in 1 step: found                                                           3.00 s
│  ╰─ ✓ tool  search() → returned, queued 2.00 s                                                                  1.00 s
╰─ ✓ model chat → answered: All \`found\`.                                                                          1.00 s
\`\`\`
`);
  });

  it("tells an error of its own, and leaves out what a run without steps has not", () => {
    const report = toMarkdown(runOf([], { stopReason: "error", output: "ModelError: overloaded", error: "ModelError: overloaded again" }));

    expect(report).toContain("## Error\n\n```text\nModelError: overloaded again\n```");
    expect(report).not.toMatch(/## (?:Agents|Tools|Models|Findings)\n\n\|.*\n\| ---.*\n\n/u);
  });

  it("lets nothing of a trace become markup, a link or HTML, or end a table or a block", () => {
    for (const { run } of hostileRuns()) {
      const own = ownWords(toMarkdown(run));

      expect(own).toMatch(OURS);
      for (const line of own.split("\n").filter((each) => each.startsWith("|"))) expect([3, 9]).toContain(line.split("|").length - 1);
    }
  });
});
