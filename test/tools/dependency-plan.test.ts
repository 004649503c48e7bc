import { describe, expect, it } from "vitest";
import { searchedParts, type PackageFile } from "../../src/tools/dependency-plan.ts";

const LIMITS = { maxFiles: 100, maxFileBytes: 1_000_000, maxTotalBytes: 1_000_000 };

function file(name: string, sizeBytes = 100, rest: Partial<PackageFile> = {}): PackageFile {
  return { package: "p", name, path: `p/${name}`, sizeBytes, isNamed: true, ...rest };
}

function searched(files: readonly PackageFile[], limits = LIMITS): Record<string, number> {
  return Object.fromEntries(searchedParts(files, limits).map(({ name, searchedBytes }) => [name, searchedBytes]));
}

describe("searchedParts", () => {
  it("keeps the order of the files and weighs them by kind", () => {
    const files = [file("index.d.ts"), file("CHANGELOG.md"), file("readme.md"), file("readme.md", 100, { package: "q", isNamed: false })];

    expect(searchedParts(files, LIMITS)).toEqual([
      { name: "p/index.d.ts", path: "p/index.d.ts", sizeBytes: 100, searchedBytes: 100, weight: 0.7 },
      { name: "p/CHANGELOG.md", path: "p/CHANGELOG.md", sizeBytes: 100, searchedBytes: 100, weight: 0.4 },
      { name: "p/readme.md", path: "p/readme.md", sizeBytes: 100, searchedBytes: 100, weight: 1 },
      { name: "q/readme.md", path: "p/readme.md", sizeBytes: 100, searchedBytes: 100, weight: 0.9 },
    ]);
  });

  it("gives what there is to named packages first, to prose before declarations, to main files before others", () => {
    const other = { package: "q", isNamed: false };
    const files = [file("index.d.ts", 30, other), file("readme.md", 30, other), file("z.d.ts", 20), file("p.d.ts", 10), file("a.md", 30), file("readme.md", 30)];

    expect(searched(files, { ...LIMITS, maxTotalBytes: 100 })).toEqual({
      "p/readme.md": 30,
      "p/a.md": 30,
      "p/p.d.ts": 10,
      "p/z.d.ts": 20,
      "q/readme.md": 10,
      "q/index.d.ts": 0,
    });
  });

  it("searches the beginning of long declaration files and a part of packages with many", () => {
    expect(searched([file("a.d.ts", 900_000), file("b.d.ts", 30_000), file("c.d.ts", 10)])).toEqual({ "p/a.d.ts": 40_000, "p/b.d.ts": 20_000, "p/c.d.ts": 0 });
  });

  it("gives each package its own room", () => {
    const files = ["p", "q"].flatMap((name) => [file("a.d.ts", 40_000, { package: name }), file("b.d.ts", 40_000, { package: name })]);

    expect(searched(files)).toEqual({ "p/a.d.ts": 40_000, "p/b.d.ts": 20_000, "q/a.d.ts": 40_000, "q/b.d.ts": 20_000 });
  });

  it("searches declarations that stand there twice only once", () => {
    expect(searched([file("cjs/x.d.ts", 70), file("esm/x.d.ts", 70), file("y.d.cts", 50), file("y.d.ts", 60)])).toEqual({
      "p/cjs/x.d.ts": 0,
      "p/esm/x.d.ts": 70,
      "p/y.d.cts": 0,
      "p/y.d.ts": 60,
    });
  });

  it("leaves out files larger than any file may be", () => {
    expect(searched([file("readme.md", 1001), file("index.d.ts", 1000)], { ...LIMITS, maxFileBytes: 1000 })).toEqual({ "p/readme.md": 0, "p/index.d.ts": 1000 });
  });
});
