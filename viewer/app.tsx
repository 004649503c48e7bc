import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Header } from "./panels/header.tsx";
import { Help } from "./panels/help.tsx";
import { HoverCard } from "./panels/hover-card.tsx";
import { Notes } from "./panels/notes.tsx";
import { OpenButtons } from "./panels/open-buttons.tsx";
import { PaneSwitch } from "./panels/pane-switch.tsx";
import { Side } from "./panels/side.tsx";
import { Strip } from "./panels/strip/strip.tsx";
import { Tree } from "./panels/tree.tsx";
import { Icon } from "./parts/icon.tsx";
import { Fallback } from "./parts/fallback.tsx";
import { useStateOf } from "./parts/use-store.ts";
import { ViewPanel } from "./views/view.tsx";

/** The whole page. */
export function App(): JSX.Element {
  const { trace, pane, theme, following } = useStateOf("trace", "pane", "theme", "following");
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <div class="page" data-pane={pane}>
      <Header trace={trace} />
      <Notes />
      {trace ? (
        <>
          <nav class="tree-panel" aria-label="Delegation tree">
            <Fallback what="The tree">
              <Tree />
            </Fallback>
          </nav>
          <ViewPanel trace={trace} />
          <HoverCard />
          <Side trace={trace} />
          <Strip trace={trace} />
          <PaneSwitch />
        </>
      ) : (
        <Empty isLive={following !== "no"} />
      )}
      <Help />
    </div>
  );
}

function Empty({ isLive }: { isLive: boolean }): JSX.Element {
  return (
    <main class="invitation">
      <Icon name="run" />
      <p>{isLive ? "Waiting for the run to begin …" : "Drop a trace here: the JSON that a run is, or another trace page."}</p>
      {!isLive && (
        <p class="buttons">
          <OpenButtons />
        </p>
      )}
    </main>
  );
}
