import { describe, expect, test } from "vitest";
import { MAX_GOAL_CHARS, questionsIn } from "../../../../src/models/offline/language/questions.ts";

interface Row {
  readonly goal: string;
  readonly questions: readonly string[];
}

describe("a goal is split", () => {
  test.each<Row>([
    {
      goal: "How does p-queue decide which task runs first, and what does nanoid do about collisions?",
      questions: ["How does p-queue decide which task runs first?", "What does nanoid do about collisions?"],
    },
    { goal: "What is zod? Why is it fast?", questions: ["What is zod?", "Why is zod fast?"] },
    { goal: "What is zod, how does p-queue pause, why use vitest?", questions: ["What is zod?", "How does p-queue pause?", "Why use vitest?"] },
    { goal: "does zod parse dates; does zod parse maps", questions: ["Does zod parse dates?", "Does zod parse maps?"] },
    { goal: "Explain p-queue priorities and what happens when a task throws.", questions: ["Explain p-queue priorities.", "What happens when a task throws."] },
    { goal: "1. What is zod?\n2. what is xstate\n\n3) list the options of commander", questions: ["What is zod?", "What is xstate?", "List the options of commander."] },
    { goal: "Answer these: 1. what is zod 2. how big is nanoid", questions: ["What is zod?", "How big is nanoid?"] },
    { goal: "- zod schemas\n- p-queue timeouts", questions: ["zod schemas", "p-queue timeouts"] },
    { goal: "Como o p-queue decide a ordem, e o que o nanoid faz?", questions: ["Como o p-queue decide a ordem?", "O que o nanoid faz?"] },
    { goal: "zod はどう動く？nanoid は？", questions: ["zod はどう動く？", "nanoid は？"] },
  ])("$goal", ({ goal, questions }) => {
    expect(questionsIn(goal)).toEqual(questions);
  });
});

describe("a goal stays whole", () => {
  test.each<Row>([
    { goal: "Compare p-queue and p-limit.", questions: ["Compare p-queue and p-limit."] },
    { goal: "zod object strict", questions: ["zod object strict"] },
    { goal: "What does a queue, which has priority, do when it is full?", questions: ["What does a queue, which has priority, do when it is full?"] },
    { goal: "Which options does p-queue take, e.g. timeout?", questions: ["Which options does p-queue take, e.g. timeout?"] },
    { goal: "How does zod 4.1 differ from\nzod 3?", questions: ["How does zod 4.1 differ from zod 3?"] },
    { goal: "What is zod and why?", questions: ["What is zod and why?"] },
    { goal: "What is zod? And why?", questions: ["What is zod, and why?"] },
    { goal: "What is zod? what is zod?", questions: ["What is zod?"] },
    { goal: "My tasks fail. I use p-queue.", questions: ["My tasks fail. I use p-queue."] },
    { goal: " \n ", questions: [] },
    { goal: "?!", questions: ["?!"] },
  ])("$goal", ({ goal, questions }) => {
    expect(questionsIn(goal)).toEqual(questions);
  });
});

describe("a question that leans on another is made to stand alone", () => {
  test.each<Row>([
    { goal: "How does p-queue pause? And how do I resume it?", questions: ["How does p-queue pause?", "How do I resume p-queue?"] },
    { goal: "What is nanoid, and what are its limits?", questions: ["What is nanoid?", "What are nanoid's limits?"] },
    { goal: "Is nanoid secure and can its alphabet be changed?", questions: ["Is nanoid secure?", "Can nanoid's alphabet be changed?"] },
    { goal: "How can I check an email with zod, and how do I change its errors?", questions: ["How can I check an email with zod?", "How do I change zod's errors?"] },
    { goal: "What is an actor in xstate and how do I stop it?", questions: ["What is an actor in xstate?", "How do I stop it (actor in xstate)?"] },
    { goal: "Which options does p-queue take, and which of them can change?", questions: ["Which options does p-queue take?", "Which of them can change (p-queue)?"] },
    { goal: "How do I add a command in commander? How do I show help?", questions: ["How do I add a command in commander?", "How do I show help (commander)?"] },
    { goal: "I use xstate. How do I stop an actor?", questions: ["How do I stop an actor (xstate)?"] },
    { goal: "About p-queue: how do I pause it; what is its size", questions: ["How do I pause p-queue?", "What is p-queue's size?"] },
  ])("$goal", ({ goal, questions }) => {
    expect(questionsIn(goal)).toEqual(questions);
  });

  test.each<Row>([
    { goal: "How does p-queue pause? What does nanoid do when its alphabet is short?", questions: ["How does p-queue pause?", "What does nanoid do when its alphabet is short?"] },
    { goal: "What is zod? Is it possible to pause tasks?", questions: ["What is zod?", "Is it possible to pause tasks?"] },
    { goal: "What is zod? How do I pause a task with p-queue?", questions: ["What is zod?", "How do I pause a task with p-queue?"] },
  ])("and one that does not is left alone: $goal", ({ goal, questions }) => {
    expect(questionsIn(goal)).toEqual(questions);
  });
});

test("of a long goal the beginning and the end are looked at", () => {
  const middle = "What is oar? ".repeat(MAX_GOAL_CHARS);

  expect(questionsIn(`What is boat? ${middle}\n\nWhat is sail? ${"🚣 ".repeat(40)}`)[0]).toBe("What is boat?");
  expect(questionsIn(`${"word ".repeat(MAX_GOAL_CHARS)}\n\nWhat is sail?`)).toContain("What is sail?");
  expect(questionsIn(`What is boat?\n\n${"-".repeat(MAX_GOAL_CHARS)} What is oar? ${"-".repeat(MAX_GOAL_CHARS)}\n\nWhat is sail?`)).toEqual(["What is boat?", "What is sail?"]);
});

test("a question longer than 400 characters is cut between words", () => {
  const [question = ""] = questionsIn(`What is ${"a long word ".repeat(100)}?`);

  expect(question).toMatch(/^What is (?:a long word )+(?:a|a long|a long word)…$/u);
  expect(question.length).toBeLessThanOrEqual(400);
});
