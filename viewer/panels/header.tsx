import type { JSX } from "preact";
import { endingOf } from "../parts/step-words.ts";
import { Icon } from "../parts/icon.tsx";
import { lineOf } from "../parts/words.ts";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { select, switchTheme } from "../state/actions.ts";
import { standingAt } from "../trace/nodes.ts";
import type { Trace } from "../trace/trace.ts";
import { Metrics } from "./metrics.tsx";
import { OpenButtons } from "./open-buttons.tsx";
import { SaveButton } from "./save-button.tsx";
import { SearchBox } from "./search-box.tsx";

/** The top of the page: what the run was, how it ended, and what it came to. */
export function Header({ trace }: { trace: Trace | null }): JSX.Element {
  return (
    <header class="head">
      <div class="head-line">
        {trace ? <Title trace={trace} /> : <h1 class="title">Troupe trace</h1>}
        {trace && <SearchBox trace={trace} />}
        <Buttons trace={trace} />
      </div>
      {trace && <Metrics trace={trace} />}
    </header>
  );
}

function Title({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { following } = useStateOf("following");
  const { run, nodes } = trace;
  const standing = standingAt(nodes, 0);
  return (
    <div class="title-block">
      <span class={`badge tone-${standing}`}>
        <Icon name={standing} />
        {endingOf(run)}
      </span>
      <h1 class="title">
        <button onClick={() => select(page, 0)} title={lineOf(run.goal, 1000)}>
          {lineOf(run.goal, 300)}
        </button>
      </h1>
      <span class="title-agent">
        <Icon name="agent" tone="agent" /> {lineOf(run.agent, 60)}
      </span>
      {following !== "no" && <Live following={following} />}
    </div>
  );
}

const LIVE_WORDS = {
  connecting: "connecting",
  following: "live",
  lost: "connection lost, trying again",
  ended: "followed to its end",
} as const;

function Live({ following }: { following: keyof typeof LIVE_WORDS }): JSX.Element {
  return (
    <span class={`live live-${following}`} role="status">
      {LIVE_WORDS[following]}
    </span>
  );
}

function Buttons({ trace }: { trace: Trace | null }): JSX.Element {
  const page = usePage();
  const { theme } = useStateOf("theme");
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = theme === "auto" ? systemIsDark : theme === "dark";
  return (
    <div class="buttons">
      <OpenButtons />
      {trace && <SaveButton trace={trace} />}
      <button
        class="icon-button"
        title={isDark ? "Light (T)" : "Dark (T)"}
        aria-label={isDark ? "Light colours" : "Dark colours"}
        onClick={() => switchTheme(page, systemIsDark)}
      >
        <Icon name={isDark ? "light" : "dark"} />
      </button>
      <button class="icon-button" title="Help (?)" aria-label="Help" onClick={() => page.set({ help: true })}>
        <Icon name="help" />
      </button>
    </div>
  );
}
