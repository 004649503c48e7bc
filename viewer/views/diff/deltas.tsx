import type { JSX } from "preact";
import type { Delta, Deltas as AllDeltas } from "../../../src/trace/diff/run-diff.ts";
import { countText, moneyText, secondsText } from "../../parts/words.ts";

const FIGURES = ["seconds", "tokens", "cost", "steps"] as const;

const TEXTS: Readonly<Record<(typeof FIGURES)[number], (amount: number) => string>> = {
  seconds: secondsText,
  tokens: countText,
  cost: moneyText,
  steps: countText,
};

/** The figures of an agent in both runs; of one that only one run has, that one's. */
export function Deltas({ deltas }: { deltas: AllDeltas }): JSX.Element {
  return (
    <dl class="deltas">
      {FIGURES.filter((name) => deltas[name].a !== null || deltas[name].b !== null).map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {amountText(deltas[name].a, TEXTS[name])} → {amountText(deltas[name].b, TEXTS[name])}{" "}
            <Change delta={deltas[name]} text={TEXTS[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** By how much a figure changed, with its sign. */
export function Change({ delta, text }: { delta: Delta; text: (amount: number) => string }): JSX.Element | null {
  const { a, change } = delta;
  if (change === null) return null;
  if (change === 0) return <span class="quiet">±0</span>;
  const share = a === null || a === 0 ? "" : ` (${change > 0 ? "+" : "−"}${Math.abs(Math.round((change / a) * 100))} %)`;
  return (
    <span class={change > 0 ? "tone-cut" : "tone-good"}>
      {change > 0 ? "+" : "−"}
      {text(Math.abs(change))}
      {share}
    </span>
  );
}

function amountText(amount: number | null, text: (amount: number) => string): string {
  return amount === null ? "–" : text(amount);
}
