import { DefinitionError } from "../core/errors.ts";
import { isObject } from "../core/json.ts";
import type { Model, ModelPrice } from "../core/model.ts";
import { isAmount, isPlain, maybe, type Fields } from "./fields.ts";
import { askOnce, checkModel, checkOptions, subjectOfWrapper, wrapping } from "./wrapper.ts";

/** Prices by the name of the model. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/**
 * Gives a model its price, so that `cost` is known and `maxCost` possible: one price, or a table in which the model's
 * name is looked up. A model that the table does not have keeps the price it has; where that is none, its cost stays
 * null, never zero.
 *
 * Replies and failed tries that name the model that gave them, as those of `withFallback` do, are charged by that
 * name. The prices are copied. Throws `DefinitionError` for a table or price that is none.
 */
export function withPrices(model: Model, prices: ModelPrice | PriceTable): Model {
  const find = checkedPrices(model, prices);
  const price = find(model.name) ?? model.price;
  const repriced = <Thing>(thing: Thing): Thing => charged(thing, find, price ?? null);
  const priced = wrapping(model, async (request, options) => {
    const { onAttempt } = options;
    return repriced(await askOnce(model, request, { ...options, onAttempt: onAttempt && ((attempt) => onAttempt(repriced(attempt))) }));
  });
  return price ? { ...priced, price } : priced;
}

type FindPrice = (name: string) => ModelPrice | undefined;

// What says neither whose it is nor what it costs is charged at the model's own price, by whoever reads it.
function charged<Thing>(thing: Thing, find: FindPrice, otherwise: ModelPrice | null): Thing {
  if (!isObject(thing) || (thing.model === undefined && thing.price === undefined)) return thing;
  const found = typeof thing.model === "string" ? find(thing.model) : undefined;
  return { ...thing, price: found ?? (thing.price === undefined ? otherwise : thing.price) };
}

const MONEY = "an amount of money of at least 0";

const FIELDS: Fields<ModelPrice> = { input: [MONEY, isAmount], cached: [MONEY, maybe(isAmount)], output: [MONEY, isAmount] };

const PRICES = "a price, { input, output, cached? }, or a table of prices by model name";

function checkedPrices(model: Model, prices: ModelPrice | PriceTable): FindPrice {
  const subject = subjectOfWrapper("withPrices", model);
  checkModel(subject, "model", model);
  if (!isPlain(prices)) throw new DefinitionError({ subject, field: "prices", value: prices, allowed: PRICES });
  if (isOnePrice(prices)) {
    const price = checkedPrice(subject, "price", prices);
    return () => price;
  }
  const table = new Map(Object.entries(prices).map(([name, price]) => [name, checkedPrice(subject, `prices.${name}`, price)]));
  return (name) => table.get(name);
}

// A table may have models of these names, but theirs are objects.
function isOnePrice({ input, output }: Record<string, unknown>): boolean {
  return [input, output].some((amount) => amount !== undefined && !isObject(amount));
}

function checkedPrice(subject: string, at: string, price: unknown): ModelPrice {
  checkOptions(subject, at, price, FIELDS);
  const { input, cached, output } = price as ModelPrice; // checked on the line above
  return Object.freeze({ input, ...(cached === undefined ? {} : { cached }), output });
}
