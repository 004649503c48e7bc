import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { blocksOf } from "./blocks.ts";

const TOP = fileURLToPath(new URL("../../", import.meta.url));
const MINUTE = 60_000;

/** Every program of the pages as a module of the project, in memory, under a name that says where it stands. */
function programs(): ReadonlyMap<string, string> {
  const pages = readdirSync(`${TOP}docs`).filter((name) => name.endsWith(".md"));
  const blocks = pages.flatMap((page) => blocksOf(readFileSync(`${TOP}docs/${page}`, "utf8")).map((block) => ({ page, ...block })));
  const typed = blocks.filter(({ language }) => language === "ts");
  return new Map(typed.map(({ page, line, text }) => [`${TOP}docs/${page}:${line}.ts`, `${text}\nexport {};\n`]));
}

/** What the compiler says of modules in memory, by the project's own settings; one line each. */
function complaintsOf(modules: ReadonlyMap<string, string>): readonly string[] {
  const { config } = ts.readConfigFile(`${TOP}tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: { compilerOptions: object } }; // ours
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, noUnusedParameters: false }, TOP);
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => modules.has(path) || disk.fileExists(path),
    readFile: (path) => modules.get(path) ?? disk.readFile(path),
    getSourceFile(path, version, ...rest) {
      const text = modules.get(path);
      return text === undefined ? disk.getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version);
    },
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  return [...modules.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => `${path.slice(TOP.length, -".ts".length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  });
}

describe("the programs of the documentation", { timeout: MINUTE }, () => {
  it("compile as strictly as the project itself", () => {
    expect(complaintsOf(programs())).toEqual([]);
  });

  it("would not compile with a mistake in them", () => {
    const wrong = new Map([[`${TOP}docs/wrong.md:1.ts`, 'import { fromAgent } from "troupe";\nfromAgent({ name: 1 });\n']]);

    expect(complaintsOf(wrong)).toEqual([expect.stringMatching(/^docs\/wrong\.md:1: /u)]);
  });
});
