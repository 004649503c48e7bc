import type { JSX } from "preact";
import { Icon } from "../../parts/icon.tsx";
import { endingOf, iconOf, nameOf, standingIcon } from "../../parts/step-words.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { lineOf, standingWord } from "../../parts/words.ts";
import { focus, select, show } from "../../state/actions.ts";
import { standingAt, trailTo } from "../../trace/nodes.ts";
import type { Trace } from "../../trace/trace.ts";
import { CopyButton } from "./copy-button.tsx";
import { Facts } from "./facts.tsx";
import { AgentParts, ModelParts, RunParts, SharedParts } from "./parts-of-step.tsx";

/** All that the trace holds of what is selected. */
export function Inspector({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { selected } = useStateOf("selected");
  const step = trace.nodes.steps[selected] ?? null;
  const standing = standingAt(trace.nodes, selected);
  return (
    <article class="inspector" aria-labelledby="inspector-title" key={selected}>
      <Trail trace={trace} node={selected} />
      <header class="inspector-head">
        <Icon name={iconOf(step)} tone={step?.kind ?? "agent"} />
        <h2 id="inspector-title">{step?.kind === "model" ? lineOf(step.model || "model turn", 80) : nameOf(trace, selected)}</h2>
        <span class={`chip tone-${standing}`}>
          <Icon name={standingIcon(standing, step)} />
          {step ? standingWord(standing, step) : endingOf(trace.run)}
        </span>
      </header>
      <p class="inspector-actions">
        <button onClick={() => focus(page)}>
          <Icon name="focus" /> Show its time
        </button>
        <button onClick={() => show(page, "conversation")}>
          <Icon name="model" /> Conversation
        </button>
        <CopyButton value={step ?? trace.run} />
      </p>
      <Facts trace={trace} node={selected} />
      {step === null ? <RunParts run={trace.run} /> : <SharedParts step={step} />}
      {step?.kind === "model" && <ModelParts trace={trace} step={step} node={selected} />}
      {step?.kind === "agent" && <AgentParts step={step} />}
    </article>
  );
}

function Trail({ trace, node }: { trace: Trace; node: number }): JSX.Element | null {
  const page = usePage();
  const above = trailTo(trace.nodes, node).slice(0, -1);
  if (above.length === 0) return null;
  const shown = above.length > 5 ? [above[0] ?? 0, ...above.slice(-3)] : above;
  return (
    <nav class="trail" aria-label="Agents above">
      {shown.map((at, index) => (
        <button key={at} onClick={() => select(page, at)}>
          {index === 1 && shown.length < above.length ? `… ${nameOf(trace, at)}` : nameOf(trace, at)}
        </button>
      ))}
    </nav>
  );
}
