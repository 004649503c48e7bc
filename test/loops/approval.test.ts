import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isApproval } from "../../src/loops/approval.ts";

const seeded = { seed: 20260101 };
const around = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", ".", "!", "*", "_", "`", '"', "'", "(", ")", "[", "]", "-", "—", "…", "«", "»", "。"), maxLength: 8 });
const anyCase = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }).map((upper) => [..."approved"].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(""));

describe("isApproval", () => {
  it("holds for the token in any case, with any punctuation and blanks around it", () => {
    fc.assert(fc.property(around, anyCase, around, (before, token, after) => isApproval(before + token + after)), seeded);
  });

  it("holds for nothing that has another letter or digit in it", () => {
    const other = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => /[\p{L}\p{N}]/u.test(text));
    const placed = fc.boolean();

    fc.assert(fc.property(other, anyCase, placed, (text, token, before) => !isApproval(before ? `${text} ${token}` : `${token} ${text}`)), seeded);
  });

  it.each(["", " ", ".", "APPROVE", "APPROVEDLY", "¬APPROVED", "❌ APPROVED", "APPROVED ≠", "A P P R O V E D", "АPPROVED"])("does not hold for %j", (reply) => {
    expect(isApproval(reply)).toBe(false);
  });

  it("takes no longer than the reply is long", () => {
    const marks = ".".repeat(200_000);

    expect([isApproval(marks), isApproval(`${marks}APPROVE${marks}`), isApproval(`${marks}APPROVED${marks}`), isApproval("approved".repeat(20_000))]).toEqual([false, false, true, false]);
  });
});
