import { hasChildren, rowsOf } from "../shape/rows.ts";
import { fold, foldAll, focus, nextMetric, pan, select, setSpan, showByDigit, switchTheme, unfoldAll, zoom } from "./actions.ts";
import { foundIn } from "./found.ts";
import { commandOf, type Command } from "./keys.ts";
import { stepReplay } from "./player.ts";
import type { State } from "./state.ts";
import type { Store } from "./store.ts";

/** What the keyboard needs of the page around it. */
export interface Surroundings {
  readonly focusSearch: () => void;
  readonly toggleReplay: () => void;
  readonly systemIsDark: () => boolean;
}

/** What a key press is about: the key, and whether what has the focus wants it for itself. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** A text is being written. */
  readonly isTyping: boolean;
  /** A button, a link or a control has the focus, and keeps Space. */
  readonly isOnControl: boolean;
  /** Something that scrolls or slides has the focus, and keeps the arrows, Home, End and Space. */
  readonly keepsArrows: boolean;
}

const SCROLLS = /^(Arrow.*|Home|End| )$/u;

/** Does what a key asks for; true when it did anything, so that the browser does not. */
export function press(page: Store<State>, pressed: KeyPress, surroundings: Surroundings): boolean {
  const command = commandOf(pressed);
  if (!command || pressed.isTyping) return false;
  const { help, trace } = page.get();
  if (command.does === "play" && (pressed.isOnControl || page.get().view !== "replay")) return false;
  if (pressed.keepsArrows && SCROLLS.test(pressed.key)) return false;
  if (help && command.does !== "help") return false;
  if (!trace && command.does !== "help" && command.does !== "theme") return false;
  perform(page, command, surroundings);
  return true;
}

function perform(page: Store<State>, command: Command, surroundings: Surroundings): void {
  switch (command.does) {
    case "view":
      return showByDigit(page, command.digit);
    case "zoomIn":
      return zoom(page, 0.75);
    case "zoomOut":
      return zoom(page, 1 / 0.75);
    case "panLeft":
      return pan(page, -0.2);
    case "panRight":
      return pan(page, 0.2);
    case "whole":
      return setSpan(page, null);
    case "focus":
      return focus(page);
    case "next":
      return move(page, (at) => at + 1);
    case "previous":
      return move(page, (at) => at - 1);
    case "first":
      return move(page, () => 0);
    case "last":
      return move(page, (_, last) => last);
    case "inward":
      return goInward(page);
    case "outward":
      return goOutward(page);
    case "foldAll":
      return foldAll(page);
    case "unfoldAll":
      return unfoldAll(page);
    case "search":
      return surroundings.focusSearch();
    case "help":
      return page.set({ help: !page.get().help });
    case "metric":
      return nextMetric(page);
    case "inspector":
    case "findings":
      return page.set({ side: command.does, pane: "side" });
    case "theme":
      return switchTheme(page, surroundings.systemIsDark());
    case "play":
      return surroundings.toggleReplay();
    case "nextEvent":
      return void stepReplay(page, 1);
    case "previousEvent":
      return void stepReplay(page, -1);
    case "escape":
      return letGo(page);
  }
}

// What is in the way goes first: a search, then the window, then the selection.
function letGo(page: Store<State>): void {
  const { query, span, problem } = page.get();
  if (problem !== null) page.set({ problem: null });
  else if (query !== "") page.set({ query: "" });
  else if (span) page.set({ span: null });
  else page.set({ selected: 0, top: 0 });
}

function move(page: Store<State>, to: (at: number, last: number) => number): void {
  const { trace, folded, query, view, moment, selected } = page.get();
  if (!trace) return;
  const rows = rowsOf(trace.nodes, { folded, found: foundIn(trace, query).found, until: view === "replay" ? moment : null });
  const last = rows.length - 1;
  const place = Math.min(last, Math.max(0, to(rows.indexOf(selected), last)));
  select(page, rows[place] ?? 0);
}

function goInward(page: Store<State>): void {
  const { trace, selected, folded } = page.get();
  if (!trace || !hasChildren(trace.nodes, selected)) return;
  if (folded.has(selected)) fold(page, selected, false);
  else select(page, selected + 1);
}

function goOutward(page: Store<State>): void {
  const { trace, selected, folded } = page.get();
  if (!trace || selected === 0) return;
  if (hasChildren(trace.nodes, selected) && !folded.has(selected)) fold(page, selected, true);
  else select(page, trace.nodes.parent[selected] ?? 0);
}
