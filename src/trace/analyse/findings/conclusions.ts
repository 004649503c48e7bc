import type { AgentStep } from "../../../core/run.ts";
import type { Life, Placed, Places } from "../places/places.ts";
import type { EmptyConclusion, UnusedConclusion } from "./finding.ts";
import { pieces } from "./pieces.ts";
import { hidesContents, isHidden, saidIn, textOf, wordsIn } from "./spoken.ts";

/** Specialists that completed without a word. */
export function emptyConclusionsIn({ steps }: Places): EmptyConclusion[] {
  return steps.flatMap(({ step }): EmptyConclusion[] => {
    return step.kind === "agent" && step.outcome === "empty" ? [{ kind: "empty_conclusion", stepIds: [step.id], agent: step.agent }] : [];
  });
}

/**
 * Conclusions that their parent did not use. A conclusion counts as used when a later turn of the parent - its text,
 * its reasoning or the arguments of its calls - repeats four words of it in a row, or all of one that is shorter;
 * four words that already stood in the goal do not count, nor does a conclusion that only repeats its goal. A parent that says
 * the same in words of its own is found here by mistake, so this is a hint to look, not a verdict.
 */
export function unusedConclusionsIn({ run, lives }: Places): UnusedConclusion[] {
  return hidesContents(run) ? [] : lives.flatMap(unusedIn);
}

const PIECE_WORDS = 4;

interface Conclusion {
  readonly step: AgentStep;
  isUsed: boolean;
  hadLaterTurn: boolean;
}

function unusedIn(life: Life): UnusedConclusion[] {
  const conclusions: Conclusion[] = [];
  const waiting = new Waiting();
  for (const placed of life.steps) {
    if (placed.step.kind === "model") hear(placed, conclusions, waiting);
    else if (placed.step.kind === "agent" && placed.below) conclude(placed.step, conclusions, waiting);
  }
  return conclusions.filter(({ isUsed }) => !isUsed).map(findingOf);
}

function conclude(step: AgentStep, conclusions: Conclusion[], waiting: Waiting): void {
  const isWorthUsing = step.outcome === "answered" || step.outcome === "partial";
  const words = isWorthUsing && !isHidden(step.output) ? wordsIn(step.output) : [];
  const size = Math.min(PIECE_WORDS, words.length);
  const asked = new Set(pieces(wordsIn(`${step.goal}\n${textOf(step.arguments)}`), size));
  const own = pieces(words, size).filter((piece) => !asked.has(piece));
  if (own.length === 0) return;
  const conclusion = { step, isUsed: false, hadLaterTurn: false };
  conclusions.push(conclusion);
  waiting.expect(conclusion, size, own);
}

function hear({ step }: Placed, conclusions: readonly Conclusion[], waiting: Waiting): void {
  for (const conclusion of conclusions) conclusion.hadLaterTurn = true;
  if (waiting.isEmpty) return;
  waiting.hear(wordsIn(saidIn(step)));
}

/** The pieces that have not been repeated yet, by their size, and whose they are. */
class Waiting {
  readonly #bySize = new Map<number, Map<string, Conclusion[]>>();

  get isEmpty(): boolean {
    return this.#bySize.size === 0;
  }

  expect(conclusion: Conclusion, size: number, own: readonly string[]): void {
    const owners = this.#bySize.get(size) ?? new Map<string, Conclusion[]>();
    this.#bySize.set(size, owners);
    for (const piece of new Set(own)) {
      const same = owners.get(piece);
      if (same) same.push(conclusion);
      else owners.set(piece, [conclusion]);
    }
  }

  hear(words: readonly string[]): void {
    for (const [size, owners] of this.#bySize) {
      for (const piece of pieces(words, size)) {
        for (const conclusion of owners.get(piece) ?? []) conclusion.isUsed = true;
        owners.delete(piece);
      }
    }
  }
}

function findingOf({ step, hadLaterTurn }: Conclusion): UnusedConclusion {
  const { inputTokens, outputTokens, cost } = step.usage.subtree;
  const why = hadLaterTurn ? "not_repeated" : "no_later_turn";
  return { kind: "unused_conclusion", stepIds: [step.id], agent: step.agent, why, tokens: inputTokens + outputTokens, cost };
}
