import { describe, expect, test } from "vitest";
import type { Excerpt } from "../../../../src/models/offline/documents/passages.ts";
import { sentencesIn, sentencesOf } from "../../../../src/models/offline/documents/sentences.ts";

function excerpt(file: string, text: string, different: Partial<Excerpt> = {}): Excerpt {
  return { file, firstLine: 1, lines: text.split("\n"), isToEnd: true, ...different };
}

function told(one: Excerpt): readonly string[] {
  return sentencesOf(one).map(({ line, text, headings }) => `${line} ${headings.join(" > ")} | ${text}`);
}

describe("of Markdown", () => {
  test("sentences come with their line and headings, without code, tables' rules, badges and links", () => {
    const text = `# Boat

[![Build](https://x/y.svg)](https://x) [Docs](https://x/docs)

<img src="boat.svg"
     alt="A boat under sail">

A **small** boat, see the [river
manual](https://x/manual). It floats, e.g. On water (always). Use \`row()\`!

\`\`\`js
row(); // This is code. It is not read.
\`\`\`

## Options ##

- [Only a link](https://x)
- **Fast.** It has two oars. They are long.
* \`sails\`: how many
  sails it has

Speed
-----

Type: \`number\`\\
Default: \`4\`

| Sea | Limit |
| --- | ----- |
| calm sea | 9 knots |

> [!NOTE]
> Never row at night.

[ref]: https://x/ref
<p align="center">
  Written on <b>paper</b> &amp; wood
</p>
Home | Docs | Blog | Chat
`;

    expect(told(excerpt("boat/README.md", text))).toEqual([
      "8 Boat | A small boat, see the river manual.",
      "9 Boat | It floats, e.g. On water (always).",
      "9 Boat | Use `row()`!",
      "18 Boat > Options | Fast. It has two oars. They are long.",
      "19 Boat > Options | `sails`: how many sails it has",
      "25 Boat > Speed | Type: `number`; Default: `4`",
      "28 Boat > Speed | Sea – Limit",
      "30 Boat > Speed | calm sea – 9 knots",
      "33 Boat > Speed | Never row at night.",
      "37 Boat > Speed | Written on paper & wood",
    ]);
  });

  test.each([
    { title: "code whose next block names its language", text: "row the boat\n```\nNow it moves.\n\n```js\nstop();\n```", lines: ["3  | Now it moves."] },
    { title: "code by the look of it", text: "row();\nstop();\n```\nNow it moves.", lines: ["4  | Now it moves."] },
    { title: "prose", text: "Write this down.\n```\nrow();\n```\nNow it moves.", lines: ["1  | Write this down.", "5  | Now it moves."] },
  ])("an excerpt that begins in $title is read so", ({ text, lines }) => {
    expect(told(excerpt("a.md", text))).toEqual(lines);
  });

  test("half a sentence at either end of an excerpt is left out", () => {
    const text = "goes on from above. It is whole.\n\nThis one goes on\nbelow and";

    expect(told(excerpt("a.md", text, { firstLine: 7, isToEnd: false }))).toEqual(["7  | It is whole."]);
    expect(told(excerpt("a.md", text))).toEqual(["1  | goes on from above.", "1  | It is whole.", "3  | This one goes on below and"]);
  });

  test("escape sequences are gone whole, and a sentence longer than 400 characters is cut", () => {
    const [sentence] = sentencesOf(excerpt("a.md", `A\u001B]0;pwn\u0007\u001B[31m red\u0007 word ${"and another ".repeat(60)}`));

    expect(sentence?.text).toMatch(/^A red word (?:and another )+(?:and )?\S*…$/u);
    expect(sentence?.text.length).toBeLessThanOrEqual(400);
  });
});

describe("of type declarations", () => {
  test("doc comments and remarks come under the name of what they document", () => {
    const text = `import { Sea } from './sea';
/**
 * Rows a boat. It takes a while,
 * see {@link Sea}.
 *
 * @param speed - How fast to row. Default is 4.
 * @returns A promise of the shore.
 * @example
 * row(4); // This is code.
 */
export declare function row(speed?: number): Promise<Shore>;
export interface Options {
    /** How many oars there are. */
    readonly oars?: number;
    sails: boolean; // Whether it has sails.
    /**
    Where it sails.

    @default 'river'
    \`\`\`
    const options = { where: 'sea' };
    \`\`\`
    */
    where?: string;
}
// A remark on its own.
`;

    expect(told(excerpt("boat/index.d.ts", text))).toEqual([
      "3 row | Rows a boat.",
      "3 row | It takes a while, see Sea.",
      "6 row | `speed`: How fast to row. Default is 4.",
      "7 row | Returns: A promise of the shore.",
      "13 Options > oars | How many oars there are.",
      "15 Options > sails | Whether it has sails.",
      "17 Options > where | Where it sails.",
      "19 Options > where | Default: 'river'",
      "26 Options | A remark on its own.",
    ]);
  });

  test("an excerpt may begin inside a comment, and inside the code of its example", () => {
    const text = ` * const boat = row();
 * \`\`\`
 * It floats well.
 */
export const boat: Boat;`;

    expect(told(excerpt("boat.ts", text, { firstLine: 9 }))).toEqual(["11 boat | It floats well."]);
  });
});

describe("of HTML", () => {
  test("tags, comments, scripts and styles are gone, entities are decoded, and each block is a paragraph", () => {
    const text = `<html><head><title>Boats &amp; oars</title>
<style>
.boat { color: red; } /* Boats are red. */
</style>
<script type="module">
  const boat = "A boat is a lie.";
</script></head>
<!-- The old boat
sank <b>twice</b>. -->
<body><h2>Rowing</h2><p>It&#39;s easy&#x2014;a child <b
class="who">can</b> row.</p><p>Sails &lt;help&gt; too.</p>
<ul><li>Two oars</li><li>One sail</li></ul>
<script>never("closed here.")
`;

    expect(told(excerpt("boat/index.html", text))).toEqual([
      "10 Boats & oars > Rowing | It's easy—a child can row.",
      "11 Boats & oars > Rowing | Sails <help> too.",
      "12 Boats & oars > Rowing | Two oars",
      "12 Boats & oars > Rowing | One sail",
    ]);
  });

  test("an excerpt may begin inside a script or a comment", () => {
    expect(told(excerpt("a.html", "boats lie. </script>\n<p>Boats float well.</p>", { firstLine: 9 }))).toEqual(["10  | Boats float well."]);
    expect(told(excerpt("a.html", "Boats lie. -->\n<p>Boats float well.</p>", { firstLine: 9 }))).toEqual(["10  | Boats float well."]);
  });
});

describe("of Markdown with HTML in it", () => {
  test.each([
    { title: "a comment over lines", text: "<!-- Boats\nare <b>lies</b>. -->\nBoats float well.", lines: ["3  | Boats float well."] },
    { title: "a script", text: "Boats float well.\n\n<script>\nboats.lie(now);\n</script>", lines: ["1  | Boats float well."] },
  ])("$title is not read", ({ text, lines }) => {
    expect(told(excerpt("a.md", text))).toEqual(lines);
  });

  test("what is only spoken of is read, and so is what follows a comment without an end", () => {
    expect(told(excerpt("a.md", "Use `<!--` and `<script>` with care.\n\n<!-- no end\n\nBoats float well."))).toEqual([
      "1  | Use `<!--` and `<script>` with care.",
      "3  | <!-- no end",
      "5  | Boats float well.",
    ]);
  });
});

test("of a script remarks and texts in three quotes are read, and no code", () => {
  const text = `import os
def row(speed):
    """Rows a boat. It takes

    a long while."""
    return {"speed": speed}
# A boat sinks in storms.
oars = 2`;

  expect(told(excerpt("boat.py", text))).toEqual(["3  | Rows a boat.", "3  | It takes", "5  | a long while.", "7  | A boat sinks in storms."]);
});

describe("of a passage that a search shows", () => {
  test("the passage of a page has no script in it", () => {
    const text = "<script>const boat = 'a lie';</script> <p>Boats &#102;loat well.</p>";

    expect(sentencesIn({ file: "a.html", line: 4, text, rank: 0 }).map((sentence) => sentence.text)).toEqual(["Boats float well."]);
  });

  test.each([
    { text: "import type { Oar } from './oar.ts'; type Boat = { oars: Oar[] };", sentences: [] },
    { text: "export declare const row: (speed: number) => Promise<Shore>;", sentences: [] },
    { text: "oars: 2, sails: 'two sails', rudder: true,", sentences: [] },
    { text: "export const a = 1; /** It floats well. */ export const b = 2; /** It sinks. */", sentences: ["It floats well.", "It sinks."] },
    { text: "it floats well. */ export const boat: Boat;", sentences: ["it floats well."] },
  ])("of source code only comments count: $text", ({ text, sentences }) => {
    expect(sentencesIn({ file: "boat/index.d.ts", line: 4, text, rank: 0 }).map((sentence) => sentence.text)).toEqual(sentences);
  });

  test.each([
    { text: "…of a boat. It floats well. And it goes on…", sentences: ["It floats well."] },
    { text: "/** It floats well. */ export const boat: Boat;", sentences: ["It floats well."] },
    { text: "It floats…", sentences: ["It floats…"] },
  ])("$text", ({ text, sentences }) => {
    expect(sentencesIn({ file: "boat/index.d.ts", line: 4, text, rank: 0 }).map((sentence) => sentence.text)).toEqual(sentences);
  });
});
