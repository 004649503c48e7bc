import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { NOTHING, type State } from "../state/state.ts";
import { storeOf, type Store } from "../state/store.ts";

/** The page's one store. */
export const PageContext = createContext<Store<State>>(storeOf(NOTHING));

/** The page's store, to change it or to read it once. */
export function usePage(): Store<State> {
  return useContext(PageContext);
}

/** A part of the state; the component is rendered again when that part changes, and only then. */
export function useStateOf<Key extends keyof State>(...keys: Key[]): Pick<State, Key> {
  const page = usePage();
  const [, renew] = useState(0);
  const state = page.get();
  useEffect(() => {
    let known = state;
    return page.subscribe(() => {
      const next = page.get();
      if (keys.every((key) => Object.is(next[key], known[key]))) return;
      known = next;
      renew((count) => count + 1);
    });
  }, [page]);
  return state;
}
