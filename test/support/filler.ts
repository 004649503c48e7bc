import type { Chance } from "./chance.ts";

const SUBJECTS = [
  "The retry queue",
  "Each worker",
  "The cache",
  "A late reply",
  "The second source",
  "This release",
  "The index",
  "No document",
];
const VERBS = ["keeps", "drops", "explains", "contradicts", "measures", "repeats", "confirms", "limits"];
const OBJECTS = [
  "the order of calls",
  "its own deadline",
  "every reservation",
  "the first answer",
  "what was asked",
  "the slowest step",
  "half of the load",
];
const ENDINGS = [
  "under load",
  "since March",
  "in all four regions",
  "unless it is told otherwise",
  "after a restart",
  "by a wide margin",
];
const TOPICS = [
  "retries",
  "deadlines",
  "back-pressure",
  "leader election",
  "cache warming",
  "billing",
  "rate limits",
  "time zones",
  "idempotency",
  "schema changes",
];

/** One sentence. */
export function sentence(chance: Chance): string {
  return `${chance.pick(SUBJECTS)} ${chance.pick(VERBS)} ${chance.pick(OBJECTS)} ${chance.pick(ENDINGS)}.`;
}

/** Sentences, until there are at least `characters` of them. */
export function prose(chance: Chance, characters: number): string {
  let text = sentence(chance);
  while (text.length < characters) text += ` ${sentence(chance)}`;
  return text;
}

/** What an agent might be asked. */
export function question(chance: Chance): string {
  return `How do ${chance.pick(TOPICS)} and ${chance.pick(TOPICS)} fit together?`;
}

/** What a search might look for; there are few, so that some searches repeat. */
export function topic(chance: Chance): string {
  return chance.pick(TOPICS);
}
