import { DefinitionError, TroupeError } from "../../core/errors.ts";
import type { Model } from "../../core/model.ts";
import { checkedAddress } from "./address.ts";
import { adapted } from "./from-language-model.ts";
import type { LanguageModelOptions } from "./options.ts";
import { PROVIDERS, type Environment, type Provider } from "./providers.ts";

/** How a model is found by its name, and how it is called then. */
export interface NamedModelOptions extends LanguageModelOptions {
  /** The address of the server, up to what the format itself adds: `http://localhost:8080/v1`. */
  readonly baseUrl?: string;
  /** Where keys are read. Default `process.env`. */
  readonly env?: Environment;
}

/** A model that cannot be had yet. The message is one sentence that says what to install or to set. */
export class ModelUnavailableError extends TroupeError {}

/**
 * The model of this name: `openai/<id>`, `anthropic/<id>`, `google/<id>`, `ollama/<id>`, or `compatible/<id>` for any
 * server that speaks OpenAI's chat format. The provider's package is loaded when it is first asked for. Rejects with
 * `ModelUnavailableError` where the package, the key or the address is missing, and with `DefinitionError` for a name
 * or an option that is wrong. Nothing is sent yet.
 */
export async function modelNamed(name: string, options: NamedModelOptions = {}): Promise<Model> {
  return findModel(PROVIDERS, name, options);
}

/** The model of a name like `provider/id`, among these providers. Rejects as `modelNamed` does. */
export async function findModel(providers: readonly Provider[], name: string, given: NamedModelOptions): Promise<Model> {
  const { baseUrl, env = process.env, ...options } = given;
  const [provider, id] = parted(providers, name);
  const apiKey = keyOf(provider, name, env);
  const baseURL = addressOf(provider, name, baseUrl ?? addressIn(env, provider));
  const make = await load(provider, name);
  const { providerOptions } = provider;
  const known = { name, ...(providerOptions ? { providerOptions } : {}), ...options };
  return adapted(make({ apiKey, baseURL }, id), known, apiKey === undefined ? {} : { [provider.keyVariable ?? "key"]: apiKey });
}

function parted(providers: readonly Provider[], name: unknown): [Provider, string] {
  const [, prefix, id] = /^([^/]+)\/(\S+)$/u.exec(typeof name === "string" ? name : "") ?? [];
  const provider = providers.find((known) => known.name === prefix);
  if (provider && id !== undefined) return [provider, id];
  const allowed = providers.map((known) => `${known.name}/<id>`).join(", ");
  throw new DefinitionError({ subject: "a model", field: "its name", value: name, allowed });
}

function keyOf({ keyVariable, isKeyOptional }: Provider, name: string, env: Environment): string | undefined {
  const key = keyVariable === null ? undefined : setIn(env, keyVariable);
  if (key !== undefined || isKeyOptional) return key;
  throw new ModelUnavailableError(`${name} needs a key: set ${keyVariable}`);
}

function addressIn(env: Environment, { baseUrl, baseUrlVariable }: Provider): string | null | undefined {
  return (baseUrlVariable === null ? undefined : setIn(env, baseUrlVariable)) ?? baseUrl;
}

function addressOf({ baseUrlVariable }: Provider, name: string, address: string | null | undefined): string | undefined {
  if (address === null) return undefined; // the provider's own
  if (address === undefined) {
    throw new ModelUnavailableError(`${name} needs the address of a server: set ${baseUrlVariable}, such as http://localhost:8080/v1`);
  }
  return checkedAddress(`model '${name}'`, address);
}

async function load(provider: Provider, name: string): ReturnType<Provider["load"]> {
  try {
    return await provider.load();
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new ModelUnavailableError(`${name} needs the package ${provider.package}: npm install ${provider.package}`, { cause });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}

/** A variable's value without white space around it, which no key has; undefined where it is blank. */
export function setIn(env: Environment, variable: string): string | undefined {
  return env[variable]?.trim() || undefined;
}
