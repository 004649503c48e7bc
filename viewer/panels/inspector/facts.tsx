import type { ComponentChildren, JSX } from "preact";
import { countText, lineOf, moneyText, secondsText, shortSeconds } from "../../parts/words.ts";
import { momentText } from "../../shape/ticks.ts";
import type { Trace } from "../../trace/trace.ts";

/** Times and amounts of a node; of an agent, its own and with everyone below. */
export function Facts({ trace, node }: { trace: Trace; node: number }): JSX.Element {
  const { nodes, run } = trace;
  const step = nodes.steps[node] ?? null;
  const { own, subtree } = (step ?? run).usage;
  const isAgent = step === null || step.kind === "agent";
  const pair = (figure: (usage: typeof own) => number | null, word: (amount: number) => string): string => {
    const [mine, all] = [figure(own), figure(subtree)];
    if (all === null) return "–";
    return isAgent && mine !== all ? `${word(all)} (${word(mine ?? 0)} own)` : word(all);
  };
  const waited = (nodes.waited[node] ?? 0) / 1000;
  return (
    <dl class="facts">
      <Fact label="began">{momentText(nodes.from[node] ?? 0, 1)}</Fact>
      <Fact label="took">{shortSeconds(((nodes.until[node] ?? 0) - (nodes.from[node] ?? 0)) / 1000)}</Fact>
      {waited > 0 && <Fact label="waited">{secondsText(waited)}</Fact>}
      {isAgent && <Fact label="steps">{countText((nodes.end[node] ?? 0) - node - 1)}</Fact>}
      <Fact label="input tokens">{pair(({ inputTokens }) => inputTokens, countText)}</Fact>
      <Fact label="of them cached">{pair(({ cachedTokens }) => cachedTokens, countText)}</Fact>
      <Fact label="output tokens">{pair(({ outputTokens }) => outputTokens, countText)}</Fact>
      <Fact label="of them reasoning">{pair(({ reasoningTokens }) => reasoningTokens, countText)}</Fact>
      {subtree.cost !== null && <Fact label="cost">{pair(({ cost }) => cost, moneyText)}</Fact>}
      {isAgent && <Fact label="delegations">{pair(({ delegations }) => delegations, countText)}</Fact>}
      {step?.kind === "model" && step.estimated > 0 && <Fact label="estimated tokens">{countText(step.estimated)}</Fact>}
      {step?.kind === "model" && step.keptTurns !== undefined && <Fact label="turns kept">{countText(step.keptTurns)}</Fact>}
      <Fact label="id">{lineOf(step?.id ?? run.id)}</Fact>
      {step?.callId && <Fact label="call id">{lineOf(step.callId)}</Fact>}
      {step?.worker && <Fact label="worker">{lineOf(step.worker)}</Fact>}
      {step?.note && <Fact label="note">{lineOf(step.note)}</Fact>}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
