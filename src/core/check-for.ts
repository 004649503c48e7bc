import type { z } from "zod";
import { isObject } from "./json.ts";

/** Whether a value is what a schema accepts. */
export type Check = (value: unknown) => boolean;

type Schema = z.core.$ZodType;
type Known = z.core.$ZodTypes["_zod"]["def"];

/**
 * A check for what a schema accepts as it is, made from the schema itself. Unlike zod's own it copies nothing and says
 * nothing, which for a large value takes a fraction of the time and of the memory. Throws `Error` for a schema with
 * parts that it does not know: it knows objects, lists, records, unions, plain values and numbers with a least value.
 */
export function checkFor(schema: Schema): Check {
  return new Checks().of(schema);
}

class Checks {
  readonly #made = new Map<Schema, Check>();

  of(schema: Schema): Check {
    const made = this.#made.get(schema);
    if (made) return made;
    let check: Check | null = null;
    this.#made.set(schema, (value) => (check as Check)(value)); // for a schema that holds itself; made by the time it is called
    check = this.#checkOf(schema._zod.def as Known);
    this.#made.set(schema, check);
    return check;
  }

  #checkOf(def: Known): Check {
    switch (def.type) {
      case "string":
        return plain(def, (value) => typeof value === "string");
      case "boolean":
        return plain(def, (value) => typeof value === "boolean");
      case "null":
        return plain(def, (value) => value === null);
      case "number":
        return numberCheck(def);
      case "literal":
        return memberCheck(plainly(def).values);
      case "enum":
        return memberCheck(Object.values(plainly(def).entries));
      case "nullable":
        return nullableCheck(this.of(plainly(def).innerType));
      case "readonly":
        return this.of(plainly(def).innerType);
      case "lazy":
        return this.of(plainly(def).getter());
      case "array":
        return listCheck(this.of(plainly(def).element));
      case "record":
        return recordCheck(this.of(plainly(def).keyType), this.of(def.valueType));
      case "union":
        return anyCheck(plainly(def).options.map((option) => this.of(option)));
      case "object":
        return this.#objectCheck(plainly(def));
      default:
        throw unknownPart(def);
    }
  }

  #objectCheck({ shape, catchall, type }: Extract<Known, { type: "object" }>): Check {
    if (catchall) throw unknownPart({ type });
    return fieldsCheck(Object.entries(shape).map(([name, schema]) => this.#fieldOf(name, schema)));
  }

  #fieldOf(name: string, schema: Schema): Field {
    const def = schema._zod.def as Known;
    if (def.type !== "optional") return { name, check: this.of(schema), mayLack: false };
    const inner = this.of(plainly(def).innerType);
    const isExact = schema._zod.traits.has("$ZodExactOptional");
    return { name, check: isExact ? inner : (value) => value === undefined || inner(value), mayLack: true };
  }
}

interface Field {
  readonly name: string;
  readonly check: Check;
  readonly mayLack: boolean;
}

function fieldsCheck(fields: readonly Field[]): Check {
  return (value) => {
    if (!isObject(value)) return false;
    for (const { name, check, mayLack } of fields) {
      if (!check(value[name]) && !(mayLack && !(name in value))) return false;
    }
    return true;
  };
}

function listCheck(element: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value as readonly unknown[]) if (!element(item)) return false; // `every` would pass over gaps
    return true;
  };
}

function recordCheck(key: Check, inner: Check): Check {
  return (value) => {
    if (!isPlain(value)) return false;
    for (const name of Object.keys(value)) if (!key(name) || !inner(value[name])) return false;
    return true;
  };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function nullableCheck(inner: Check): Check {
  return (value) => value === null || inner(value);
}

function anyCheck(checks: readonly Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

function memberCheck(members: readonly unknown[]): Check {
  const set = new Set(members);
  return (value) => set.has(value);
}

function numberCheck(def: Extract<Known, { type: "number" }>): Check {
  let least = -Infinity;
  let isWhole = false;
  for (const check of def.checks ?? []) {
    const rule = check._zod.def as z.core.$ZodChecks["_zod"]["def"];
    if (rule.check === "greater_than" && rule.inclusive && typeof rule.value === "number") least = Math.max(least, rule.value);
    else if (rule.check === "number_format" && rule.format === "safeint") isWhole = true;
    else throw unknownPart({ type: `number (${rule.check})` });
  }
  if (isWhole) return (value) => Number.isSafeInteger(value) && (value as number) >= least;
  return (value) => Number.isFinite(value) && (value as number) >= least;
}

function plain(def: Known, check: Check): Check {
  plainly(def);
  return check;
}

// A rule that hangs on a schema is code, and what it changes is unknown.
function plainly<Def extends Known>(def: Def): Def {
  if ((def.checks ?? []).length > 0) throw unknownPart({ type: `${def.type} with rules` });
  return def;
}

function unknownPart({ type }: { readonly type: string }): Error {
  return new Error(`a schema of type ${type} is not known here; allowed: what a trace is made of`);
}
