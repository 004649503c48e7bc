import { stemOf, type Word } from "./words.ts";

/**
 * Words that documentation uses for one idea, the most telling first. They widen a search and let a sentence about
 * `priority` answer a question about what runs first. General programming words only: no name of any package.
 */
const IDEAS: readonly (readonly string[])[] = [
  ["priority", "order", "first", "scheduled", "next", "last", "sort", "prioritize"],
  ["execute", "run", "start", "launch", "perform"],
  ["unique", "collision", "duplicate", "probability", "clash", "conflict"],
  ["secure", "safe", "random", "unpredictable", "cryptographic"],
  ["abort", "cancel", "signal", "interrupt", "kill"],
  ["error", "throw", "exception", "fail", "failure", "reject", "invalid"],
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
  ["size", "length", "bytes", "small", "tiny"],
  ["convert", "transform", "serialize", "coerce"],
  ["type", "inference", "infer", "typescript"],
  ["search", "query", "match", "find", "filter"],
  ["reproduce", "seed", "replay", "deterministic"],
  ["color", "format", "style", "ansi"],
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

const WORDS_PER_IDEA = 2;

/** For each keyword the words of its ideas that the question does not have itself; empty for a word of no idea. */
export function relatedTo(keyword: Word, keywords: readonly Word[]): readonly string[] {
  const known = new Set(keywords.map(({ stem }) => stem));
  const words = (ideasByStem.get(keyword.stem) ?? []).flatMap((idea) => IDEAS[idea] ?? []);
  return [...new Set(words)].filter((word) => !known.has(stemOf(word))).slice(0, WORDS_PER_IDEA);
}
