import { DefinitionError, modelNamed, ModelUnavailableError, withRateLimit, withRetry } from "../../src/index.ts";
import type { Model, ModelPrice, RateLimitOptions } from "../../src/index.ts";
import { PROVIDERS } from "../../src/models/language-model/providers.ts";
import { UsageError } from "../ending/usage-error.ts";
import { numberIn, pairsFrom } from "./pairs.ts";

/** What the command line says about the model. */
export interface ModelFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly price?: string;
  readonly rate?: string;
}

const OFFLINE = "offline";

/**
 * The model of `--model`, or null for the embedded one. One that is asked over the network is tried again when it fails
 * in a way that may pass, and keeps to `--rate`; a provider's refusal for its rate slows down everyone who uses it.
 * Throws `UsageError` for a name or an option that is wrong, and where a package, a key or an address is missing.
 */
export async function modelFrom(flags: ModelFlags): Promise<Model | null> {
  const { model = OFFLINE, baseUrl } = flags;
  const price = flags.price === undefined ? undefined : priceFrom(flags.price);
  const rate = flags.rate === undefined ? {} : rateFrom(flags.rate);
  if (model === OFFLINE) {
    refuseForOffline(flags);
    return null;
  }
  const found = await named(model, { ...(baseUrl === undefined ? {} : { baseUrl }), ...(price ? { price } : {}) });
  return withRetry(withRateLimit(found, rate));
}

function refuseForOffline({ baseUrl, price, rate }: ModelFlags): void {
  const given = Object.entries({ "--base-url": baseUrl, "--price": price, "--rate": rate }).find(([, value]) => value !== undefined);
  if (given) throw new UsageError(`${given[0]} is for a --model that is asked over the network, and the embedded model is not`);
}

async function named(name: string, options: { readonly baseUrl?: string; readonly price?: ModelPrice }): Promise<Model> {
  try {
    return await modelNamed(name, options);
  } catch (error) {
    if (error instanceof ModelUnavailableError) throw new UsageError(`--model: ${withOwnWay(error.message)}`, { cause: error });
    if (error instanceof DefinitionError) throw new UsageError(wrongModel(name, error), { cause: error });
    throw error;
  }
}

// The library knows of a variable; here there is an option as well.
function withOwnWay(message: string): string {
  return message.includes("the address of a server") ? message.replace(": set ", ": give --base-url, or set ") : message;
}

function wrongModel(name: string, { field, value, allowed }: DefinitionError): string {
  if (field === "its address") return `--base-url is '${String(value)}'; allowed: ${allowed}`;
  return `--model is '${name}'; allowed: ${[OFFLINE, ...PROVIDERS.map((provider) => `${provider.name}/<id>`)].join(", ")}`;
}

const PRICE_FIELDS = { input: "input", output: "output", cached: "cached" };
const PRICE = "an amount of money of at least 0, per million tokens";

/** Prices from `input=2.5,output=10,cached=0.25`. Throws `UsageError`. */
export function priceFrom(text: string): ModelPrice {
  const prices = pairsFrom({
    option: "--price",
    text,
    fields: PRICE_FIELDS,
    noun: "price",
    read: (_field, value, key) => priceOf(value, key),
  });
  const { input, output, cached } = prices;
  if (input === undefined || output === undefined) {
    throw new UsageError(`--price is '${text}'; it takes both input=... and output=..., per million tokens`);
  }
  return { input, output, ...(cached === undefined ? {} : { cached }) };
}

function priceOf(value: string, key: string): number {
  const price = numberIn(value);
  if (Number.isFinite(price) && price >= 0) return price;
  throw new UsageError(`--price: ${key} is '${value}'; allowed: ${PRICE}`);
}

const RATE_FIELDS = { requests: "requestsPerMinute", tokens: "tokensPerMinute" };

/** Limits per minute from `requests=5,tokens=20000`. Throws `UsageError`. */
export function rateFrom(text: string): Pick<RateLimitOptions, "requestsPerMinute" | "tokensPerMinute"> {
  return pairsFrom({ option: "--rate", text, fields: RATE_FIELDS, noun: "limit", read: (_field, value, key) => limitOf(value, key) });
}

function limitOf(value: string, key: string): number {
  const limit = numberIn(value);
  if (Number.isSafeInteger(limit) && limit >= 1) return limit;
  throw new UsageError(`--rate: ${key} is '${value}'; allowed: a whole number of at least 1, per minute`);
}
