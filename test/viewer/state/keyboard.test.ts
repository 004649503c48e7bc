import { describe, expect, it } from "vitest";
import { open } from "../../../viewer/state/actions.ts";
import { KEYS_IN_WORDS, commandOf } from "../../../viewer/state/keys.ts";
import { press, type KeyPress } from "../../../viewer/state/keyboard.ts";
import { NOTHING, type State } from "../../../viewer/state/state.ts";
import { storeOf, type Store } from "../../../viewer/state/store.ts";
import { openedTrace } from "../../../viewer/trace/trace.ts";
import { agentStep, modelStep, runOf, toolStep } from "../../support/trace.ts";

const NO_KEYS = { ctrlKey: false, metaKey: false, altKey: false, isTyping: false, isOnControl: false, keepsArrows: false };

interface Keyboard {
  readonly page: Store<State>;
  readonly done: string[];
  readonly press: (key: string, more?: Partial<KeyPress>) => boolean;
}

function keyboard(): Keyboard {
  const page = storeOf<State>(NOTHING);
  const run = runOf(
    [
      modelStep(),
      agentStep("reader", [modelStep({ id: "0/1.0#1" }), toolStep("search", { id: "0/1.0#1.0" })], { id: "0#1.0" }),
      modelStep({ id: "0#2" }),
    ],
    { seconds: 10 },
  );
  const trace = openedTrace(JSON.parse(JSON.stringify(run)), "");
  if (trace) open(page, trace, "");
  const done: string[] = [];
  const surroundings = {
    focusSearch: () => done.push("search"),
    toggleReplay: () => done.push("play"),
    systemIsDark: () => false,
  };
  return {
    page,
    done,
    press: (key, more = {}) =>
      press(
        page,
        { ...NO_KEYS, key, ...more },
        { ...surroundings, focusSearch: () => void done.push("search"), toggleReplay: () => void done.push("play") },
      ),
  };
}

describe("the keyboard", () => {
  it("goes through the tree, into it and out of it", () => {
    const { page, press: key } = keyboard();
    const places = ["j", "ArrowDown", "ArrowRight", "ArrowDown", "k", "ArrowLeft", "ArrowLeft", "j", "End", "Home"].map(
      (name) => {
        key(name);
        return page.get().selected;
      },
    );

    expect(places).toEqual([1, 2, 3, 4, 3, 2, 2, 5, 5, 0]);
    expect([...page.get().folded]).toEqual([2]);
  });

  it.each([
    { key: "w", state: (state: State) => state.span !== null, becomes: true },
    { key: "4", state: (state: State) => state.view, becomes: "conversation" },
    { key: "?", state: (state: State) => state.help, becomes: true },
    { key: "m", state: (state: State) => state.metric, becomes: "self" },
    { key: "n", state: (state: State) => state.side, becomes: "findings" },
    { key: "T", state: (state: State) => state.theme, becomes: "dark" },
    { key: "[", state: (state: State) => [...state.folded], becomes: [2] },
    { key: ".", state: (state: State) => state.moment, becomes: 10_000 },
  ])("changes the page by $key", ({ key: name, state, becomes }) => {
    const { page, press: key } = keyboard();

    expect(key(name)).toBe(true);
    expect(state(page.get())).toEqual(becomes);
  });

  it("leads to the search and to the replay", () => {
    const { done, press: key } = keyboard();
    key("/");
    key("8");
    key(" ");

    expect(done).toEqual(["search", "play"]);
  });

  it.each([
    { title: "with Ctrl", more: { ctrlKey: true }, name: "f" },
    { title: "while something is typed", more: { isTyping: true }, name: "j" },
    { title: "that scrolls what has the focus", more: { keepsArrows: true }, name: "ArrowDown" },
    { title: "that plays, where nothing is played", more: {}, name: " " },
    { title: "that means nothing here", more: {}, name: "q" },
    { title: "called after a property of every object", more: {}, name: "constructor" },
  ])("leaves alone a key $title", ({ more, name }) => {
    const { page, press: key } = keyboard();
    const before = page.get();

    expect([key(name, more), page.get()]).toEqual([false, before]);
  });

  it("leaves Space to a button that has the focus, in the replay too", () => {
    const { done, press: key } = keyboard();
    key("8");

    expect([key(" ", { isOnControl: true }), done]).toEqual([false, []]);
  });

  it("only closes the help while that is open", () => {
    const { page, press: key } = keyboard();
    key("?");

    expect([key("j"), page.get().selected]).toEqual([false, 0]);
    key("?");
    expect(page.get().help).toBe(false);
  });

  it("lets go of one thing after the other", () => {
    const { page, press: key } = keyboard();
    page.set({ problem: "no", query: "x", span: { from: 0, until: 5 }, selected: 3 });
    const left = [1, 2, 3, 4].map(() => {
      key("Escape");
      const { problem, query, span, selected } = page.get();
      return [problem, query, span, selected];
    });

    expect(left).toEqual([
      [null, "x", { from: 0, until: 5 }, 3],
      [null, "", { from: 0, until: 5 }, 3],
      [null, "", null, 3],
      [null, "", null, 0],
    ]);
  });

  it("says in its help what every key does", () => {
    const named = KEYS_IN_WORDS.flatMap(([keys]) => keys.split(/ {2}/u)).filter(
      (key) => key.length === 1 || ["Esc", "Space"].includes(key),
    );
    const meant = named.map(
      (key) => ({ Esc: "Escape", Space: " ", "↓": "ArrowDown", "↑": "ArrowUp", "→": "ArrowRight", "←": "ArrowLeft" })[key] ?? key,
    );

    expect(meant.filter((key) => commandOf({ ...NO_KEYS, key }) === null)).toEqual([]);
  });
});
