import type { Life, Places } from "../places/places.ts";
import type { CeilingHit, RefusedDelegations } from "./finding.ts";

/** Agents that a ceiling cut. */
export function ceilingHitsIn({ run, lives }: Places): CeilingHit[] {
  return lives.flatMap((life): CeilingHit[] => {
    const { limit } = life.step ?? run;
    if (limit === null) return [];
    const cut = turnsCut(life);
    const last = life.steps.at(-1)?.step.id;
    const own = cut.length > 0 || last === undefined ? cut.map(({ id }) => id) : [last];
    const stepIds = life.step ? [life.step.id, ...cut.map(({ id }) => id)] : own;
    const callsNotRun = cut.reduce((total, { notRun }) => total + notRun, 0);
    return [{ kind: "ceiling_hit", stepIds, agent: life.agent, path: life.path, limit, callsNotRun }];
  });
}

function turnsCut({ steps }: Life): { readonly id: string; readonly notRun: number }[] {
  return steps.flatMap(({ step }) => {
    const notRun = step.kind === "model" ? step.calls.filter(({ status }) => status === "not_run").length : 0;
    return notRun === 0 ? [] : [{ id: step.id, notRun }];
  });
}

/** Delegations that never started, those of one agent with the same reason together. */
export function refusedDelegationsIn({ lives }: Places): RefusedDelegations[] {
  return lives.flatMap(({ agent, path, steps }) => {
    const idsByReason = new Map<string, string[]>();
    for (const { step } of steps) {
      if (step.kind !== "agent" || step.outcome !== "refused") continue;
      const reason = step.error ?? "";
      const same = idsByReason.get(reason);
      if (same) same.push(step.id);
      else idsByReason.set(reason, [step.id]);
    }
    return [...idsByReason].map(([reason, stepIds]): RefusedDelegations => ({ kind: "refused_delegations", stepIds, agent, path, reason }));
  });
}
