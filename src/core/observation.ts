import { types } from "node:util";
import { cutInTheMiddle } from "./cut.ts";
import { describeError, inspected, isError } from "./describe.ts";
import { isObject } from "./json.ts";
import type { StopReason } from "./outcome.ts";
import type { ToolResult } from "./tool.ts";

/** The observation formatter: every text a tool, a specialist or a refusal hands back to the model is made here. */

/**
 * A result as text: text as it is, what JSON can carry as JSON, anything else as `util.inspect` shows it, without
 * stacks. Never throws.
 */
export function resultText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  try {
    if (isError(value)) return describeError(value);
    const carried = carriedByJson(value) ? JSON.stringify(value) : undefined;
    return carried ?? inspected(value);
  } catch (error) {
    return inspectedOr(value, error);
  }
}

function carriedByJson(value: unknown): boolean {
  let carried = true;
  JSON.stringify(value, function check(this: unknown, key: string, inner: unknown): unknown {
    // A Date has become text here; the holder still has the value that JSON would lose.
    const held = isObject(this) || Array.isArray(this) ? (this as Record<string, unknown>)[key] : inner;
    if (isLostByJson(held) || isLostByJson(inner)) carried = false;
    return carried ? inner : undefined;
  });
  return carried;
}

function isLostByJson(value: unknown): boolean {
  switch (typeof value) {
    case "bigint":
    case "function":
    case "symbol":
      return true;
    case "number":
      return !Number.isFinite(value);
    case "object":
      return isLostObject(value);
    default:
      return false;
  }
}

function isLostObject(value: object | null): boolean {
  if (value === null) return false;
  if (types.isDate(value)) return Number.isNaN(value.getTime());
  if (typeof (value as { toJSON?: unknown }).toJSON === "function" && !Buffer.isBuffer(value)) return false;
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return true;
  return types.isMap(value) || types.isSet(value) || types.isRegExp(value) || types.isPromise(value) || isError(value);
}

function inspectedOr(value: unknown, error: unknown): string {
  try {
    return inspected(value);
  } catch {
    return describeError(error);
  }
}

/** True for a value of the shape `{ text, artifacts: [...] }`, by which a tool hands over bytes. */
export function isToolResult(value: unknown): value is ToolResult {
  try {
    return isObject(value) && typeof value.text === "string" && Array.isArray(value.artifacts);
  } catch {
    return false; // a getter that throws: the formatter can still show such a value
  }
}

const FAILURE = "AgentToolError: ";

/** `unknown tool 'ghost'; available: a, b`, sorted. */
export function unknownToolText(name: string, available: readonly string[]): string {
  return `unknown tool '${name}'; available: ${[...available].sort().join(", ") || "none"}`;
}

/** `AgentToolError: invalid arguments for get_weather: city: ...`, on one line. */
export function invalidArgumentsText(name: string, problem: string): string {
  return `${FAILURE}invalid arguments for ${name}: ${problem}`;
}

/** What the model reads of a call that a ceiling kept from running, when it is asked once more. */
export function notRunText(reason: StopReason): string {
  return `${FAILURE}not run: ${reason}`;
}

/** `AgentToolError: slow did not finish within 5 s`. */
export function timedOutText(name: string, seconds: number): string {
  return `${FAILURE}${name} did not finish within ${seconds} s`;
}

/** `AgentToolError: delete_all was not approved: <reason>`. */
export function notApprovedText(name: string, reason: string): string {
  return `${FAILURE}${name} was not approved: ${reason}`;
}

/** `AgentToolError: delegation refused: <reason>. Answer with what you have.` */
export function refusedText(reason: string): string {
  return `${FAILURE}delegation refused: ${reason}. Answer with what you have.`;
}

/** A specialist's conclusion as its parent's model reads it; `producedText` follows where there are artifacts. */
export function conclusionText(stopReason: StopReason, conclusion: string): string {
  const mark = stopReason === "completed" ? "" : `[stopped: ${stopReason}] `;
  return `${mark}${conclusion === "" ? "(the sub-agent produced no answer)" : conclusion}`;
}

/** A blank line and `Produced: a, b`: what follows a conclusion whose specialist shared artifacts. */
export function producedText(names: readonly string[]): string {
  return `\n\nProduced: ${names.join(", ")}`;
}

/** `AgentToolError: no skill named 'zz'; available: a, b`. */
export function unknownSkillText(name: string, available: readonly string[]): string {
  return `${FAILURE}no skill named '${name}'; available: ${available.join(", ")}`;
}

/** What a run's output, or an observation, says instead of what a guardrail blocked. */
export function blockedText(category: string): string {
  return `blocked by moderation (${category})`;
}

/** `AgentToolError: blocked by moderation (<category>)`: a tool call, or its result, that a guardrail blocked. */
export function blockedCallText(category: string): string {
  return `${FAILURE}${blockedText(category)}`;
}

/**
 * A long text as the model reads it: its beginning and end, and a note that says how to read the rest. Never longer than
 * `maxChars`.
 */
export function cutForPaging(text: string, maxChars: number, artifact: string): string {
  const how = `read_artifact({ "name": ${JSON.stringify(artifact)}, "from": <character> })`;
  const note = `\n(cut; all ${text.length} characters are kept: ${how})`;
  return note.length >= maxChars ? cutInTheMiddle(text, maxChars) : cutInTheMiddle(text, maxChars - note.length) + note;
}

/** One page of a text artifact, and where the next one begins. */
export function pageText(page: string, { from, of }: { readonly from: number; readonly of: number }): string {
  const to = from + page.length;
  if (page === "") return `(nothing from character ${from} on; the text has ${of})`;
  return `${page}\n(characters ${from} to ${to} of ${of}${to < of ? `; the next page begins at ${to}` : ""})`;
}

/** What follows a tool's result when an artifact of its name existed already. */
export function renamedText(name: string, kept: string): string {
  return `\n(artifact '${name}' exists already; kept as '${kept}')`;
}
