import type { AnswerSpec } from "../../core/answer.ts";
import type { Budget } from "../../core/budget.ts";
import type { Account } from "../../core/ledger.ts";
import type { Agent } from "../definition/definition.ts";
import type { Registry } from "../definition/registry.ts";
import type { Engine } from "./engine.ts";
import type { Deadline } from "./runtime.ts";
import type { Scope } from "./scope.ts";

/** What a scope is opened with. */
export interface ScopeTerms {
  readonly engine: Engine;
  readonly parent: Scope | null;
  readonly agent: Agent;
  readonly registry: Registry;
  readonly path: string;
  /** When it begins, where that was settled before; default now. */
  readonly startedAt?: number;
  /** How deep it stands; default one below its parent. */
  readonly depth?: number;
  /** A deadline from above, where the agent above it is not of this process. */
  readonly deadline?: Deadline;
  /** Whether it lives elsewhere: then this scope only stands for it, and leaves it time to say itself that its time is up. */
  readonly isElsewhere?: boolean;
  readonly goal: string;
  readonly budget: Budget;
  /** The data that is asked of the agent; null for a plain text answer. */
  readonly returns: AnswerSpec | null;
  /** The account the agent draws on; `ownsAccount` says that it was opened for this agent and closes with it. */
  readonly account: Account;
  readonly ownsAccount: boolean;
  /** Called once, when the scope has ended and the observers have been told. */
  readonly onEnd: (scope: Scope) => void;
}
