// Builds `dist/` from nothing: JavaScript and declarations of the library, the cast and the command line, and the page.
import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { bundle } from "./bundle.ts";

const TOP = new URL("../", import.meta.url);
const DIST = new URL("dist/", TOP);
const COMMAND = new URL("bin/troupe.js", DIST);
const SHEBANG = "#!/usr/bin/env node\n";

rmSync(DIST, { recursive: true, force: true });
execFileSync("npx", ["--no-install", "tsc", "-p", "tsconfig.build.json"], { cwd: TOP, stdio: "inherit" });
pointDeclarationsAtJavaScript();
await bundle();
makeExecutable();
await import("./build-viewer.ts");

// The compiler rewrites `./x.ts` in JavaScript only; declarations that keep it need a recent compiler at the user's end.
function pointDeclarationsAtJavaScript(): void {
  for (const name of readdirSync(DIST, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const file = new URL(name, DIST);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

function makeExecutable(): void {
  const text = readFileSync(COMMAND, "utf8");
  if (!text.startsWith("#!")) writeFileSync(COMMAND, SHEBANG + text);
  chmodSync(COMMAND, 0o755);
}
