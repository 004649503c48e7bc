/** The names most like the one asked for, best first, at most `limit`; none when nothing is alike. */
export function closestNames(asked: string, names: Iterable<string>, limit: number): string[] {
  const wanted = pairsOf(asked);
  const scored = [...names].map((name) => ({ name, score: likeness(wanted, pairsOf(name)) }));
  const alike = scored.filter(({ score }) => score >= MIN_LIKENESS).sort((one, other) => other.score - one.score);
  return alike.slice(0, limit).map(({ name }) => name);
}

const MIN_LIKENESS = 0.3;
const MAX_CHARS = 300; // longer names are compared by their ends, where the file stands

function pairsOf(name: string): Set<string> {
  const text = name.slice(-MAX_CHARS).toLowerCase();
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}

// Dice's coefficient: what two names share, of what they have together. Bears typing errors and moved folders alike.
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const pair of one) if (other.has(pair)) both += 1;
  return (2 * both) / Math.max(1, one.size + other.size);
}
