import { render } from "preact";
import { App } from "./app.tsx";
import { PageContext } from "./parts/use-store.ts";
import { acceptDrops } from "./source/drop.ts";
import { embeddedIn } from "./source/embedded.ts";
import { followLive } from "./source/live.ts";
import { fragmentOf } from "./state/address.ts";
import { compare, open, renew } from "./state/actions.ts";
import { press } from "./state/keyboard.ts";
import { NOTHING, type State } from "./state/state.ts";
import { storeOf } from "./state/store.ts";
import type { Trace } from "./trace/trace.ts";
import { TOGGLE_EVENT } from "./views/replay/use-player.ts";
import "./style/all.css";

const page = storeOf<State>(NOTHING);

async function begin(): Promise<void> {
  acceptDrops(window, page);
  listenToKeys();
  try {
    const { trace, other, events } = await embeddedIn(document);
    const fragment = location.hash;
    if (trace) open(page, trace, fragment);
    keepPrintable(trace);
    if (trace && other) compare(page, other);
    if (events)
      followLive(events + location.search, {
        grown: (grown) => renew(page, grown),
        following: (following) => page.set({ following }),
      });
  } catch (error) {
    document.getElementById("summary")?.classList.add("is-needed");
    page.set({ problem: `The trace in this page is damaged: ${error instanceof Error ? error.message : String(error)}` });
  }
  keepAddress();
  const root = document.getElementById("app");
  if (root) render(<PageContext.Provider value={page}>{<App />}</PageContext.Provider>, root);
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("troupe-shown")));
}

// The page has the text of the trace it came with, and of no other.
function keepPrintable(own: Trace | null): void {
  const mark = (): void => {
    if (own && page.get().trace === own) document.documentElement.dataset.prints = "text";
    else delete document.documentElement.dataset.prints;
  };
  page.subscribe(mark);
  mark();
}

const ADDRESS_EVERY_MS = 300; // browsers count how often an address changes

// The address follows the state, and the state follows an address that somebody changes by hand.
function keepAddress(): void {
  let due: number | undefined;
  const write = (): void => {
    due = undefined;
    const fragment = fragmentOf(page.get());
    if (fragment !== location.hash.slice(1))
      history.replaceState(null, "", fragment === "" ? location.pathname + location.search : `#${fragment}`);
  };
  page.subscribe(() => (due ??= window.setTimeout(write, ADDRESS_EVERY_MS)));
  window.addEventListener("hashchange", () => {
    const { trace, other } = page.get();
    if (!trace) return;
    open(page, trace, location.hash);
    page.set({ other });
  });
}

function listenToKeys(): void {
  const surroundings = {
    focusSearch: () => document.getElementById("search")?.focus(),
    toggleReplay: () => window.dispatchEvent(new Event(TOGGLE_EVENT)),
    systemIsDark: () => matchMedia("(prefers-color-scheme: dark)").matches,
  };
  window.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const element = target instanceof HTMLElement ? target : null;
    const isTyping = element?.matches("input:not([type=range], [type=checkbox], [type=file]), textarea, select") ?? false;
    const isOnControl = element?.matches("button, summary, input, a") ?? false;
    const keepsArrows = element?.closest("[data-keeps-arrows], input[type=range]") instanceof HTMLElement;
    if (press(page, { key, ctrlKey, metaKey, altKey, isTyping, isOnControl, keepsArrows }, surroundings)) event.preventDefault();
  });
}

void begin();
