import { wholeCharacters } from "../../../core/cut.ts";
import { asksSomething, asQuestion, clausesOf, sentencesIn, type Clause } from "./clauses.ts";
import { isEmptyOfSubject } from "./keywords.ts";
import { isPersonal, namedIn, subjectOf, wholeSubjectOf, withSubject, withTopic } from "./subject.ts";
import { wordsOf } from "./words.ts";

const MAX_END_CHARS = 16_000;

/** How many characters of a goal are looked at: half from its beginning, half from its end, where a long text often asks. */
export const MAX_GOAL_CHARS = 2 * MAX_END_CHARS;

function lookedAt(goal: string): string {
  if (goal.length <= MAX_GOAL_CHARS) return goal;
  return `${wholeCharacters(goal.slice(0, MAX_END_CHARS))}\n\n${goal.slice(-MAX_END_CHARS).replace(/^[\uDC00-\uDFFF]/u, "")}`;
}

/**
 * The questions of a goal, in its order, each once and able to stand alone. A goal splits at question marks,
 * semicolons, list items and ", and how ..."; statements around the questions only lend their subject. A goal without
 * anything that looks like a question is one question; a blank one has none. Of a goal longer than `MAX_GOAL_CHARS`
 * only its beginning and end are looked at.
 */
export function questionsIn(whole: string): readonly string[] {
  const goal = lookedAt(whole);
  const clauses = linesOf(goal).flatMap(sentencesIn).flatMap(clausesOf).filter(({ text }) => wordsOf(text).length > 0);
  return clauses.some(asksSomething) ? distinct(selfContained(clauses)) : wholeGoal(goal);
}

const LIST_ITEM = /^ ?(?:\(?\d{1,4}[.)]|[-*•–]) (?=.)/u;

/** Paragraphs and list items, each on one line; a list item is a clause of its own, whatever it looks like. */
function linesOf(goal: string): readonly Clause[] {
  const lines: { text: string; isItem: boolean }[] = [];
  let isContinued = false;
  for (const raw of withItemsOnLines(goal).split("\n")) {
    const isItem = LIST_ITEM.test(raw);
    const last = lines.at(-1);
    const isBlank = raw.trim() === "";
    if (isContinued && !isItem && !isBlank && last) last.text += ` ${raw.trim()}`;
    else if (!isBlank) lines.push({ text: raw.replace(LIST_ITEM, "").trim(), isItem });
    isContinued = !isBlank;
  }
  return lines;
}

/** Folds white space and puts "1. this 2. that" of a running text onto lines of their own. */
function withItemsOnLines(goal: string): string {
  const folded = goal.replace(/\r\n?/gu, "\n").replace(/[^\S\n]+/gu, " ");
  const hasRunningList = /(?:^|[\s:])\(?1[.)] /u.test(folded) && / \(?2[.)] /u.test(folded);
  return hasRunningList ? folded.replace(/(^|[ :])(\(?\d{1,4}[.)] )/gu, "$1\n$2") : folded;
}

/** What is carried from one clause to the next. */
interface Carried {
  /** What the statements are about: it holds for every question that names nothing itself. */
  readonly topic: string | null;
  /** What the last clause is about: it stands in for a pronoun. */
  readonly subject: string | null;
  /** What the last question named: it holds for "how do I ..." that names nothing. */
  readonly named: string | null;
}

function selfContained(clauses: readonly Clause[]): readonly string[] {
  const questions: string[] = [];
  let carried: Carried = { topic: null, subject: null, named: null };
  for (const clause of clauses) {
    if (!asksSomething(clause)) {
      const topic = subjectOf(clause.text) ?? carried.topic;
      carried = { topic, subject: topic, named: null };
    } else if (!isEmptyOfSubject(clause.text) || !joinedToLast(questions, clause.text)) {
      questions.push(asQuestion(completed(clause.text, carried)));
      carried = carriedFrom(clause.text, carried);
    }
  }
  return questions;
}

function completed(text: string, { topic, subject, named }: Carried): string {
  const whole = withSubject(text, subject);
  if (whole !== text) return whole;
  return withTopic(text, topic ?? (isPersonal(text) ? named : null));
}

function carriedFrom(text: string, before: Carried): Carried {
  const { topic, subject, named } = before;
  if (withSubject(text, subject) !== text) return before;
  const own = wholeSubjectOf(text);
  const isWithin = own === null || topic === null || own.includes(topic);
  return { topic, subject: (isWithin ? own : `${own}, ${topic}`) ?? subject, named: namedIn(text) ?? named };
}

/** "... and why?" asks about the question before it and stays with it. */
function joinedToLast(questions: string[], text: string): boolean {
  const last = questions.pop();
  if (last === undefined) return false;
  const more = asQuestion(text);
  questions.push(asQuestion(`${last.replace(/[.?!]+$/u, "")}, and ${more.charAt(0).toLowerCase()}${more.slice(1)}`));
  return true;
}

const MAX_WHOLE_CHARS = 4_000; // a question is cut at a tenth of this; the rest is room for white space

function wholeGoal(goal: string): readonly string[] {
  const text = asQuestion(goal.trim().slice(0, MAX_WHOLE_CHARS).replace(/\s+/gu, " ").trim());
  return text === "" ? [] : [text];
}

function distinct(questions: readonly string[]): readonly string[] {
  return [...new Map(questions.map((question) => [question.toLowerCase(), question])).values()];
}
