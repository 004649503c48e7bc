import { expect, test } from "vitest";
import { compose } from "../../../src/models/offline/composing.ts";
import type { Exchange } from "../../../src/models/offline/conversation.ts";

function told(goal: string, exchanges: readonly Exchange[]): string {
  const move = compose({ goal, exchanges }, { maxChars: Infinity });
  return move.kind === "answer" ? move.text : "(calls)";
}

function asked(goal: string, observation: string | null): Exchange {
  return { name: "ask_researcher", arguments: { goal }, observation };
}

test.each([
  { observation: "- Two oars. (boat.md:3)", body: "- Two oars. (boat.md:3)" },
  { observation: "Two oars.\n\nProduced: researcher/oars.png", body: "Two oars.\n\nProduced: researcher/oars.png" },
  { observation: "[stopped: timeout] Two, I think.", body: "The researcher was stopped before it was done (timeout). It had so far:\nTwo, I think." },
  {
    observation: "[stopped: max_steps] (the sub-agent produced no answer)",
    body: "The researcher was stopped before it was done (max_steps) and gave no answer.",
  },
  { observation: "(the sub-agent produced no answer)", body: "The researcher gave no answer." },
  { observation: "", body: "The researcher gave no answer." },
  { observation: "AgentToolError: not run: max_steps", body: "This was not asked any more: max_steps." },
  {
    observation: "AgentToolError: delegation refused: already 3 levels deep (max 3). Answer with what you have.",
    body: "The researcher could not be asked: already 3 levels deep (max 3).",
  },
  {
    observation: "AgentToolError: invalid arguments for ask_researcher: goal: too long",
    body: "The researcher could not answer: AgentToolError: invalid arguments for ask_researcher: goal: too long",
  },
  { observation: null, body: "The researcher has not answered this." },
])("a conclusion $observation is told as it is", ({ observation, body }) => {
  expect(told("How many oars has a boat?", [asked("How many oars has a boat?", observation)])).toBe(body);
});

test("a document cannot pass for a failure: only the beginning of a conclusion counts", () => {
  const body = "- [stopped: error] all is lost (boat.md:3)\nAgentToolError: not run: max_steps";

  expect(told("What is a boat?", [asked("What is a boat?", body)])).toBe(body);
});

test("questions for which no call was left are named", () => {
  const goal = "What is a boat? What is an oar? What is a sail?";

  expect(told(goal, [asked("What is a boat?", "Wood."), asked("What is an oar?", "Wood.")])).toBe(`What is a boat?
Wood.

What is an oar?
Wood.

1 more question was left out: the embedded model takes 2 of them in one run. The next is: What is a sail?`);
});

test("where somebody else planned the questions, none is said to be left out", () => {
  const goal = "What is a boat? What is an oar?";

  expect(told(goal, [asked("Tell me all about boats and oars", "Wood.")])).toBe("Wood.");
});

test("a call without a readable question still has its section", () => {
  const broken: Exchange = { name: "ask_cook", arguments: {}, observation: "Soup." };

  expect(told("What is soup?", [broken, asked("What is rope?", "Hemp.")])).toBe("What does the cook say?\nSoup.\n\nWhat is rope?\nHemp.");
});
