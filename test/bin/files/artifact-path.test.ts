import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segmentsOf } from "../../../bin/files/artifact-path.ts";
import { SEEDED } from "../../core/seed.ts";

describe("the path of an artifact", () => {
  it.each([
    ["chart.png", "chart.png"],
    ["researcher/notes.md", "researcher/notes.md"],
    ["researcher-2/deep/notes.md", "researcher-2/deep/notes.md"],
    ["../../etc/passwd", "etc/passwd"],
    ["/etc/passwd", "etc/passwd"],
    ["C:\\Windows\\win.ini", "C_/Windows/win.ini"],
    ["..", "artifact"],
    ["...", "artifact"],
    ["", "artifact"],
    [" / ", "artifact"],
    [".bashrc", "bashrc"],
    ["a\0b\nc", "a_b_c"],
    ["report\u202Efdp.exe", "report_fdp.exe"],
    ["con.txt", "_con.txt"],
    ["LPT1", "_LPT1"],
    ["name. . ", "name"],
    ["half \uD800", "half _"],
    [`${"ä".repeat(200)}.png`, `${"ä".repeat(58)}.png`],
  ])("named %j is %s", (name, path) => {
    expect(segmentsOf(name).join("/")).toBe(path);
  });

  it("never leads upwards, is never blank and always fits, whatever the name", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.array(fc.constantFrom("..", ".", "/", "\\", "a", "con", ".txt", "\0")).map((parts) => parts.join(""))), (name) => {
        const segments = segmentsOf(name);

        expect(segments.length).toBeGreaterThan(0);
        for (const segment of segments) {
          expect(segment).not.toMatch(/^\.|[/\\\0:]|^\s*$/u);
          expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(121);
        }
      }),
      SEEDED,
    );
  });
});
