import type { Command } from "commander";

/** The options of `troupe run`, as they stand on the command line. The same keys stand in a configuration file. */
export interface RunFlags {
  readonly docs?: string;
  readonly team?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly price?: string;
  readonly rate?: string;
  readonly agent?: string;
  readonly on?: string;
  readonly budget?: string;
  readonly pool?: string;
  readonly concurrency?: string;
  readonly journal?: string;
  readonly trace?: string;
  readonly html?: string;
  readonly watch?: boolean;
  readonly artifacts?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** What an option takes: a text, a list, pairs of keys and values, a whole number, or nothing. */
export type OptionKind = "text" | "list" | "pairs" | "count" | "switch";

/** One option of `troupe run`. */
export interface RunOption {
  readonly key: keyof RunFlags;
  readonly kind: OptionKind;
  readonly flags: string;
  readonly about: string;
}

/** The options of `troupe run`, in the order in which help lists them. */
export const RUN_OPTIONS: readonly RunOption[] = [
  { key: "docs", kind: "text", flags: "--docs <dir>", about: "the folder of documents the built-in team reads" },
  { key: "team", kind: "list", flags: "--team <names>", about: "whom the lead may ask: researcher, analyst, writer, critic, summariser (default: researcher)" },
  { key: "model", kind: "text", flags: "--model <name>", about: "who answers: offline (default), openai/<id>, anthropic/<id>, google/<id>, ollama/<id>, compatible/<id>" },
  { key: "baseUrl", kind: "text", flags: "--base-url <url>", about: "the address of the model's server, such as http://localhost:8080/v1" },
  { key: "price", kind: "pairs", flags: "--price <prices>", about: "what the model costs per million tokens, such as input=2.5,output=10,cached=0.25" },
  { key: "rate", kind: "pairs", flags: "--rate <limits>", about: "what the provider allows per minute, such as requests=50,tokens=40000" },
  { key: "agent", kind: "text", flags: "--agent <module>", about: "run the agent that this module exports as its default, instead of the built-in team" },
  { key: "on", kind: "text", flags: "--on <url>", about: "run on the workers of a Restate server, at the address of its ingress, such as http://127.0.0.1:8080" },
  { key: "budget", kind: "pairs", flags: "--budget <ceilings>", about: "ceilings of the first agent, such as steps=12,seconds=120" },
  { key: "pool", kind: "pairs", flags: "--pool <ceilings>", about: "ceilings of all agents together, such as steps=120,agents=8" },
  { key: "concurrency", kind: "count", flags: "--concurrency <n>", about: "how many model calls may run at once" },
  { key: "journal", kind: "text", flags: "--journal <dir>", about: "keep the run in this folder while it goes on, so that troupe resume can take it up again" },
  { key: "trace", kind: "text", flags: "--trace <file.json>", about: "save the run, to be shown with troupe show" },
  { key: "html", kind: "text", flags: "--html <page.html>", about: "save the run as a page that opens in a browser" },
  { key: "watch", kind: "switch", flags: "--watch", about: "follow the run on a page in the browser, served to this machine alone" },
  { key: "artifacts", kind: "text", flags: "--artifacts <dir>", about: "write what the run produced into this folder, each artifact as a new file" },
  { key: "json", kind: "switch", flags: "--json", about: "print the whole run as one JSON document instead of the answer" },
  { key: "quiet", kind: "switch", flags: "--quiet", about: "print the answer and nothing else" },
];

/** Options that say who runs, and how it is followed and kept, in this process: a run on workers elsewhere has no use for them. */
export const HERE_ALONE = [
  "docs", "team", "model", "baseUrl", "price", "rate", "journal", "watch",
] as const satisfies readonly (keyof RunFlags)[];

/** Adds the options to a command. Lists and pairs given in several options add up, so that a key that stands twice is found. */
export function withRunOptions(command: Command): Command {
  return withOptions(command, RUN_OPTIONS);
}

const SETTLED: readonly string[] = ["on", "budget", "pool", "concurrency"];

/** Adds the options of `troupe resume`: those of `troupe run` without the ones that are settled when a run starts. */
export function withResumeOptions(command: Command): Command {
  return withOptions(command, RUN_OPTIONS.filter(({ key }) => !SETTLED.includes(key)));
}

function withOptions(command: Command, options: readonly RunOption[]): Command {
  for (const { kind, flags, about } of options) {
    if (kind === "list" || kind === "pairs") command.option(flags, about, both);
    else command.option(flags, about);
  }
  return command;
}

function both(text: string, earlier: string | undefined): string {
  return earlier === undefined ? text : `${earlier},${text}`;
}
