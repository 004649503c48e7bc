import type { JsonValue } from "../../core/json.ts";
import { waitFor, waitForKept, type Waiting } from "../effects/wait.ts";
import type { Scope } from "../engine/scope.ts";

/** Code of the user's that is asked whether the run may go on; what it says is plain JSON. */
export interface Check<Answer> {
  /** Where it is asked, and no other: `0/3.1 goal`. */
  readonly id: string;
  readonly ask: () => Promise<Answer>;
}

/** Asks, and waits for what is said on behalf of a call or of the agent. A runtime keeps it, so that it is asked once. */
export function waitForCheck<Answer>(scope: Scope, check: Check<Answer>, waiting: Waiting<Answer>): void {
  if (scope.engine.runtime) return waitForKept(scope, askOnce(scope, check), waiting);
  const asking = check.ask();
  if (scope.isOpen) waitFor(scope, asking, waiting); // else the check itself has cut the agent
}

/** What is said to a check. */
export function askOnce<Answer>(scope: Scope, { id, ask }: Check<Answer>): Promise<Answer> {
  const { engine, depth } = scope;
  if (!engine.runtime) return ask();
  const { record } = engine.runtime.perform({
    key: { id, kind: "check", hash: "" },
    lane: "check",
    depth,
    timeoutSeconds: null,
    perform: async () => (await ask()) as JsonValue, // by the contract of a check
    lost: null,
    begun: () => undefined,
  });
  return record.then(({ result }) => result as Answer); // what was kept of it
}
