import { availableModels, type ModelAvailability } from "../../src/models/language-model/available.ts";
import type { Environment } from "../../src/models/language-model/providers.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { writerTo, type Streams } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";

/** `troupe models`: what this environment could answer with, and what is missing for the rest. Asks no server. */
export async function listModels({ json }: { readonly json?: boolean }, streams: Streams): Promise<ExitCode> {
  const models = availableModels();
  await writerTo(streams.stdout)(json === true ? jsonLine(models) : tableOf(models));
  return EXIT.completed;
}

function tableOf(models: readonly ModelAvailability[]): string {
  const rows = [
    ["offline", "ready: the embedded model, which needs no key and no network"],
    ...models.map((model) => [model.name, stateOf(model)]),
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  return rows.map(([name = "", state = ""]) => `${name.padEnd(width)}  ${state}\n`).join("");
}

function stateOf({ provider, isReady, advice, keyVariable }: ModelAvailability): string {
  if (!isReady) return advice ?? "not ready";
  if (provider === "ollama") return "ready, where its server runs";
  return keyVariable === null ? "ready" : `ready: ${keyVariable} is set`;
}

/**
 * One sentence about the models that keys in the environment would give; null where there is no key. For a run without
 * `--model`.
 */
export function modelHint(env: Environment = process.env): string | null {
  const keyed = availableModels(env).filter(({ isKeySet }) => isKeySet);
  if (keyed.length === 0) return null;
  const ready = keyed.filter(({ isReady }) => isReady);
  if (ready.length === 0) {
    return `${listed(keyed.map(({ keyVariable }) => keyVariable ?? ""))} is set; for --model ${keyed[0]?.name}: ${keyed[0]?.advice}`;
  }
  const verb = ready.length === 1 ? "is" : "are";
  const names = ready.map(({ name }) => name).join(" or ");
  return `${listed(ready.map(({ keyVariable }) => keyVariable ?? ""))} ${verb} set: with --model ${names} a language model would answer`;
}

function listed(names: readonly string[]): string {
  return names.join(" and ");
}
