import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { piecesWithout } from "../../src/core/pieces.ts";
import { scrubbedText } from "../../src/core/scrub.ts";
import { SEEDED } from "./seed.ts";

const KEY = { value: "sk-abcabd", mark: "[KEY]" };

function told(pieces: readonly string[], secrets = [KEY]): readonly string[] {
  const scrub = piecesWithout(secrets);
  return [...pieces.map((piece) => scrub.add(piece)), scrub.rest()];
}

describe("a text in pieces", () => {
  it.each([
    { title: "holds nothing back where no secret can begin", pieces: ["The key ", "is here."], parts: ["The key ", "is here.", ""] },
    { title: "holds back what may be the beginning of a secret", pieces: ["it is sk-a", " note"], parts: ["it is ", "sk-a note", ""] },
    { title: "takes out a secret that stands across pieces", pieces: ["it is s", "k-abc", "abd, so"], parts: ["it is ", "", "[KEY], so", ""] },
    { title: "gives what is left when no more pieces come", pieces: ["ends in sk-abc"], parts: ["ends in ", "sk-abc"] },
    { title: "takes out a secret in one piece at once", pieces: ["sk-abcabd!"], parts: ["[KEY]!", ""] },
  ])("$title", ({ pieces, parts }) => {
    expect(told(pieces)).toEqual(parts);
  });

  it("comes out as if it had been whole, however it was cut and whatever secrets overlap in it", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 40 });
    const secret = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 2, maxLength: 6 });
    const check = fc.property(fc.array(letters, { maxLength: 8 }), fc.uniqueArray(secret, { minLength: 1, maxLength: 4 }), (pieces, values) => {
      const secrets = values.map((value, index) => ({ value, mark: `[${index}]` }));

      expect(told(pieces, secrets).join("")).toBe(scrubbedText(pieces.join(""), secrets));
    });
    fc.assert(check, { ...SEEDED, numRuns: 3_000 });
  });
});
