import fc from "fast-check";
import { expect, it } from "vitest";
import { frontMatterOf, frontMatterText } from "../../src/skills/front-matter.ts";
import { SkillFileError } from "../../src/skills/skill-file-error.ts";
import { SEEDED } from "../core/seed.ts";

const SIGNS =
  "---|...|\n|\r|\r\n| |  |\t|:|: |- |? |name|description|a|'|\"|[|]|{|}|,|&a|*a|!|!!str|!!binary| #|%|@|`|\\|\\u|<<|~|null|0x1|é|🦄|__proto__"
    .split("|")
    .concat(["|", ">", "|-", "\uFEFF", "\0", "\u0002", "\u0018", "\u001F", "\u0085", "\u2028", "\uD800"]);

const yamlLike = fc.array(fc.constantFrom(...SIGNS), { maxLength: 50 }).map((parts) => parts.join(""));
const codeUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));
const anyText = fc.oneof(yamlLike, codeUnits, fc.string({ unit: "binary" }), fc.string());
const anyFile = fc.oneof(
  anyText,
  yamlLike.map((text) => `---\n${text}\n---\nbody`),
  yamlLike.map((text) => `---\nname: ${text}\n---\nbody`),
);

it("reads any text, or says in one line what is wrong with it", () => {
  const read = { whole: 0, refused: 0 };
  fc.assert(
    fc.property(anyFile, (text) => {
      try {
        frontMatterOf(text, "a/SKILL.md");
        read.whole += 1;
      } catch (error) {
        if (!(error instanceof SkillFileError)) throw error;
        expect(error.message).toMatch(/^a\/SKILL\.md:\d+: [^\p{Cc}\u2028\u2029]{1,700}$/u);
        read.refused += 1;
      }
    }),
    { ...SEEDED, numRuns: 3000 },
  );

  expect(Math.min(read.whole, read.refused)).toBeGreaterThan(500); // else the texts try one side only
});

it("reads any name, description and body back as they were written", () => {
  const parts = fc.record({ name: anyText, description: anyText, body: anyText });
  fc.assert(
    fc.property(parts, ({ name, description, body }) => {
      const read = frontMatterOf(frontMatterText({ name, description, body }), "a/SKILL.md");

      expect({ name: read.name?.text, description: read.description?.text, body: read.body }).toEqual({ name, description, body });
    }),
    { ...SEEDED, numRuns: 3000 },
  );
});
