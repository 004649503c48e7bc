import type { JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { usePage, useStateOf } from "../parts/use-store.ts";
import type { State } from "../state/state.ts";

const PANES: readonly (readonly [pane: State["pane"], word: string, icon: IconName])[] = [
  ["tree", "Tree", "agent"],
  ["view", "View", "link"],
  ["side", "Details", "help"],
];

/** Chooses what a narrow screen shows; a wide one shows everything, and not this. */
export function PaneSwitch(): JSX.Element {
  const page = usePage();
  const { pane } = useStateOf("pane");
  return (
    <nav class="pane-switch" aria-label="Parts of the page">
      {PANES.map(([each, word, icon]) => (
        <button key={each} class={`pane-${each}`} aria-pressed={each === pane} onClick={() => page.set({ pane: each })}>
          <Icon name={icon} /> {word}
        </button>
      ))}
    </nav>
  );
}
