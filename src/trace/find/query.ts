import { wordsOfQuery, type Word } from "./words.ts";

/** The fields whose value is looked for in a text, whatever its case. */
export const TEXT_FIELDS = ["agent", "tool", "model", "error", "goal", "id"] as const;

/** The fields that have one of a few values. */
export const CHOICES = {
  kind: ["model", "tool", "agent"],
  outcome: ["answered", "empty", "partial", "refused", "failed", "blocked", "timed_out", "cancelled", "open"],
  is: ["open", "failed", "estimated", "retried"],
} as const;

/** The fields that are numbers and are compared: `ms`, `queued` are milliseconds; `tokens`, `cost` count everyone below. */
export const NUMBER_FIELDS = ["depth", "ms", "queued", "tokens", "cost"] as const;

/** A field whose value is looked for in a text. */
export type TextField = (typeof TEXT_FIELDS)[number];

/** A field that has one of a few values. */
export type ChoiceField = keyof typeof CHOICES;

/** A field that is a number. */
export type NumberField = (typeof NUMBER_FIELDS)[number];

/** How a number is compared with the one that is given. */
export type Comparison = ">" | "<" | ">=" | "<=" | "=";

/** One condition of a query. Texts are in small letters. */
export type Condition =
  | { readonly type: "anywhere"; readonly text: string }
  | { readonly type: "text"; readonly field: TextField; readonly text: string }
  | { readonly type: "choice"; readonly field: ChoiceField; readonly value: string }
  | { readonly type: "number"; readonly field: NumberField; readonly comparison: Comparison; readonly value: number };

/** A condition, or its opposite. */
export interface Term {
  readonly condition: Condition;
  readonly negated: boolean;
}

/** What is wrong with a query: which part of it, and what is allowed instead. */
export interface QueryProblem {
  readonly part: string;
  readonly allowed: string;
}

/** A query that was understood: a step is found when all terms hold. Or the first thing that is wrong with it. */
export type Query = { readonly ok: true; readonly terms: readonly Term[] } | { readonly ok: false; readonly problem: QueryProblem };

/**
 * Reads a query: words with spaces between them, all of which must hold. `field:value`, `field>number` and the like ask
 * for a field; any other word is looked for in every text of a step. `"quotes"` keep spaces and colons together, inside
 * them `\"` is a quote and `\\` a backslash; a `-` in front turns a word into its opposite. An empty query finds every
 * step. Never throws.
 */
export function readQuery(text: string): Query {
  const split = wordsOfQuery(text);
  if (split.unclosed) {
    return { ok: false, problem: { part: split.unclosed, allowed: 'a text between two quotes ("); a quote inside it is written \\"' } };
  }
  const terms: Term[] = [];
  for (const word of split.words) {
    const read = conditionOf(word);
    if ("allowed" in read) return { ok: false, problem: read };
    terms.push({ condition: read, negated: word.negated });
  }
  return { ok: true, terms };
}

function conditionOf({ field, operator, value, written }: Word): Condition | QueryProblem {
  if (field === null) return value === "" ? { part: written, allowed: "a word after -" } : { type: "anywhere", text: value.toLowerCase() };
  if (isOneOf(TEXT_FIELDS, field)) return textCondition(field, { operator, value, written });
  if (isChoice(field)) return choiceCondition(field, { operator, value, written });
  if (isOneOf(NUMBER_FIELDS, field)) return numberCondition(field, { operator, value, written });
  return { part: written, allowed: `${ALL_FIELDS}; put a text that has a : < or > in quotes` };
}

type Asked = Pick<Word, "operator" | "value" | "written">;

const ALL_FIELDS =
  [...TEXT_FIELDS, ...Object.keys(CHOICES)].map((field) => `${field}:`).join(" ") +
  " " +
  NUMBER_FIELDS.map((field) => `${field}>`).join(" ");

// `error:` alone finds every step that has one.
function textCondition(field: TextField, { operator, value, written }: Asked): Condition | QueryProblem {
  if (operator !== ":" || (value === "" && field !== "error")) return { part: written, allowed: `${field}:some-text` };
  return { type: "text", field, text: value.toLowerCase() };
}

function choiceCondition(field: ChoiceField, { operator, value, written }: Asked): Condition | QueryProblem {
  const values: readonly string[] = CHOICES[field];
  const given = value.toLowerCase();
  if (operator !== ":" || !values.includes(given)) return { part: written, allowed: values.map((each) => `${field}:${each}`).join(" ") };
  return { type: "choice", field, value: given };
}

const NUMBER = /^\d+(?:\.\d+)?$/u;

function numberCondition(field: NumberField, { operator, value, written }: Asked): Condition | QueryProblem {
  if (!NUMBER.test(value)) return { part: written, allowed: `${field} with > < >= <= or = and a number of at least 0, as in ${field}>2` };
  return { type: "number", field, comparison: operator === ":" ? "=" : operator, value: Number(value) };
}

function isChoice(field: string): field is ChoiceField {
  return Object.hasOwn(CHOICES, field);
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name); // wider on purpose: any name may be asked about
}
