import { describe, expect, test } from "vitest";
import { asksAmount, hasAmount } from "../../../../src/models/offline/language/amounts.ts";

describe("a question asks for an amount", () => {
  test.each(["often", "long", "many", "much", "far", "old", "big"])("with how %s", (degree) => {
    expect(asksAmount(`How ${degree} is the rope?`)).toBe(true);
  });

  test.each(["How is the long rope tied?", "What is old?", "Often how?"])("and not with %s", (question) => {
    expect(asksAmount(question)).toBe(false);
  });
});

test.each([
  { text: "The rope is 12 metres.", has: true },
  { text: "Turn it every week.", has: true },
  { text: "It has Forty knots.", has: true },
  { text: "Someone leans on the rope.", has: false },
])("$text states an amount: $has", ({ text, has }) => {
  expect(hasAmount(text)).toBe(has);
});
