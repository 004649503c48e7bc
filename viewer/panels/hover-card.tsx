import type { JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import { gistOf, iconOf, nameOf, standingIcon, tokensOf } from "../parts/step-words.ts";
import { useStateOf } from "../parts/use-store.ts";
import { countText, secondsText, standingWord } from "../parts/words.ts";
import { momentText } from "../shape/ticks.ts";
import { standingAt } from "../trace/nodes.ts";

/** What the pointer rests on, in two lines at the foot of the view; everything in it is in the inspector as well. */
export function HoverCard(): JSX.Element | null {
  const { trace, hovered, selected, view } = useStateOf("trace", "hovered", "selected", "view");
  if (!trace || hovered === null || hovered === selected || hovered >= trace.nodes.count) return null;
  if (view !== "lanes" && view !== "icicle") return null;
  const { nodes } = trace;
  const step = nodes.steps[hovered] ?? null;
  const standing = standingAt(nodes, hovered);
  const waited = nodes.waited[hovered] ?? 0;
  const tokens = tokensOf(trace, hovered);
  return (
    <div class="hover-card" aria-hidden>
      <p>
        <Icon name={iconOf(step)} tone={step?.kind ?? "agent"} /> <b>{nameOf(trace, hovered)}</b>{" "}
        <Icon name={standingIcon(standing, step)} tone={standing} /> {standingWord(standing, step)}
      </p>
      <p class="quiet">
        at {momentText(nodes.from[hovered] ?? 0, 10)} for{" "}
        {secondsText(((nodes.until[hovered] ?? 0) - (nodes.from[hovered] ?? 0)) / 1000)}
        {waited > 0 && `, after waiting ${secondsText(waited / 1000)}`}
        {tokens > 0 && ` · ${countText(tokens)} tok`}
      </p>
      <p class="clamp-one">{gistOf(trace, hovered)}</p>
    </div>
  );
}
