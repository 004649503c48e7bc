import type { CSSProperties, JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import { gistOf, iconOf, nameOf, standingIcon, tokensOf } from "../parts/step-words.ts";
import { usePage } from "../parts/use-store.ts";
import { shortCount, shortSeconds, standingWord } from "../parts/words.ts";
import { standingAtMoment } from "../shape/moment.ts";
import { fold } from "../state/actions.ts";
import type { Trace } from "../trace/trace.ts";

interface TreeRowProps {
  readonly trace: Trace;
  readonly node: number;
  readonly style: CSSProperties;
  readonly isSelected: boolean;
  /** Null for a node with nothing below it. */
  readonly isOpen: boolean | null;
  readonly isFound: boolean;
  /** The moment that is shown; null for the end. */
  readonly moment: number | null;
  readonly onSelect: () => void;
}

const FULL_LEVELS = 7;

// Past some levels every further one is a thin line more, so that words keep their room at any depth.
function indentOf(depth: number): string {
  return `${Math.min(depth, FULL_LEVELS) * 14 + Math.max(0, depth - FULL_LEVELS) * 3}px`;
}

/** One row of the tree. Behind its words lies a bar: when the step was under way, of the whole run. */
export function TreeRow({ trace, node, style, isSelected, isOpen, isFound, moment, onSelect }: TreeRowProps): JSX.Element {
  const page = usePage();
  const { nodes } = trace;
  const step = nodes.steps[node] ?? null;
  const depth = nodes.depth[node] ?? 0;
  const until = Math.min(moment ?? Infinity, nodes.until[node] ?? 0);
  const seconds = Math.max(0, until - (nodes.from[node] ?? 0)) / 1000;
  const isKnown = moment === null || moment >= (nodes.until[node] ?? 0);
  const tokens = isKnown ? tokensOf(trace, node) : 0;
  const standing = standingAtMoment(nodes, node, moment) ?? "queued";
  const word = standingWord(standing, isKnown ? step : null);
  const classes = ["tree-row", `kind-${iconOf(step)}`, isSelected ? "is-selected" : "", isFound ? "is-found" : ""];
  return (
    <div
      id={`node-${node}`}
      class={classes.join(" ")}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      {...(isOpen === null ? {} : { "aria-expanded": isOpen })}
      style={style}
      onClick={onSelect}
      onMouseEnter={() => page.set({ hovered: node })}
    >
      <span class="tree-bar" style={barStyle(trace, node)} />
      <span class="tree-words" style={{ paddingLeft: indentOf(depth) }}>
        <FoldButton node={node} isOpen={isOpen} />
        <Icon name={iconOf(step)} tone={step?.kind ?? "agent"} title={step?.kind ?? "run"} />
        <span class="tree-name">{nameOf(trace, node)}</span>
        {isOpen === false && <span class="tree-count">{shortCount((nodes.end[node] ?? 0) - node - 1)}</span>}
        <span class="tree-gist">{isKnown || step?.kind !== "model" ? gistOf(trace, node) : ""}</span>
      </span>
      <span class="tree-figures">
        {tokens > 0 && <span class="tree-tokens">{shortCount(tokens)}</span>}
        <span class="tree-seconds">{shortSeconds(seconds)}</span>
        <Icon name={standingIcon(standing, isKnown ? step : null)} tone={standing} title={word} />
      </span>
    </div>
  );
}

function FoldButton({ node, isOpen }: { node: number; isOpen: boolean | null }): JSX.Element {
  const page = usePage();
  if (isOpen === null) return <span class="fold" />;
  const turn = (event: MouseEvent): void => {
    event.stopPropagation();
    fold(page, node);
  };
  return (
    <span class="fold" aria-hidden onClick={turn}>
      {node > 0 && <Icon name={isOpen ? "unfolded" : "folded"} />}
    </span>
  );
}

function barStyle({ nodes, span }: Trace, node: number): CSSProperties {
  const length = span.until - span.from;
  const left = (((nodes.from[node] ?? 0) - span.from) / length) * 100;
  const width = (((nodes.until[node] ?? 0) - (nodes.from[node] ?? 0)) / length) * 100;
  return { left: `${Math.max(0, left)}%`, width: `${Math.min(100, Math.max(0.4, width))}%` };
}
