import { expect, it } from "vitest";
import { identifiersIn } from "../../src/search/identifiers.ts";

it.each([
  { title: "code spans", text: "Call `queue.add` or `nanoid()`.", names: "queue.add nanoid()" },
  { title: "declarations", text: "export declare class PQueue<T> {}\ndef read_all(self):\nfunc main() {}", names: "PQueue read_all main" },
  { title: "members", text: "  readonly size: number;\n  async add(task): void;\n  private get name(): string;\n  limit?: number;", names: "size add name limit" },
  { title: "no names at all", text: "just words, and more", names: "" },
])("identifiersIn finds $title", ({ text, names }) => {
  expect(identifiersIn(text)).toBe(names);
});
