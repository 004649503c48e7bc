import type { JSX } from "preact";
import { Fallback } from "../parts/fallback.tsx";
import { usePage, useStateOf } from "../parts/use-store.ts";
import type { Trace } from "../trace/trace.ts";
import { Findings } from "./findings.tsx";
import { Inspector } from "./inspector/inspector.tsx";

const SIDES = ["inspector", "findings"] as const;
const WORDS = { inspector: "Inspector", findings: "Findings" } as const;

/** The right of the page: what is selected, or what is worth a look. */
export function Side({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { side } = useStateOf("side");
  return (
    <aside class="side" aria-label="Details">
      <div class="tabs" role="tablist" aria-label="Details">
        {SIDES.map((each) => (
          <button
            key={each}
            id={`tab-${each}`}
            role="tab"
            aria-selected={each === side}
            aria-controls="side-body"
            onClick={() => page.set({ side: each })}
          >
            {WORDS[each]}
          </button>
        ))}
      </div>
      <div class="side-body" id="side-body" role="tabpanel" aria-labelledby={`tab-${side}`} tabIndex={0} data-keeps-arrows>
        <Fallback what="This panel" key={side}>
          {side === "inspector" ? <Inspector trace={trace} /> : <Findings trace={trace} />}
        </Fallback>
      </div>
    </aside>
  );
}
