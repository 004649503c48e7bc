import type { JSX } from "preact";
import type { RunRecord } from "../../../src/core/run.ts";
import { Icon } from "../../parts/icon.tsx";
import { countText, lineOf } from "../../parts/words.ts";
import { bytesOf } from "../../source/block.ts";
import { saveFile } from "../../source/save-file.ts";
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
            <button disabled={!isBase64(artifact.base64)} onClick={() => saveFile(artifact.name, bytesOf(artifact.base64))}>
              <Icon name="save" /> Save
            </button>
            {artifact.description && <p>{lineOf(artifact.description, 400)}</p>}
            {SHOWN.test(artifact.mediaType) && isBase64(artifact.base64) && (
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

// What `atob` takes, at least one byte of it; a damaged trace may hold anything.
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/u.test(text);
}
