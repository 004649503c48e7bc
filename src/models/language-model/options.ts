import { DefinitionError } from "../../core/errors.ts";
import { isObject, jsonCopy } from "../../core/json.ts";
import type { ModelPrice } from "../../core/model.ts";
import { isAmount, isPlain, maybe, type Fields } from "../fields.ts";
import type { LanguageModel, ProviderValues } from "./specification.ts";

/** How a provider's model is called. What is left out is left to the provider. */
export interface LanguageModelOptions {
  /** What messages and traces call the model. Default: the provider's name and the model's, `openai/gpt-5-mini`. */
  readonly name?: string;
  /** Money per million tokens. Without it cost is unknown, and `maxCost` a `DefinitionError`. */
  readonly price?: ModelPrice;
  /** Handed to the provider as they are, by the provider's name: `{ openai: { reasoningEffort: "low" } }`. */
  readonly providerOptions?: Readonly<Record<string, object>>;
  readonly temperature?: number;
  /** From 0 to 1. */
  readonly topP?: number;
  /** For providers that can repeat an answer. */
  readonly seed?: number;
  /** The most seconds without a sign of life, on the run's clock, before a call fails and may be tried again. Default none. */
  readonly stallSeconds?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The settings of every call, ready to be sent, and what else there is to know of the model. */
export interface CheckedOptions {
  readonly name: string;
  readonly price: ModelPrice | undefined;
  readonly stallSeconds: number | undefined;
  readonly settings: Settings;
}

/** What is the same in every call of a model. */
export interface Settings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly headers?: Record<string, string>;
  readonly providerOptions?: ProviderValues;
}

const VERSIONS = ["v2", "v3", "v4"];
const MODEL = "a model of an AI SDK provider: { specificationVersion: v2, v3 or v4, provider, modelId, doGenerate, doStream }";

/** Checks a provider's model and the options beside it. Throws `DefinitionError` for the first thing that is wrong. */
export function checkedOptions(model: LanguageModel, options: LanguageModelOptions): CheckedOptions {
  if (!isLanguageModel(model)) throw wrong("a language model", "the model", model, MODEL);
  checkVersion(model);
  const subject = `language model '${model.modelId}'`;
  checkFields(subject, options);
  const { name = defaultName(model), price, stallSeconds, headers, providerOptions, ...numbers } = withoutUndefined(options);
  const settings = {
    ...numbers,
    ...(headers ? { headers: { ...headers } } : {}),
    ...(providerOptions ? { providerOptions: jsonCopy(providerOptions) as ProviderValues } : {}), // by the check above
  };
  return { name, price: price && Object.freeze({ ...price }), stallSeconds, settings };
}

function isLanguageModel(model: unknown): boolean {
  if (!isObject(model)) return false;
  const { provider, modelId, doGenerate, doStream } = model;
  return [provider, modelId].every(isText) && [doGenerate, doStream].every((call) => typeof call === "function");
}

function checkVersion({ modelId, specificationVersion: version }: LanguageModel): void {
  if (VERSIONS.includes(version)) return;
  throw wrong(`language model '${modelId}'`, "specificationVersion", version, VERSIONS.join(", "));
}

function defaultName({ provider, modelId }: LanguageModel): string {
  return `${provider.split(".")[0]}/${modelId}`;
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isFraction = (value: unknown): boolean => isAmount(value) && Number(value) <= 1;
const isPrice = (value: unknown): boolean => isPlain(value) && [value.input, value.output, value.cached ?? 0].every(isAmount);
const isNested = (value: unknown): boolean => isPlain(value) && Object.values(value).every(isPlain);

const FIELDS: Fields<LanguageModelOptions> = {
  name: ["a text that is not blank", maybe(isText)],
  price: ["{ input, output, cached? }: amounts of money of at least 0 per million tokens", maybe(isPrice)],
  providerOptions: ["objects by the name of a provider", maybe(isNested)],
  temperature: ["a number of at least 0", maybe(isAmount)],
  topP: ["a number from 0 to 1", maybe(isFraction)],
  seed: ["a whole number", maybe(Number.isInteger)],
  stallSeconds: ["a number of seconds above 0", maybe((value) => isAmount(value) && Number(value) > 0)],
  headers: ["texts by the name of a header", () => true], // checked apart: a message must not show what may hold a key
};

function checkFields(subject: string, options: LanguageModelOptions): void {
  if (!isPlain(options)) throw wrong(subject, "options", options, "an object of options");
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(FIELDS, key));
  const known = `no key of this name; the keys are ${Object.keys(FIELDS).join(", ")}`;
  if (unknown !== undefined) throw wrong(subject, unknown, typeof options[unknown], known); // its value may be a provider's key
  for (const [key, [allowed, holds]] of Object.entries(FIELDS)) {
    if (!holds((options)[key])) throw wrong(subject, key, (options)[key], allowed);
  }
  checkHeaders(subject, options.headers);
}

function checkHeaders(subject: string, headers: unknown): void {
  if (headers === undefined) return;
  const [allowed] = FIELDS.headers;
  if (!isPlain(headers)) throw wrong(subject, "headers", typeof headers, allowed);
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== "string") throw wrong(subject, `headers.${name}`, typeof value, allowed);
  }
}

function wrong(subject: string, field: string, value: unknown, allowed: string): DefinitionError {
  return new DefinitionError({ subject, field, value, allowed });
}

// A field that is there and undefined must not reach a provider, and must not hide a default.
function withoutUndefined(options: LanguageModelOptions): LanguageModelOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)); // the same fields
}
