import { guardrail, type AgentDefinition, type GuardrailDefinition, type ScriptedReply } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, echo } from "../support/cast.ts";

type Checks = Omit<GuardrailDefinition, "name">;

/** A lead whose specialist is guarded by these checks. */
function guarded(name: string, checks: Checks, turns: readonly ScriptedReply[], rest: Partial<AgentDefinition> = {}) {
  const child = agent("child", turns, { tools: [echo], guardrails: [guardrail({ name: "guard", ...checks })], ...rest });
  return agent(name, [asks(ask("child")), "done"], { team: [child] });
}

const goalIn: ScriptedReply = ({ messages }) => `told: ${messages[1]?.content}`;
const later = <Value>(value: Value): Promise<Value> => Promise.resolve(value);

/** Guardrails of a specialist. */
export const guards: readonly RuntimeCase[] = [
  {
    title: "a guardrail puts another goal in the place of a specialist's",
    lead: guarded("goal-replaced", { goal: (goal) => later({ replace: `${goal} Be careful.` }) }, [goalIn]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = told: Help. Be careful.',
      '  chat "told: Help. Be careful."',
      'chat "done"',
    ],
  },
  {
    title: "a guardrail blocks a specialist's goal before any model is asked",
    lead: guarded("goal-blocked", { goal: () => ({ block: "violence" }) }, []),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      `ask_child {"goal":"Help."} blocked = [stopped: blocked] blocked by moderation (violence) ! guardrail 'guard' blocked the goal (violence)`,
      'chat "done"',
    ],
  },
  {
    title: "a guardrail beside the first turn blocks a specialist's goal",
    lead: guarded("goal-blocked-beside", { timing: "parallel", goal: () => later({ block: "violence" }) }, ["never read"]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      `ask_child {"goal":"Help."} blocked = [stopped: blocked] blocked by moderation (violence) ! guardrail 'guard' blocked the goal (violence)`,
      '  chat "" ! cancelled',
      'chat "done"',
    ],
  },
  {
    title: "a guardrail blocks a specialist's answer, whose text stands nowhere",
    lead: guarded("answer-blocked", {
      answer: (text) => (text.includes("forbidden") ? { block: "secrets" } : "allow"),
    }, [asks("echo"), "the forbidden word"]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      `ask_child {"goal":"Help."} blocked = [stopped: blocked] blocked by moderation (secrets) ! guardrail 'guard' blocked an answer (secrets)`,
      '  chat "" -> echo',
      "  echo {} = echoed",
      '  chat "" ! blocked by moderation (secrets)',
      'chat "done"',
    ],
  },
  {
    title: "a guardrail puts another answer in the place of a specialist's, in a cut run as well",
    lead: guarded(
      "answer-replaced",
      { answer: (text) => later({ replace: text.replaceAll("mean", "kind") }) },
      [{ text: "a mean half", ...asks("echo"), reasoning: "a mean thought" }],
      { budget: { maxSteps: 2 } },
    ),
    expected: [
      "completed: done",
      "0/1.0: maxSteps 2 of the budget",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} partial = [stopped: max_steps] a kind half',
      '  chat "a kind half" -> echo',
      "  echo {} = echoed",
      'chat "done"',
    ],
  },
  {
    title: "a guardrail blocks one tool call of a specialist and changes another",
    lead: guarded(
      "calls-guarded",
      {
        toolCall: ({ arguments: { text } }) => {
          if (text === "stop") return { block: "policy" };
          return text === "mean" ? later({ replace: { text: "kind" } }) : "allow";
        },
      },
      [asks(["echo", { text: "stop" }], ["echo", { text: "mean" }], ["echo", { text: "fine" }]), "found"],
    ),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> echo, echo, echo',
      '  echo {"text":"stop"} != AgentToolError: blocked by moderation (policy)',
      '  echo {"text":"kind"} = kind',
      '  echo {"text":"fine"} = fine',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a guardrail blocks what one tool says to a specialist and changes what another says",
    lead: guarded(
      "results-guarded",
      {
        toolResult: ({ text }) => {
          if (text === "secret") return later({ block: "secrets" });
          return text === "mean" ? { replace: "kind" } : "allow";
        },
      },
      [asks(["echo", { text: "secret" }], ["echo", { text: "mean" }], ["echo", { text: "fine" }]), "found"],
    ),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "" -> echo, echo, echo',
      '  echo {"text":"secret"} != AgentToolError: blocked by moderation (secrets)',
      '  echo {"text":"mean"} = kind',
      '  echo {"text":"fine"} = fine',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a guardrail that throws blocks, and says so without the text",
    lead: guarded("guard-throws", {
      answer: (text) => {
        throw new TypeError(`cannot read ${text}`);
      },
    }, ["the text"]),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      `ask_child {"goal":"Help."} blocked = [stopped: blocked] blocked by moderation (guardrail failed) ! guardrail 'guard' threw TypeError while it checked an answer`,
      '  chat "" ! blocked by moderation (guardrail failed)',
      'chat "done"',
    ],
  },
];
