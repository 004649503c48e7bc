import type { JSX } from "preact";
import type { RunRecord } from "../../../src/core/run.ts";
import { lineOf } from "../../parts/words.ts";
import { Section } from "./section.tsx";

/** The tools that a model was offered, from which turn on. */
export function Offered({ offered }: { offered: RunRecord["offered"] }): JSX.Element | null {
  if (offered.length === 0) return null;
  return (
    <Section title="Tools offered" isOpen={false}>
      {offered.map(({ turn, tools }) => (
        <div key={turn}>
          <h3>from turn {turn}</h3>
          <ul class="plain">
            {tools.map(({ name, description }) => (
              <li key={name}>
                <b>{lineOf(name, 80)}</b> {lineOf(description ?? "", 400)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
