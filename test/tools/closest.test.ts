import { expect, it } from "vitest";
import { closestNames } from "../../src/tools/closest.ts";

const NAMES = ["nanoid/README.md", "p-queue/readme.md", "p-queue/dist/index.d.ts", "xstate/README.md"];

it.each([
  { asked: "p-queue/README.md", closest: ["p-queue/readme.md", "xstate/README.md"] },
  { asked: "pqueue/readme.md", closest: ["p-queue/readme.md", "xstate/README.md"] },
  { asked: "node_modules/nanoid/readme.md", closest: ["nanoid/README.md", "p-queue/readme.md"] },
  { asked: "index.d.ts", closest: ["p-queue/dist/index.d.ts"] },
  { asked: "zzz", closest: [] },
  { asked: "", closest: [] },
])("closestNames finds for '$asked' the names most like it", ({ asked, closest }) => {
  expect(closestNames(asked, NAMES, 2)).toEqual(closest);
});
