import type { ArtifactRecord } from "../core/artifact.ts";
import type { RunRecord } from "../core/run.ts";
import type { Life } from "./lives.ts";

/** The artifacts of each agent of a trace, under the names they have there: by path, then by name. */
export function keptArtifacts(run: RunRecord, lives: readonly Life[]): ReadonlyMap<string, ReadonlyMap<string, ArtifactRecord>> {
  const byPath = new Map<string, Map<string, ArtifactRecord>>();
  for (const life of lives) {
    const here = byPath.get(life.path) ?? new Map(run.artifacts.map((artifact) => [artifact.name, artifact]));
    byPath.set(life.path, here);
    for (const child of life.below) byPath.set(child.path, handedUp(child, here));
  }
  return byPath;
}

// What a specialist produced surfaces at its parent in the same order, under other names; or not at all.
function handedUp({ steps, step }: Life, above: ReadonlyMap<string, ArtifactRecord>): Map<string, ArtifactRecord> {
  const own = steps.flatMap(({ artifacts }) => artifacts);
  const surfaced = step?.artifacts ?? [];
  if (own.length !== surfaced.length) return new Map();
  return new Map(own.flatMap((name, index) => {
    const artifact = above.get(surfaced[index] ?? "");
    return artifact ? [[name, artifact] as const] : [];
  }));
}

/** The artifacts a run began with: those that no step of the root produced. */
export function givenArtifacts({ artifacts, steps }: RunRecord): readonly ArtifactRecord[] {
  const produced = new Set(steps.flatMap((step) => step.artifacts));
  return artifacts.filter(({ name }) => !produced.has(name));
}
