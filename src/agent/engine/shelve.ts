import type { Artifact } from "../../core/artifact.ts";
import { producedText, renamedText } from "../../core/observation.ts";
import type { Scope } from "./scope.ts";

/** Gives the artifacts of a turn their names, in call order, and tells the model of them. */
export function shelve(scope: Scope): void {
  if (!scope.produced) return;
  const turnStart = scope.steps.findLastIndex(({ kind }) => kind === "model") + 1;
  for (const [index, artifacts] of [...scope.produced].sort(([a], [b]) => a - b)) {
    const step = scope.steps[turnStart + index];
    const kept = artifacts.map((artifact) => scope.artifacts.add(artifact).name);
    if (!step) continue;
    step.artifacts = kept;
    step.observation += step.kind === "agent" ? producedText(kept) : renamedTexts(artifacts, kept);
  }
  scope.produced = null;
}

function renamedTexts(artifacts: readonly Artifact[], kept: readonly string[]): string {
  return artifacts.map(({ name }, index) => (kept[index] === name ? "" : renamedText(name, kept[index] ?? name))).join("");
}
