import { asksSomething, asQuestion, clausesOf, sentencesIn, type Clause } from "./clauses.ts";
import { isEmptyOfSubject } from "./keywords.ts";
import { subjectOf, withSubject, withTopic } from "./subject.ts";
import { wordsOf } from "./words.ts";

/**
 * The questions of a goal, in its order, each once and able to stand alone. A goal splits at question marks,
 * semicolons, list items and ", and how ..."; statements around the questions only lend their subject. A goal without
 * anything that looks like a question is one question; a blank one has none.
 */
export function questionsIn(goal: string): readonly string[] {
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

function selfContained(clauses: readonly Clause[]): readonly string[] {
  const questions: string[] = [];
  let topic: string | null = null; // what statements are about
  let subject: string | null = null; // what the last question or statement is about
  for (const clause of clauses) {
    if (!asksSomething(clause)) {
      topic = subjectOf(clause.text) ?? topic;
      subject = topic;
    } else if (!isEmptyOfSubject(clause.text) || !joinedToLast(questions, clause.text)) {
      const carried = withSubject(clause.text, subject);
      const isWhole = carried === clause.text;
      questions.push(asQuestion(isWhole ? withTopic(carried, topic) : carried));
      if (isWhole) subject = within(subjectOf(clause.text), topic) ?? subject;
    }
  }
  return questions;
}

function within(subject: string | null, topic: string | null): string | null {
  return subject === null || topic === null || subject.includes(topic) ? subject : `${subject}, ${topic}`;
}

/** "... and why?" asks about the question before it and stays with it. */
function joinedToLast(questions: string[], text: string): boolean {
  const last = questions.pop();
  if (last === undefined) return false;
  questions.push(asQuestion(`${last.replace(/[.?!]+$/u, "")}, and ${text.charAt(0).toLowerCase()}${text.slice(1)}`));
  return true;
}

const MAX_GOAL_CHARS = 4_000; // a question is cut at a tenth of this; the rest is room for white space

function wholeGoal(goal: string): readonly string[] {
  const text = asQuestion(goal.trim().slice(0, MAX_GOAL_CHARS).replace(/\s+/gu, " ").trim());
  return text === "" ? [] : [text];
}

function distinct(questions: readonly string[]): readonly string[] {
  return [...new Map(questions.map((question) => [question.toLowerCase(), question])).values()];
}
