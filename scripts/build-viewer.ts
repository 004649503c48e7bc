// Builds the trace page: one HTML file without a trace, `src/viewer/page.html`, and the same beside what the library was
// built to, where that is. The program stands in it compressed; a loader of a few lines unpacks it, and both may run
// because their hashes say so. Nothing else may, and nothing may be loaded or sent.
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type InlineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const TOP = new URL("../", import.meta.url);
const PLACES = ["src/viewer/", "dist/chunks/"];
const LARGEST_KB = 150;

const CONFIG: InlineConfig = {
  configFile: false,
  root: fileURLToPath(new URL("viewer/", TOP)),
  logLevel: "error",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: { target: "es2023", cssTarget: ["chrome123", "firefox120", "safari17.5"], modulePreload: false, write: false },
};

const LOADER = `try {
  const packed = document.getElementById("troupe-program").textContent;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const program = document.createElement("script");
  program.type = "module";
  program.textContent = await new Response(stream).text();
  document.head.append(program);
} catch (error) {
  document.getElementById("summary").classList.add("is-needed");
  throw error;
}`;

const page = packedPage(await built());
const kilobytes = Buffer.byteLength(page) / 1000;
if (kilobytes > LARGEST_KB)
  throw new Error(`the trace page has ${kilobytes.toFixed(1)} kB without a trace; allowed are ${LARGEST_KB} kB`);
for (const place of PLACES) {
  const folder = new URL(place, TOP);
  if (existsSync(folder)) writeFileSync(new URL("page.html", folder), page);
}
console.log(`src/viewer/page.html: ${kilobytes.toFixed(1)} kB`);

async function built(): Promise<string> {
  const result = await build(CONFIG);
  const { output } = (Array.isArray(result) ? result[0] : result) as {
    output: readonly { fileName: string; source?: unknown }[];
  };
  const files = output.map(({ fileName }) => fileName);
  const html = output.find(({ fileName }) => fileName === "index.html")?.source;
  if (typeof html !== "string" || files.length !== 1)
    throw new Error(`the trace page must be one file, and is ${files.join(", ") || "none"}`);
  return html;
}

function packedPage(html: string): string {
  const [script, program] = onlyMatch(html, /<script type="module"[^>]*>([\s\S]*?)<\/script>/gu);
  const [, style] = onlyMatch(html, /<style[^>]*>([\s\S]*?)<\/style>/gu);
  if (program.includes("__vite-browser-external")) throw new Error("the trace page needs a module of Node, which no browser has");
  const block = `<script type="application/x-troupe" id="troupe-program">${gzipSync(program, { level: 9 }).toString("base64")}</script>`;
  const policy = policyFor([LOADER, program], style);
  return html.replace(script, () => `${block}<script type="module">${LOADER}</script>`).replace("TROUPE_POLICY", () => policy);
}

// Pictures of artifacts are `data:`; the live page may connect to its own server, see `src/viewer/page.ts`.
function policyFor(scripts: readonly string[], style: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function onlyMatch(html: string, pattern: RegExp): [whole: string, inner: string] {
  const [found, another] = html.matchAll(pattern);
  if (!found || another) throw new Error(`the built page must have exactly one ${String(pattern)}`);
  return [found[0], found[1] ?? ""];
}
