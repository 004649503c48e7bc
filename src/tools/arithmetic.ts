import type { Parser } from "expr-eval-fork";
import { AgentToolError } from "../index.ts";

type ParserConstructor = typeof Parser;

const UNARY = [
  ..."sqrt cbrt exp ln log2 log10 abs sign round floor ceil trunc".split(" "),
  ..."sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh".split(" "),
];
const FUNCTIONS = ["min", "max", "pow", "hypot", "atan2", "roundTo", "if"];
const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, PI: Math.PI, e: Math.E, E: Math.E };
const OPERATORS = ["-", "+", "!", "not"]; // those that stand before or behind one value
const WORD_OPERATORS = ["not", "and", "or"];
const NAMES: ReadonlySet<string> = new Set([...UNARY, ...FUNCTIONS, ...Object.keys(CONSTANTS), ...WORD_OPERATORS]);

const OTHER_SIGNS: Readonly<Record<string, string>> = { "×": "*", "·": "*", "÷": "/", "−": "-", "**": "^" };
const NUMBER_OR_NAME = /(?:0x[0-9a-f]+|0b[01]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|([a-z_]\w*)/giu;
const FOREIGN = /[^\w\s.,()+\-*/%^!?:<>=]|\/\*/u; // the parser would take what follows /* for a comment

/** The names that an expression may hold, in the order a reader looks for them. */
export const KNOWN_NAMES: readonly string[] = [...UNARY, ...FUNCTIONS, "pi", "e"];

/**
 * What an expression of numbers comes to. Throws `AgentToolError` for anything that is no such expression and for a
 * result that is no finite number. Nothing in an expression repeats or defines anything, so it takes no longer than
 * its length allows.
 */
export function resultOf(expression: string, Parser: ParserConstructor): number {
  const normal = expression.replace(/[×·÷−]|\*\*/gu, (sign) => OTHER_SIGNS[sign] ?? sign);
  checkSigns(normal);
  const value = evaluated(parserOf(Parser), normal);
  if (typeof value !== "number") throw new AgentToolError(`the result is no number${typeof value === "boolean" ? ` but ${value}` : ""}`);
  if (Number.isNaN(value)) throw new AgentToolError("the result is no number: 0/0 or the root of a negative number, say");
  if (!Number.isFinite(value)) throw new AgentToolError("the result is no finite number: too large, or divided by 0");
  return value;
}

/** Refuses what the parser might otherwise look up somewhere: texts, lists, and names that every object inherits. */
function checkSigns(expression: string): void {
  const foreign = FOREIGN.exec(expression)?.[0];
  if (foreign !== undefined) throw new AgentToolError(`'${foreign}' has no place in a calculation`);
  for (const [, name] of expression.matchAll(NUMBER_OR_NAME)) {
    if (name !== undefined && !NAMES.has(name)) throw new AgentToolError(`unknown name '${name}'; known: ${KNOWN_NAMES.join(", ")}`);
  }
}

function evaluated(parser: Parser, expression: string): unknown {
  try {
    return parser.parse(expression).evaluate();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AgentToolError(`this is no expression that can be calculated: ${reason.replace(/\s+/gu, " ")}`);
  }
}

function parserOf(Parser: ParserConstructor): Parser {
  const operators = { assignment: false, fndef: false, array: false, concatenate: false, in: false, random: false };
  const parser = new Parser({ allowMemberAccess: false, operators });
  parser.unaryOps = only(parser.unaryOps as Operations, [...UNARY, ...OPERATORS]); // its own type says nothing
  parser.functions = only(parser.functions as Operations, FUNCTIONS);
  parser.consts = Object.assign(Object.create(null) as object, CONSTANTS);
  return parser;
}

type Operations = Readonly<Record<string, unknown>>;

function only(operations: Operations, names: readonly string[]): Operations {
  const kept = Object.create(null) as Record<string, unknown>; // inherits no name
  for (const name of names) kept[name] = operations[name];
  return kept;
}

/** A number as text: whole ones exactly, others to 15 digits, which hides what halves of binary fractions leave over. */
export function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  const text = String(Number(value.toPrecision(15)));
  return Number.isInteger(value) ? `about ${text}` : text;
}
