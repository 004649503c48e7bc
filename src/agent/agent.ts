import { enqueueActions, setup, type ActorLogic, type EventObject, type Snapshot } from "xstate";
import type { Run } from "../core/run.ts";
import { beginContext, type AgentContext, type MachineEvent, type MachineInput } from "./engine/context.ts";
import { act, admit, begin, cancel, conclude, observe, outputOf, receive, record, think } from "./living.ts";

/** What a specialist's actor is to its parent: started with plain JSON, ends with nothing but the news that it ended. */
type SpecialistLogic = ActorLogic<Snapshot<unknown>, EventObject, MachineInput>;

/**
 * The think-act-observe machine, one for every agent: which agent it is stands in its input, and everything that must
 * be released lives in the agent's scope. Model and tool calls are effects whose results come back as events; only
 * specialists are actors. An agent that is cut from outside has ended before its machine hears of it (`run.closed`).
 */
export const agentMachine = setup({
  types: {
    context: {} as AgentContext,
    input: {} as MachineInput,
    events: {} as MachineEvent,
    output: {} as Run | null,
  },
  actors: {
    // Read when a specialist is spawned, by when the constant is there; the annotation stops the types from going round.
    get agent(): SpecialistLogic {
      return agentMachine as unknown as SpecialistLogic; // the same logic, as its parent sees it
    },
  },
  guards: {
    isLive: ({ context }) => context.stopReason === null,
    isOver: ({ context }) => context.stopReason !== null,
    hasFailed: ({ context }) => context.stopReason === "error",
    isLastTurn: ({ context }) => context.isWrappingUp,
    haveCallsEnded: ({ context }) => context.openSlots === 0 && context.stopReason === null,
    haveCallsAnswered: ({ context }) => context.openSlots === 0 && context.stopReason === null && context.answer !== null,
    isAnswered: ({ context }) => context.answer !== null,
  },
  actions: {
    begin: ({ context, self }) => begin(context, self),
    think: ({ context, self }) => think(context, self),
    record: ({ context, event }) => record(context, event),
    act: ({ context, self }) => act(context, self),
    admit: enqueueActions(({ context, self, enqueue }) => {
      for (const { slot, input } of admit(context, self)) enqueue.spawnChild("agent", { id: slot, input });
    }),
    receive: enqueueActions(({ event, self, enqueue }) => {
      const jobs = receive(event, self);
      // A specialist that takes the ended one's place also takes its entry among the children; else that must go.
      const isReplaced = "actorId" in event && jobs.some(({ slot }) => slot === event.actorId);
      if ("actorId" in event && !isReplaced && event.type !== "specialist.ended") enqueue.stopChild(event.actorId);
      for (const { slot, input } of jobs) enqueue.spawnChild("agent", { id: slot, input });
    }),
    observe: ({ context, self }) => observe(context, self),
    conclude: ({ context, event, self }) => conclude(context, event, self),
    cancel: ({ event, self }) => cancel(event, self),
  },
}).createMachine({
  id: "agent",
  options: { maxIterations: 100 },
  context: ({ input }) => beginContext(input),
  output: ({ self }) => outputOf(self),
  entry: "begin",
  initial: "thinking",
  on: {
    "run.cancelled": { actions: "cancel" },
    "run.closed": [{ guard: "isLive" }, { guard: "hasFailed", target: ".failed" }, { target: ".stopped" }],
  },
  states: {
    thinking: {
      entry: "think",
      on: {
        "model.answered": [
          { guard: "isOver" },
          { guard: "isLastTurn", target: "stopped", actions: "conclude" },
          { target: "done", actions: "conclude" },
        ],
        "calls.requested": { target: "acting", actions: "record" },
        "model.failed": [
          { guard: "isOver" },
          { guard: "isLastTurn", target: "stopped", actions: "conclude" },
          { target: "failed", actions: "conclude" },
        ],
      },
    },
    acting: {
      entry: "act",
      // A turn whose calls all end while they are started (tools that return at once) needs no event of its own.
      always: [
        { guard: "haveCallsAnswered", target: "done", actions: ["observe", "conclude"] },
        { guard: "haveCallsEnded", target: "thinking", actions: "observe" },
      ],
      on: {
        "delegation.ready": { actions: "admit" },
        "specialist.ended": { actions: "receive" }, // one that lived elsewhere
        "xstate.done.actor.*": { actions: "receive" },
        "xstate.error.actor.*": { actions: "receive" },
        "calls.ended": [
          { guard: "isAnswered", target: "done", actions: ["observe", "conclude"] },
          { target: "thinking", actions: "observe" },
        ],
      },
    },
    done: { type: "final" },
    stopped: { type: "final" },
    failed: { type: "final" },
  },
});
