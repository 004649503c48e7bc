import { isBuiltin } from "node:module";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import ts from "typescript";

// What a file imports when it runs; types are gone by then.
function importsAtRun(url: URL): string[] {
  const { outputText } = ts.transpileModule(readFileSync(url, "utf8"), { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true } });
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName);
}

function packagesBehind(entry: URL): string[] {
  const packages: string[] = [];
  const seen = new Set<string>();
  const rest = [entry];
  for (let file = rest.pop(); file !== undefined; file = rest.pop()) {
    if (seen.has(file.href)) continue;
    seen.add(file.href);
    for (const name of importsAtRun(file)) {
      if (name.startsWith(".")) rest.push(new URL(name, file));
      else packages.push(`${name}${isBuiltin(name) ? " (of Node.js)" : ""}`);
    }
  }
  return packages;
}

describe("what the trace page runs in a browser", () => {
  it.each([
    "analyse/analyse.ts",
    "analyse/text/describe-finding.ts",
    "analyse/text/findings-list.ts",
    "find/query.ts",
    "find/matching-steps.ts",
    "diff/compare-runs.ts",
    "export/otlp/to-otlp.ts",
    "export/profile/to-chrome-trace.ts",
    "export/profile/to-speedscope.ts",
    "export/tables/to-csv.ts",
    "standing.ts",
  ])("src/trace/%s imports nothing but the project's own files", (entry) => {
    expect(packagesBehind(new URL(`../../src/trace/${entry}`, import.meta.url))).toEqual([]);
  });

  it("would be told apart from what only Node.js runs", () => {
    expect(packagesBehind(new URL("../../src/core/errors.ts", import.meta.url))).toEqual(["node:util (of Node.js)"]);
  });
});
