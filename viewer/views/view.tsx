import type { ComponentType, JSX } from "preact";
import { Fallback } from "../parts/fallback.tsx";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { show } from "../state/actions.ts";
import { VIEWS, type View } from "../state/state.ts";
import type { Trace } from "../trace/trace.ts";
import { BoundaryView } from "./boundary/boundary-view.tsx";
import { BudgetView } from "./budget/budget-view.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { DiffView } from "./diff/diff-view.tsx";
import { IcicleView } from "./icicle/icicle-view.tsx";
import { LanesView } from "./lanes/lanes-view.tsx";
import { ReplayView } from "./replay/replay-view.tsx";
import { TableView } from "./table/table-view.tsx";

const COMPONENTS: Readonly<Record<View, ComponentType<{ trace: Trace }>>> = {
  lanes: LanesView,
  icicle: IcicleView,
  boundary: BoundaryView,
  conversation: ConversationView,
  budget: BudgetView,
  table: TableView,
  diff: DiffView,
  replay: ReplayView,
};

const WORDS: Readonly<Record<View, string>> = {
  lanes: "Lanes",
  icicle: "Icicle",
  boundary: "Boundary",
  conversation: "Conversation",
  budget: "Budget",
  table: "Table",
  diff: "Diff",
  replay: "Replay",
};

/** The centre of the page: tabs, and the view that is chosen. */
export function ViewPanel({ trace }: { trace: Trace }): JSX.Element {
  const { view } = useStateOf("view");
  const Chosen = COMPONENTS[view];
  return (
    <main class="view">
      <ViewTabs chosen={view} />
      <div class="view-body" role="tabpanel" id="view-body" aria-labelledby={`tab-${view}`}>
        <Fallback what="This view" key={`${view} ${trace.run.id}`}>
          <Chosen trace={trace} />
        </Fallback>
      </div>
    </main>
  );
}

function ViewTabs({ chosen }: { chosen: View }): JSX.Element {
  const page = usePage();
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = VIEWS[(VIEWS.indexOf(chosen) + step + VIEWS.length) % VIEWS.length];
    if (step === 0 || !next) return;
    event.stopPropagation();
    event.preventDefault();
    show(page, next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views" onKeyDown={move}>
      {VIEWS.map((view, place) => (
        <button
          key={view}
          id={`tab-${view}`}
          role="tab"
          aria-selected={view === chosen}
          aria-controls="view-body"
          tabIndex={view === chosen ? 0 : -1}
          onClick={() => show(page, view)}
        >
          <kbd aria-hidden>{place + 1}</kbd>
          {WORDS[view]}
        </button>
      ))}
    </div>
  );
}
