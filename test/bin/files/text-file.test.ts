import { describe, expect, it } from "vitest";
import { textIn } from "../../../bin/files/text-file.ts";

const TEXT = '{ "goal": "é ✓ 😀" }';

describe("the text of a file", () => {
  it.each([
    { title: "in UTF-8", bytes: Buffer.from(TEXT) },
    { title: "in UTF-8 with a byte order mark", bytes: Buffer.from(`\uFEFF${TEXT}`) },
    { title: "in UTF-16, as PowerShell redirects", bytes: Buffer.from(`\uFEFF${TEXT}`, "utf16le") },
  ])("is read $title", ({ bytes }) => {
    expect(textIn(bytes)).toBe(TEXT);
  });

  it("is empty where nothing stands", () => {
    expect([new Uint8Array(), Buffer.from("\uFEFF"), Uint8Array.of(0xff, 0xfe)].map(textIn)).toEqual(["", "", ""]);
  });

  it("shows what is neither as what cannot be read", () => {
    expect(textIn(Uint8Array.of(0x61, 0xff))).toBe("a\uFFFD");
  });
});
