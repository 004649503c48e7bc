/** What the files of one place may import besides each other. */
export interface Arrow {
  /** A folder, or a single file, from the top of the project. */
  readonly from: string;
  /** Folders and single files that stand further up in the table. */
  readonly to: readonly string[];
}

const CORE = "src/core";
const ENTRY = "src/index.ts";
const AGENT = "src/agent";
const LEAVES = ["src/search", "src/sqlite", "src/models", "src/trace"];
const VIEWER = "src/viewer";
const ON_AGENTS = ["src/skills", "src/memory", "src/loops", "src/journal"];
const REPLAY = "src/replay";
const RESTATE = "src/restate";
const LIBRARY = [CORE, ...LEAVES, VIEWER, AGENT, ...ON_AGENTS, REPLAY, ENTRY, "src/tools", RESTATE];

/** The direction rule, types included: read from the top, a place imports only from places above it. */
export const ARROWS: readonly Arrow[] = [
  { from: CORE, to: [] },
  ...LEAVES.map((from) => ({ from, to: [CORE] })),
  { from: VIEWER, to: [CORE, "src/trace"] },
  { from: AGENT, to: [CORE] },
  ...ON_AGENTS.map((from) => ({ from, to: [CORE, ...LEAVES, AGENT] })),
  { from: REPLAY, to: [CORE, ...LEAVES, AGENT, "src/journal"] },
  { from: RESTATE, to: [CORE, AGENT] },
  { from: ENTRY, to: [CORE, ...LEAVES, VIEWER, AGENT, ...ON_AGENTS, REPLAY] },
  { from: "src/tools", to: ["src/search", ENTRY] },
  { from: "src/testing", to: [CORE, "src/models", AGENT, ENTRY] },
  { from: "actors", to: [ENTRY, "src/tools/index.ts"] },
  { from: "bin", to: [...LIBRARY, "actors"] },
  { from: "viewer", to: [CORE, "src/trace", VIEWER] }, // the page: compiled for browsers, by a build of its own
  { from: "examples", to: [] }, // they import the package by its name, as a user would
  { from: "bench", to: [ENTRY] },
  { from: "scripts", to: [] },
  { from: "test", to: [...LIBRARY, "src/testing", "actors", "bin", "examples", "bench", "scripts", "viewer"] },
];

/** Where each package may be imported. One that is not listed may be imported nowhere. */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  // what an agent, a delegation and a run's options are given comes from outside and is checked where it arrives: in agent/
  zod: [CORE, AGENT, ...ON_AGENTS, RESTATE, "src/tools", "actors", "bin", "examples", "bench", "scripts/consumer", "test"],
  nanoid: ["src/core/ids.ts"],
  xstate: [AGENT, "examples", "bench", "test"],
  "p-queue": ["src/agent/engine/limit.ts"],
  picocolors: ["src/trace"],
  minisearch: ["src/search"],
  yaml: ["src/skills"],
  "node-sqlite3-wasm": ["src/sqlite", "test"],
  "@restatedev/restate-sdk": [RESTATE, "test/restate"],
  undici: ["src/tools"],
  "ipaddr.js": ["src/tools"],
  linkedom: ["src/tools"],
  "@mozilla/readability": ["src/tools"],
  turndown: ["src/tools"],
  "expr-eval-fork": ["src/tools"],
  "quickjs-emscripten": ["src/tools"],
  "@ai-sdk/openai": ["src/models/language-model", "test"],
  "@ai-sdk/anthropic": ["src/models/language-model", "test"],
  "@ai-sdk/google": ["src/models/language-model", "test"],
  "@ai-sdk/openai-compatible": ["src/models/language-model", "test"],
  "@ai-sdk/provider": ["test"],
  "@opentelemetry/api": ["test"],
  "@opentelemetry/sdk-trace-base": ["test"],
  "@opentelemetry/exporter-trace-otlp-http": ["test"],
  preact: ["viewer"],
  rolldown: ["scripts"],
  vite: ["scripts", "viewer"],
  "vite-plugin-singlefile": ["scripts", "viewer"],
  "playwright-core": ["test", "bench", "scripts"],
  "@sparticuz/chromium": ["test", "bench"],
  "axe-core": ["test"],
  jiti: ["bin"],
  commander: ["bin"],
  "log-update": ["bin"],
  troupe: ["examples", "scripts/consumer", "test"],
  "fast-check": ["test"],
  typescript: ["test"],
  vitest: ["test"],
};

/** Places whose files compute and nothing else: no file, socket, process or thread is in reach of them. */
export const PURE: readonly string[] = [CORE, AGENT];

/** The `node:` modules that pure places may import. */
export const PURE_BUILTINS: readonly string[] = ["node:assert", "node:async_hooks", "node:crypto", "node:events", "node:util"];

/** Places that load modules whose name is only known when the program runs. */
export const LOADERS: readonly string[] = ["bin", "bench", "scripts", "src/models/language-model", "src/sqlite", "src/tools", "src/viewer", "test"];

/** Places whose modules may import style sheets: the build of the page puts them into it. */
export const STYLED: readonly string[] = ["viewer"];
