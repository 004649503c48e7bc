import { partsOf, stemOf, type Word } from "./words.ts";

/**
 * Words that documentation uses for one idea, the most telling word and the most telling idea first. They widen a
 * search and let a sentence about `priority` answer a question about what runs first. General programming words only:
 * no name of any package.
 */
const IDEAS: readonly (readonly string[])[] = [
  ["priority", "order", "first", "scheduled", "next", "last", "decide", "choose", "sort", "prioritize"],
  ["unique", "collision", "duplicate", "probability", "clash", "conflict"],
  ["secure", "safe", "random", "unpredictable", "cryptographic"],
  ["abort", "cancel", "stop", "signal", "interrupt", "kill"],
  ["error", "throw", "exception", "fail", "failure", "reject", "invalid"],
  ["interval", "rate", "second", "minute", "throttle"],
  ["limit", "maximum", "max", "cap", "concurrency", "minimum"],
  ["concurrency", "parallel", "simultaneous", "concurrent"],
  ["timeout", "milliseconds", "deadline", "expire", "duration"],
  ["create", "construct", "instantiate", "define", "generate", "build"],
  ["option", "setting", "configuration", "configure", "flag", "parameter"],
  ["validate", "parse", "check", "verify", "schema"],
  ["default", "initial", "unless"],
  ["install", "npm", "setup", "yarn"],
  ["remove", "delete", "clear", "discard"],
  ["event", "listener", "emit", "subscribe", "listen"],
  ["wait", "await", "pending", "settle", "resolve", "idle"],
  ["fast", "performance", "speed", "quick", "efficient", "benchmark"],
  ["size", "bytes", "small", "tiny", "big", "large", "length"],
  ["convert", "transform", "serialize", "coerce"],
  ["type", "inference", "infer", "typescript"],
  ["search", "query", "match", "find", "filter"],
  ["reproduce", "seed", "replay", "deterministic"],
  ["color", "format", "style", "ansi"],
  ["execute", "run", "start", "launch", "perform"],
];

const ideasByStem = new Map<string, number[]>();
IDEAS.forEach((words, idea) => {
  for (const word of words) {
    const stem = stemOf(word);
    ideasByStem.set(stem, [...(ideasByStem.get(stem) ?? []), idea]);
  }
});

/** True when two stems belong to one idea. */
export function sameIdea(one: string, other: string): boolean {
  const ideas = ideasByStem.get(one);
  return ideas !== undefined && (ideasByStem.get(other)?.some((idea) => ideas.includes(idea)) ?? false);
}

const MAX_RELATED = 3;

/** Words for the most telling idea among these keywords that are none of the keywords themselves, at most three. */
export function relatedTo(keywords: readonly Word[]): readonly string[] {
  const known = keywords.flatMap((keyword) => [keyword.stem, ...partsOf(keyword)]);
  const ideas = known.flatMap((stem) => ideasByStem.get(stem) ?? []);
  const words = IDEAS[Math.min(...ideas)] ?? [];
  return words.filter((word) => !known.includes(stemOf(word))).slice(0, MAX_RELATED);
}

/** True for a word that belongs to some idea. */
export function hasIdea({ stem }: Word): boolean {
  return ideasByStem.has(stem);
}
