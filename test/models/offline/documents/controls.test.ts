import { expect, test } from "vitest";
import { withoutControls } from "../../../../src/models/offline/documents/controls.ts";

test.each([
  { title: "a window title", line: "A\u001B]0;pwn\u0007 boat", text: "A boat" },
  { title: "a link", line: "A \u001B]8;;https://x\u001B\\boat\u001B]8;;\u001B\\", text: "A boat" },
  { title: "a title without an end", line: "A boat\u001B]0;pwn", text: "A boat" },
  { title: "colours", line: "A \u001B[1;31mred\u001B[0m boat", text: "A red boat" },
  { title: "a reset", line: "A\u001Bc boat\u001B", text: "A boat" },
  { title: "a character set", line: "A\u001B(0 boat", text: "A boat" },
  { title: "sequences of one byte", line: "A\u009B31m \u009D0;pwn\u009Cboat", text: "A boat" },
  { title: "other controls", line: "A\u0000\u0008boat", text: "A boat" },
  { title: "nothing to strip", line: "A\tboat [31m] ]0;", text: "A\tboat [31m] ]0;" },
])("of a line with $title nothing is left behind", ({ line, text }) => {
  expect(withoutControls(line)).toBe(text);
});
