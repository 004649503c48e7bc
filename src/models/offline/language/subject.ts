import { isStopWord } from "./keywords.ts";
import { looksLikeName, wordsOf } from "./words.ts";

const AUXILIARIES = new Set("do does did is are was were can could should would will has have may must".split(" "));
const ARTICLES = new Set(["a", "an", "the"]);
const PERSONS = new Set("one people someone".split(" "));
const GENERAL = new Set("use using used answer explain define describe tell questions question following work works".split(" "));

const HINT = / \(([^()]*)\)[?.!]*$/u;

/** A question without the subject that stands beside it in parentheses, and that subject; "" when there is none. */
export function withoutHint(question: string): { readonly bare: string; readonly hint: string } {
  const hint = HINT.exec(question)?.[1] ?? "";
  return { bare: question.replace(HINT, ""), hint };
}

/**
 * What a question is about, as a word or phrase of its own: a name such as `p-queue`, else the word after the
 * auxiliary ("what does nanoid ..."), else its last word after "in" or "with", else an identifier, else what is acted
 * on ("how do I pause a queue"). null when it has none. What stands beside it in parentheses is not looked at.
 */
export function subjectOf(question: string): string | null {
  const { bare } = withoutHint(question);
  return namedIn(bare) ?? identifierIn(bare) ?? objectIn(bare) ?? aloneIn(bare);
}

/** The single words a question binds its answer to: its name or actor, and its place; else its subject if that is one word. */
export function anchorsOf(question: string): readonly string[] {
  const { bare } = withoutHint(question);
  const anchors = [nameIn(bare) ?? actorIn(bare), placeIn(bare)].filter((anchor) => anchor !== null);
  const subject = subjectOf(question);
  return anchors.length > 0 || subject === null || subject.includes(" ") ? [...new Set(anchors)] : [subject];
}

/** The subject where it is one word that can be looked up by itself: a name, an actor or a place. */
export function namedIn(question: string): string | null {
  return nameIn(question) ?? actorIn(question) ?? placeIn(question);
}

/** The subject as the next question takes it over: "actor in xstate" where a place narrows it down, else the subject. */
export function wholeSubjectOf(question: string): string | null {
  const [subject, place] = [subjectOf(question), placeIn(question)];
  const isNarrowed = subject !== null && place !== null && subject === actorIn(question) && subject !== place;
  return isNarrowed ? `${subject} in ${place}` : subject;
}

const PACKAGE = /^@?[a-z0-9][a-z0-9._]*(?:[-/][a-z0-9._]+)+$/u;

function nameIn(question: string): string | null {
  return wordsOf(question).find(({ written }) => PACKAGE.test(written))?.written ?? null;
}

function identifierIn(question: string): string | null {
  return wordsOf(question).find(looksLikeName)?.written ?? null;
}

const MAX_OPENING_WORDS = 4;

/** The word after the auxiliary, when it is a thing: "how does nanoid", but not "how does it" or "how do I". */
function actorIn(question: string): string | null {
  const words = wordsOf(question);
  const auxiliary = words.slice(0, MAX_OPENING_WORDS).findIndex(({ key }) => AUXILIARIES.has(key));
  // "which of them can change": what stands before the auxiliary is the actor, and no word by itself.
  if (auxiliary < 0 || words.slice(1, auxiliary).some(isStopWord)) return null;
  const next = words.slice(auxiliary + 1).find(({ key }) => !ARTICLES.has(key));
  return next === undefined || isStopWord(next) || PERSONS.has(next.key) ? null : next.written;
}

const PLACE = / (?:in|with|of|from) ([\p{L}\p{N}_]+)[?.!:]*$/iu;
const OWNER = /(?<![\p{L}\p{N}_-])([\p{L}\p{N}_]+)['’]s /iu;

/** Where something is asked about: the last word after "in" or "with", else the owner in "zod's errors". */
function placeIn(question: string): string | null {
  const place = PLACE.exec(question)?.[1] ?? OWNER.exec(question)?.[1];
  return place === undefined || wordsOf(place).every(isStopWord) ? null : place;
}

const MAX_PHRASE_WORDS = 6;

/** What follows the verb of "how do I ...", up to six words. */
function objectIn(question: string): string | null {
  const match = /\b(?:do|can|could|should|would|may|must|to) (?:I |you |we |one )?\p{L}+ ([^,;:?!]+)/iu.exec(question);
  const words = (match?.[1] ?? "").replace(/\.+$/u, "").split(" ").filter((word) => word !== "");
  const phrase = words.slice(0, MAX_PHRASE_WORDS).join(" ");
  return wordsOf(phrase).every(isStopWord) ? null : phrase;
}

/** The thing of "About nanoid:" or "I use zod.", when only one word of it could be meant. */
function aloneIn(text: string): string | null {
  const words = wordsOf(text).filter((word) => !isStopWord(word) && !GENERAL.has(word.key));
  return words.length === 1 ? (words[0]?.written ?? null) : null;
}

/** True for a question of what somebody does: "how do I ...", "can we ...". */
export function isPersonal(question: string): boolean {
  return /\b(?:do|can|could|should|would|may|must) (?:I|you|we|one)\b/iu.test(question);
}

const PRONOUN = /\b(?:it|its|they|them|their)\b/iu;
const PLURAL = /\b(?:they|them|their)\b/iu;
const EMPTY_IT = /\b(?:is|was|does|would) it (?:possible|true|make sense|safe to|better|worth|necessary)\b/iu;

/** The question with its dangling pronoun replaced by the subject of the one before; unchanged when nothing dangles. */
export function withSubject(question: string, subject: string | null): string {
  if (subject === null || !PRONOUN.test(question) || EMPTY_IT.test(question)) return question;
  if (nameIn(question) !== null || actorIn(question) !== null) return question;
  // "them" after "p-queue" means something of it that is not named: the pronoun stays and the subject stands beside it.
  if (subject.includes(" ") || PLURAL.test(question)) return beside(question, subject);
  return question.replace(PRONOUN, (pronoun) => (pronoun.toLowerCase() === "its" ? `${subject}'s` : subject));
}

/** The question with what the ones before it, or the statements around it, are about, when it names nothing itself. */
export function withTopic(question: string, topic: string | null): string {
  if (topic === null || nameIn(question) !== null || placeIn(question) !== null) return question;
  return question.toLowerCase().includes(topic.toLowerCase()) ? question : beside(question, topic);
}

function beside(question: string, subject: string): string {
  return `${question.replace(/[?.!]+$/u, "")} (${subject})?`;
}
