import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { CeilingUse, TokenTotals } from "../../src/trace/analyse/figures/totals.ts";
import { ceilingNoun } from "../../src/trace/ceiling-words.ts";
import { countText, lineOf, moneyText, percent, shortCount, shortSeconds } from "../parts/words.ts";
import { totalsFor } from "../trace/analysis.ts";
import type { Trace } from "../trace/trace.ts";

/** What the run came to, in figures. */
export function Metrics({ trace }: { trace: Trace }): JSX.Element {
  const totals = useMemo(() => totalsFor(trace), [trace]);
  const { wallSeconds, workSeconds, parallelism, steps, agents, depth, errors, cost, tokens } = totals;
  const fullest = [...totals.ceilings].sort((a, b) => b.share - a.share)[0];
  return (
    <dl class="metrics" tabIndex={0} data-keeps-arrows aria-label="Figures of the run">
      <Metric label="wall clock">{shortSeconds(wallSeconds)}</Metric>
      <Metric label="work" note={`${parallelism === null ? "–" : `× ${parallelism.toFixed(parallelism < 10 ? 2 : 0)}`} parallel`}>
        {shortSeconds(workSeconds)}
      </Metric>
      <Metric
        label="steps"
        note={errors > 0 ? `${countText(errors)} with errors` : "no errors"}
        tone={errors > 0 ? "bad" : "good"}
      >
        {countText(steps)}
      </Metric>
      <Metric label="agents" note={`${depth} deep`}>
        {countText(agents)}
      </Metric>
      <Tokens tokens={tokens} />
      <Metric label="cost" note={cost === null ? "no price known" : "all agents"}>
        {cost === null ? "–" : moneyText(cost)}
      </Metric>
      {fullest && <Budget ceiling={fullest} />}
    </dl>
  );
}

function Metric({
  label,
  note,
  tone,
  children,
}: {
  label: string;
  note?: string;
  tone?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="metric">
      <dt>{label}</dt>
      <dd>
        <span class="metric-value">{children}</span>
        {note && <span class={`metric-note ${tone ? `tone-${tone}` : ""}`}>{note}</span>}
      </dd>
    </div>
  );
}

const TOKEN_PARTS = ["fresh", "cached", "reasoning", "output"] as const;

function Tokens({ tokens }: { tokens: TokenTotals }): JSX.Element {
  return (
    <div class="metric metric-tokens">
      <dt>tokens{tokens.estimated > 0 ? " (some estimated)" : ""}</dt>
      <dd>
        <span class="metric-value">{shortCount(tokens.total)}</span>
        <span class="token-parts">
          {TOKEN_PARTS.map((part) => (
            <span key={part} class={`token-part token-${part}`}>
              {part} <b>{shortCount(tokens[part])}</b>
            </span>
          ))}
        </span>
        <span class="token-bar" aria-hidden>
          {TOKEN_PARTS.map((part) => (
            <i key={part} class={`token-${part}`} style={{ flexGrow: String(Math.max(0, tokens[part])) }} />
          ))}
        </span>
      </dd>
    </div>
  );
}

const MEASURED: ReadonlyMap<string, string> = new Map([
  ["maxSeconds", "seconds"],
  ["maxCost", "cost"],
]);

function unitOf(ceiling: string): string {
  const noun = ceilingNoun(ceiling);
  return noun === null ? lineOf(MEASURED.get(ceiling) ?? ceiling, 40) : `${noun}s`;
}

function Budget({ ceiling }: { ceiling: CeilingUse }): JSX.Element {
  const { scope, name, value, spent, share } = ceiling;
  const figure = (amount: number): string => (Number.isInteger(amount) ? shortCount(amount) : amount.toFixed(2));
  return (
    <div class="metric">
      <dt>budget used</dt>
      <dd>
        <span class={`metric-value ${share >= 1 ? "tone-cut" : ""}`}>{percent(share)}</span>
        <span class="metric-note">
          {figure(spent)} of {figure(value)} {unitOf(name)} ({scope})
        </span>
        <span class="token-bar" aria-hidden>
          <i class="budget-spent" style={{ flexGrow: String(Math.min(1, share)) }} />
          <i class="budget-left" style={{ flexGrow: String(Math.max(0, 1 - share)) }} />
        </span>
      </dd>
    </div>
  );
}
