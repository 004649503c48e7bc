import type { AnyActorRef } from "xstate";
import { DEFAULT_BUDGET } from "../core/budget.ts";
import { ROOT_PATH } from "../core/ids.ts";
import { agentMachine } from "./agent.ts";
import type { AgentInput, AgentLogic } from "./definition/contract.ts";
import { checkCanAnswer, checkedAgent, type Agent, type AgentDefinition } from "./definition/definition.ts";
import { instructionsFor } from "./definition/instructions.ts";
import { checkedOptions, type RunOptions } from "./definition/options.ts";
import { checkPrices } from "./definition/prices.ts";
import { checkReachable, scrubbedRegistries } from "./definition/reachable.ts";
import { registryOf } from "./definition/registry.ts";
import { agentBehind, rememberAgent } from "./definition/team.ts";
import type { Prepared } from "./engine/engine.ts";
import { rememberOpening, scopeOf, type Opening } from "./living.ts";

/**
 * Makes an agent: an XState actor logic that runs the think-act-observe machine. Give it to `run` or `start`, to
 * `createActor(agent, { input: { goal } })`, invoke or spawn it in any machine, or put it into another agent's team.
 *
 * Throws `DefinitionError` when a field is wrong. A team that is a function is read when a run starts: `run` rejects,
 * a bare actor ends `failed`. Stopping the actor, or leaving the state that invoked it, cancels everything below it.
 */
export function fromAgent(definition: AgentDefinition): AgentLogic {
  const agent = checkedAgent(definition);
  if (!isReadLater(agent)) registryOf(agent);
  checkPrices(agent, agent.budget.maxCost, (each) => (isReadLater(each) ? undefined : registryOf(each)));
  const logic = logicOf(agent);
  rememberAgent(logic, agent);
  return logic;
}

function isReadLater({ team }: Agent): boolean {
  return typeof team === "function";
}

/** Checks everything about a run before it starts. Throws `DefinitionError`. */
export function prepare(logic: AgentLogic, goal: unknown, options: RunOptions): Prepared {
  const agent = agentBehind(logic) as Agent; // `fromAgent` remembers every logic it makes
  const checked = checkedOptions(goal, options, agent.budget);
  if (checked.returns) checkCanAnswer(agent);
  const registries = checkReachable(agent);
  checkPrices(agent, checked.budget.maxCost ?? checked.pool.maxCost, (each) => registries.get(each));
  const scrubbed = scrubbedRegistries(registries, checked.scrub);
  return { agent, goal: goal as string, options: checked, registries: scrubbed }; // `checkedOptions` refuses any other goal
}

const prepared = new WeakMap<AgentInput, Prepared>();

/** The input of a run that has been checked already, so that the actor does not check it again. */
export function preparedInput(ready: Prepared): AgentInput {
  const input: AgentInput = { goal: ready.goal };
  prepared.set(input, ready);
  return input;
}

type Machine = typeof agentMachine;
type MachineSnapshot = Parameters<Machine["transition"]>[0];
type AnyMachineEvent = Parameters<Machine["transition"]>[1];
type MachineScope = Parameters<Machine["transition"]>[2];

// The logic of a root actor: the one machine, and around it what XState gives no hook for inside a machine.
function logicOf(agent: Agent): AgentLogic {
  const logic = {
    agent: { name: agent.name, description: agent.description },
    config: agent,
    getInitialSnapshot(actorScope: MachineScope, input: AgentInput | undefined) {
      const opening = openingOf(logic as unknown as AgentLogic, agent, input); // as its users see it
      rememberOpening(actorScope.self, opening);
      const { goal, options: { scrub, returns } } = opening.prepared;
      const texts = { goal: scrub.text(goal), instructions: scrub.text(instructionsFor(agent, returns)) };
      const machineInput = { run: "", path: ROOT_PATH, agent: agent.name, depth: 0, ...texts };
      return agentMachine.getInitialSnapshot(actorScope, machineInput);
    },
    transition(snapshot: MachineSnapshot, event: AnyMachineEvent | { type: "xstate.stop" }, actorScope: MachineScope) {
      // A stopped machine runs no exit action and sends no event, so this is the only moment at which its calls can be ended.
      if (event.type === "xstate.stop") cancelStopped(actorScope.self);
      return agentMachine.transition(snapshot, event as AnyMachineEvent, actorScope); // the machine passes over a stop
    },
    start: (snapshot: Parameters<Machine["start"]>[0]) => agentMachine.start(snapshot),
    getPersistedSnapshot: (...args: Parameters<Machine["getPersistedSnapshot"]>) => agentMachine.getPersistedSnapshot(...args),
    restoreSnapshot(...args: Parameters<Machine["restoreSnapshot"]>) {
      if (args[0].status === "active") {
        throw new Error(`agent '${agent.name}' was still running when it was saved, and cannot be restored`);
      }
      return agentMachine.restoreSnapshot(...args);
    },
  };
  return logic as unknown as AgentLogic; // the machine's inferred type is some thirty lines; the contract says what users need
}

function cancelStopped(self: AnyActorRef): void {
  scopeOf(self)?.stop();
}

function openingOf(logic: AgentLogic, agent: Agent, input: AgentInput | undefined): Opening {
  const known = input && prepared.get(input);
  if (known) return { prepared: known, problem: undefined };
  let goal: unknown;
  try {
    const { goal: given, ...options } = input ?? { goal: undefined };
    goal = given;
    return { prepared: prepare(logic, goal, options), problem: undefined };
  } catch (problem) {
    return { prepared: withoutOptions(agent, goal), problem };
  }
}

// A run whose options are wrong still has a trace: of its goal, of no step, and of what was wrong.
function withoutOptions(agent: Agent, goal: unknown): Prepared {
  const shown = typeof goal === "string" && goal.trim() !== "" ? goal : "(no goal)";
  const nobody: Agent = { ...agent, tools: [], team: [], skills: [], hooks: [], guardrails: [], budget: DEFAULT_BUDGET };
  return { agent: nobody, goal: shown, options: checkedOptions(shown, {}, DEFAULT_BUDGET), registries: new Map() };
}
