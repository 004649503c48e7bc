import { isObject, type JsonValue } from "../core/json.ts";

/** A JSON value the way Python prints it: `{'key': 'base', 'value': 120, 'rates': [0.15, None, True]}`. One line. */
export function pythonText(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return pythonString(value);
    case "number":
      return pythonNumber(value);
    case "boolean":
      return value ? "True" : "False";
    default:
      return pythonContainer(value);
  }
}

function pythonContainer(value: JsonValue): string {
  if (value === null) return "None";
  if (!isObject(value)) return `[${(value as readonly JsonValue[]).map(pythonText).join(", ")}]`; // only a list is left
  const entries = Object.entries(value as Record<string, JsonValue>);
  return `{${entries.map(([key, inner]) => `${pythonString(key)}: ${pythonText(inner)}`).join(", ")}}`;
}

// JSON text of this size has an exponent, which Python reads as a float; smaller whole numbers it reads as an int.
const LEAST_WITH_EXPONENT = 1e21;

function pythonNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < LEAST_WITH_EXPONENT ? String(value) : pythonFloat(value);
}

/** A number the way Python prints a float: `18.0`, `0.15`, `1e-05`, `1e+16`. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const [digits = "", power = "0"] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? "-" : "+";
    return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

const WITH_A_LETTER: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const NOT_PRINTABLE = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A text in quotes, as Python's `repr` writes it: double quotes only around a text that has single ones alone. */
export function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(NOT_PRINTABLE, escapedCharacter);
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 0xff) return WITH_A_LETTER[character] ?? `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
