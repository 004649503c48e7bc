const lastTurns = new WeakMap<object, Promise<unknown>>();

/**
 * Does work with a thing that serves one at a time, such as the input a person types on, when all who came before have
 * ended, however they did. Settles as the work does.
 */
export function inTurn<Result>(thing: object, work: () => Promise<Result>): Promise<Result> {
  const before = lastTurns.get(thing) ?? Promise.resolve();
  const turn = before.then(work);
  lastTurns.set(thing, turn.catch(() => undefined));
  return turn;
}
