import { wholeCharacters } from "../core/cut.ts";
import type { Message } from "../core/message.ts";
import type { TracedRequest } from "./requests.ts";

/** Where two requests part: the part of the request, and the text there in each; null where one of them has none. */
export interface RequestParting {
  readonly place: string | null;
  readonly then: string | null;
  readonly after: string | null;
}

/** The first place in which two requests differ, with both texts cut to where they do. */
export function partingOf(recorded: TracedRequest | null, now: TracedRequest | null): RequestParting {
  const [then, after] = [recorded, now].map(partsOf);
  const places = [...(then ?? new Map<string, string>()).keys(), ...(after ?? new Map<string, string>()).keys()];
  const place = places.find((each) => then?.get(each) !== after?.get(each)) ?? null;
  if (place === null) return { place, then: null, after: null };
  return { place, ...around(then?.get(place) ?? null, after?.get(place) ?? null) };
}

function partsOf(request: TracedRequest | null): ReadonlyMap<string, string> {
  if (request === null) return new Map();
  if (request.kind === "tool") return new Map([["name", request.name], ["arguments", JSON.stringify(request.arguments)]]);
  const messages = request.messages.map((message, index) => [`message ${index + 1} (${message.role})`, textOf(message)] as const);
  return new Map([...messages, ["tools", JSON.stringify(request.tools)], ["model", request.model]]);
}

function textOf({ content, toolCalls = [] }: Message): string {
  return toolCalls.length === 0 ? content : `${content} ${JSON.stringify(toolCalls)}`.trimStart();
}

const BEFORE = 30; // characters of what both have, so that a reader knows where it is

function around(then: string | null, after: string | null): Omit<RequestParting, "place"> {
  let shared = 0;
  while (then !== null && after !== null && shared < then.length && then[shared] === after[shared]) shared += 1;
  const from = Math.max(0, shared - BEFORE);
  const cut = (text: string | null): string | null => text && `${from === 0 ? "" : "…"}${wholeCharacters(text.slice(from, from + 400))}`;
  return { then: cut(then), after: cut(after) };
}
