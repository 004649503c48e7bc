import type { JSX } from "preact";
import type { RunRecord } from "../../../src/core/run.ts";
import { Icon } from "../../parts/icon.tsx";
import { countText, lineOf } from "../../parts/words.ts";
import { bytesOf } from "../../source/block.ts";
import { Section } from "./section.tsx";

type ArtifactRecord = RunRecord["artifacts"][number];

/** Pictures that a browser shows without running anything in them. */
const SHOWN = /^image\/(png|jpeg|gif|webp)$/u;

/** What the run produced: pictures are shown, everything can be saved. */
export function Artifacts({ artifacts }: { artifacts: readonly ArtifactRecord[] }): JSX.Element | null {
  if (artifacts.length === 0) return null;
  return (
    <Section title={`Artifacts (${artifacts.length})`}>
      <ul class="plain">
        {artifacts.map((artifact) => (
          <li key={artifact.name}>
            <Icon name="artifact" /> <b>{lineOf(artifact.name)}</b> {lineOf(artifact.mediaType, 80)},{" "}
            {countText(artifact.sizeBytes)} bytes{" "}
            <button disabled={artifact.base64 === ""} onClick={() => save(artifact)}>
              <Icon name="save" /> Save
            </button>
            {artifact.description && <p>{lineOf(artifact.description, 400)}</p>}
            {SHOWN.test(artifact.mediaType) && /^[A-Za-z0-9+/=]+$/u.test(artifact.base64) && (
              <img
                class="artifact-image"
                src={`data:${artifact.mediaType};base64,${artifact.base64}`}
                alt={lineOf(artifact.description ?? artifact.name)}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

// As bytes without a type that a browser would open: what a tool made is data, whatever it calls itself.
function save({ name, base64 }: ArtifactRecord): void {
  const address = URL.createObjectURL(new Blob([bytesOf(base64)], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = lineOf(name.split(/[/\\]/u).at(-1) ?? "artifact", 120);
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
