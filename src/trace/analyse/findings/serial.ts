import { secondsBetween } from "../../../core/clock.ts";
import type { Life, Placed, Places } from "../places/places.ts";
import { turnsOf, type Turn } from "../places/turns.ts";
import type { SerialDelegations } from "./finding.ts";
import { hidesContents, saidIn, textOf, wordsIn } from "./spoken.ts";

/**
 * Delegations that ran one after another but could have run together: turns of one agent that follow each other, each
 * with delegations, where the later delegations were given no word that the agent learnt from the earlier turns. A
 * word counts as learnt when it is a number or has four letters or more, stands in an observation of those turns, and
 * in nothing the agent was told, read or said before. So one borrowed name is enough to keep two delegations apart.
 */
export function serialDelegationsIn({ run, lives }: Places): SerialDelegations[] {
  return hidesContents(run) ? [] : lives.flatMap((life) => seriesIn(life, toldTo(life, run)));
}

function toldTo({ step }: Life, run: { readonly instructions: string; readonly goal: string }): string {
  const { instructions, goal } = step ?? run;
  return `${instructions}\n${goal}`;
}

function seriesIn(life: Life, told: string): SerialDelegations[] {
  const turns = turnsOf(life);
  if (turns.filter(delegates).length < 2) return [];
  const found: SerialDelegations[] = [];
  const known = new Set(wordsIn(told));
  let series: Turn[] = [];
  let learnt = new Set<string>();
  const close = (): void => {
    found.push(...findingOf(life, series));
    for (const word of learnt) known.add(word);
    [series, learnt] = [[], new Set()];
  };
  for (const turn of turns) {
    if (!delegates(turn) || borrows(turn, learnt)) close();
    if (delegates(turn)) series.push(turn);
    for (const word of wordsIn(turn.model ? saidIn(turn.model.step) : "")) known.add(word);
    for (const { step } of turn.calls) for (const word of wordsIn(step.observation)) if (!known.has(word)) learnt.add(word);
  }
  close();
  return found;
}

function delegates({ calls }: Turn): boolean {
  return calls.some(({ below }) => below !== null);
}

function borrows({ calls }: Turn, learnt: ReadonlySet<string>): boolean {
  return calls.some(
    ({ step, below }) => below !== null && wordsIn(textOf(step.arguments)).some((word) => isTelling(word) && learnt.has(word)),
  );
}

function isTelling(word: string): boolean {
  return word.length >= 4 || /\p{N}/u.test(word);
}

function findingOf({ agent, path }: Life, series: readonly Turn[]): SerialDelegations[] {
  if (series.length < 2) return [];
  const delegations = series.map(({ calls }) => calls.filter(({ below }) => below !== null));
  const lengths = delegations.map(lengthMs);
  const [seconds, togetherSeconds] = [
    secondsBetween(
      0,
      lengths.reduce((total, length) => total + length, 0),
    ),
    secondsBetween(0, Math.max(...lengths)),
  ];
  if (seconds === togetherSeconds) return [];
  return [{ kind: "serial_delegations", stepIds: delegations.flat().map(({ step }) => step.id), agent, path, seconds, togetherSeconds }];
}

// Delegations of one turn ran together already.
function lengthMs(delegations: readonly Placed[]): number {
  const startedAt = delegations.reduce((earliest, { span }) => Math.min(earliest, span.startedAt), Infinity);
  return delegations.reduce((latest, { span }) => Math.max(latest, span.endedAt), startedAt) - startedAt;
}
