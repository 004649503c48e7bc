import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Choice } from "../../parts/choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { gistOf, iconOf, nameOf, standingIcon } from "../../parts/step-words.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { countText, moneyText, shortCount, shortSeconds, standingWord } from "../../parts/words.ts";
import { standingAtMoment } from "../../shape/moment.ts";
import { summaryAt } from "../../shape/replay.ts";
import { momentText } from "../../shape/ticks.ts";
import { select } from "../../state/actions.ts";
import { SPEEDS, type Speed } from "../../state/player.ts";
import type { Trace } from "../../trace/trace.ts";
import { usePlayer } from "./use-player.ts";

const MOST = 40;

/** The run at a moment, and a scrubber to choose it; the tree beside it shows what there was by then. */
export function ReplayView({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { moment } = useStateOf("moment");
  const at = moment ?? trace.span.until;
  const summary = useMemo(() => summaryAt(trace.nodes, at, MOST), [trace, at]);
  useEffect(() => page.set({ moment: page.get().moment ?? trace.span.from }), [trace]);
  return (
    <div class="view-column replay">
      <PlayerBar trace={trace} at={at} />
      <input
        class="scrubber"
        type="range"
        aria-label="Moment of the run"
        aria-valuetext={momentText(at, 10)}
        min={trace.span.from}
        max={trace.span.until}
        step="any"
        value={at}
        onInput={({ currentTarget }) => page.set({ moment: Number(currentTarget.value) })}
      />
      <p class="replay-facts">
        <b>{countText(summary.begun)}</b> steps begun, <b>{countText(summary.ended)}</b> ended,{" "}
        <b>{shortCount(summary.tokens)}</b> tokens
        {summary.cost > 0 && (
          <>
            , cost <b>{moneyText(summary.cost)}</b>
          </>
        )}
      </p>
      <div class="replay-lists">
        <Nodes trace={trace} title={`Under way (${countText(summary.underWayCount)})`} nodes={summary.underWay} at={at} />
        <Nodes trace={trace} title="Ended last" nodes={summary.endedLast} at={at} />
      </div>
    </div>
  );
}

function PlayerBar({ trace, at }: { trace: Trace; at: number }): JSX.Element {
  const player = usePlayer(trace);
  const { isPlaying } = player;
  return (
    <div class="view-bar">
      <button class="icon-button" aria-label="Previous event" title="Previous event (,)" onClick={() => player.step(-1)}>
        <Icon name="previous" />
      </button>
      <button class="icon-button play" aria-label={isPlaying ? "Pause" : "Play"} title="Play or pause (space)" onClick={player.toggle}>
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <button class="icon-button" aria-label="Next event" title="Next event (.)" onClick={() => player.step(1)}>
        <Icon name="next" />
      </button>
      <output class="clock">{momentText(at, 10)}</output>
      <Choice
        label="Speed"
        value={String(player.speed)}
        choices={SPEEDS.map(String)}
        word={(speed) => (speed === "fit" ? "all in 20 s" : `× ${speed}`)}
        choose={(speed) => player.setSpeed(speed === "fit" ? "fit" : (Number(speed) as Speed))}
      />
    </div>
  );
}

function Nodes({ trace, title, nodes, at }: { trace: Trace; title: string; nodes: readonly number[]; at: number }): JSX.Element {
  const page = usePage();
  const { selected } = useStateOf("selected");
  return (
    <section class="replay-list" aria-label={title} tabIndex={0} data-keeps-arrows>
      <h2>{title}</h2>
      <ul>
        {nodes.map((node) => {
          const step = trace.nodes.steps[node] ?? null;
          const standing = standingAtMoment(trace.nodes, node, at) ?? "queued";
          const hasEnded = at >= (trace.nodes.until[node] ?? 0);
          const since = Math.abs(at - (trace.nodes[hasEnded ? "until" : "from"][node] ?? 0)) / 1000;
          return (
            <li key={node} class={node === selected ? "is-selected" : ""}>
              <button onClick={() => select(page, node)}>
                <Icon name={standingIcon(standing, hasEnded ? step : null)} tone={standing} />
                <Icon name={iconOf(step)} tone={step?.kind ?? "agent"} />
                <b>{nameOf(trace, node)}</b>
                <span class="tree-gist">{hasEnded || step?.kind !== "model" ? gistOf(trace, node) : ""}</span>
                <span class="quiet">
                  {standingWord(standing, hasEnded ? step : null)}{" "}
                  {hasEnded ? `${shortSeconds(since)} ago` : `for ${shortSeconds(since)}`}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {nodes.length === 0 && <p class="empty">Nothing.</p>}
    </section>
  );
}
