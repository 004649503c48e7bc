import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { nameOf } from "../parts/step-words.ts";
import { Rows } from "../parts/rows.tsx";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { hasChildren, rowsOf } from "../shape/rows.ts";
import { select } from "../state/actions.ts";
import { foundIn } from "../state/found.ts";
import { TreeRow } from "./tree-row.tsx";

const ROW_HEIGHT = 30;

/** The delegation tree: every agent and every step, foldable, windowed; a tree for assistive technology as well. */
export function Tree(): JSX.Element | null {
  const page = usePage();
  const { trace, folded, selected, query, view, moment } = useStateOf("trace", "folded", "selected", "query", "view", "moment");
  const until = view === "replay" ? moment : null;
  const search = trace ? foundIn(trace, query) : null;
  const found = search?.found ?? null;
  const rows = useMemo(
    () => (trace ? rowsOf(trace.nodes, { folded, found, until }) : new Int32Array()),
    [trace, folded, found, until],
  );
  if (!trace) return null;
  const current = rows.indexOf(selected);
  return (
    <Rows
      class="tree"
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      current={current}
      attributes={{
        id: "tree",
        role: "tree",
        tabIndex: 0,
        "aria-label": `Steps of ${nameOf(trace, 0)}`,
        ...(current >= 0 ? { "aria-activedescendant": `node-${selected}` } : {}),
      }}
      row={(place, style) => {
        const node = rows[place] ?? 0;
        return (
          <TreeRow
            key={node}
            trace={trace}
            node={node}
            style={style}
            isSelected={node === selected}
            isOpen={hasChildren(trace.nodes, node) ? !folded.has(node) || found !== null : null}
            isFound={found?.has(node) ?? false}
            moment={until}
            onSelect={() => select(page, node)}
          />
        );
      }}
    />
  );
}
