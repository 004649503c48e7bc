/** One value that changes, and those who want to know. */
export interface Store<State> {
  get(): State;
  /** Merges what changes into the state and tells everyone once, if anything is different. */
  set(change: Partial<State>): void;
  /** Calls `listener` after each change, until the function it returns is called. */
  subscribe(listener: () => void): () => void;
}

/** Makes a store. */
export function storeOf<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const isDifferent = (Object.keys(change) as (keyof State)[]).some((key) => !Object.is(change[key], state[key]));
      if (!isDifferent) return;
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
