import { execFile } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../temporary-folder.ts";

const TOP = new URL("../../../", import.meta.url);

// The folders as the build makes them: JavaScript beside JavaScript, and no loader for anything else.
function builtFolder(names: readonly string[]): string {
  const folder = temporaryFolder({ "package.json": '{ "type": "module" }' });
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, rewriteRelativeImportExtensions: true };
  for (const name of names) {
    for (const file of readdirSync(new URL(`src/tools/${name}`, TOP))) {
      const text = readFileSync(new URL(`src/tools/${name}/${file}`, TOP), "utf8");
      writeFiles(folder, { [`${name}/${file.replace(/\.ts$/u, ".js")}`]: ts.transpileModule(text, { compilerOptions: options }).outputText });
    }
  }
  symlinkSync(fileURLToPath(new URL("node_modules", TOP)), join(folder, "node_modules"));
  return folder;
}

it("finds its modules when they are built", async () => {
  const folder = builtFolder(["thread", "sandbox"]);
  writeFileSync(
    join(folder, "main.js"),
    `import { runProgram } from "./sandbox/program.js";
    const limits = { seconds: 20, signal: new AbortController().signal };
    const { printed, end } = await runProgram({ code: "console.log('printed'); 6 * 7", memoryMegabytes: 32, maxChars: 100 }, limits);
    console.log(printed.join(), end.text);`,
  );

  expect((await promisify(execFile)(process.execPath, [join(folder, "main.js")])).stdout).toBe("printed 42\n");
});
