import type { Step } from "../../core/run.ts";
import type { AgentContext } from "./context.ts";
import type { Scope } from "./scope.ts";

/** One admitted call of the turn under way. */
export interface OpenedCall<Kind extends Step = Step> {
  readonly scope: Scope;
  readonly context: AgentContext;
  readonly index: number;
  readonly step: Kind;
}
