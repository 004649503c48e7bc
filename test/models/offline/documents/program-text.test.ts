import { expect, test } from "vitest";
import { isProgramText } from "../../../../src/models/offline/documents/program-text.ts";

test.each([
  "import type { Oar } from './oar.ts';",
  'export * from "./boat";',
  "declare function row(speed: number): Shore;",
  "const boat = row(4)",
  "boat.row({ speed: [4, 5] }, (shore) => shore.moor());",
])("%s is program text", (text) => {
  expect(isProgramText(text)).toBe(true);
});

test.each([
  "Import a boat from the sea.",
  "export of boats is forbidden",
  "concurrency – Type: `number`; Default: `Infinity`; Minimum: `1`",
  "Use `row({ speed: [4] }, (shore) => shore.moor());` to row.",
  "A boat (see above) has oars [1] and a sail (red).",
])("%s is not", (text) => {
  expect(isProgramText(text)).toBe(false);
});
