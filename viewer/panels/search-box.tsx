import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { countText } from "../parts/words.ts";
import { select, type Page } from "../state/actions.ts";
import { foundIn } from "../state/found.ts";
import type { Trace } from "../trace/trace.ts";

const TYPING_PAUSE_MS = 120; // so that a large trace is not searched for every letter
const PLACEHOLDER = "Search:  agent:reader  kind:tool  is:failed  ms>500  text";

/** The search: what it finds stays in the tree, with what stands above it. Enter goes to the next one found. */
export function SearchBox({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { query } = useStateOf("query");
  const { found, problem } = foundIn(trace, query);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = query;
  }, [query]);
  const due = useRef<number | undefined>(undefined);
  const ask = (wanted: string): void => {
    window.clearTimeout(due.current);
    due.current = window.setTimeout(() => page.set({ query: wanted }), TYPING_PAUSE_MS);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      window.clearTimeout(due.current);
      page.set({ query: (event.currentTarget as HTMLInputElement).value });
      goToNext(page, trace, event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") {
      window.clearTimeout(due.current);
      page.set({ query: "" });
      document.getElementById("tree")?.focus();
    }
  };
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        ref={input}
        id="search"
        type="search"
        placeholder={PLACEHOLDER}
        aria-label="Search the steps"
        aria-describedby="search-said"
        aria-invalid={problem !== null}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => ask(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span id="search-said" class={problem ? "search-said tone-bad" : "search-said"} role="status" title={problem ?? ""}>
        {problem ?? (found ? `${countText(found.size)} found` : "")}
      </span>
    </div>
  );
}

function goToNext(page: Page, trace: Trace, direction: 1 | -1): void {
  const { selected, query } = page.get();
  const places = [...(foundIn(trace, query).found ?? [])];
  const next = direction === 1 ? places.find((node) => node > selected) : places.findLast((node) => node < selected);
  const chosen = next ?? places.at(direction === 1 ? 0 : -1);
  if (chosen !== undefined) select(page, chosen);
}
