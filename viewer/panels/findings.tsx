import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Analysis } from "../../src/trace/analyse/analyse.ts";
import type { Finding } from "../../src/trace/analyse/findings/finding.ts";
import { ofEachKind } from "../../src/trace/analyse/text/findings-list.ts";
import { describeFinding } from "../../src/trace/analyse/text/describe-finding.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { nameOf } from "../parts/step-words.ts";
import { useAnalysis } from "../parts/use-analysis.ts";
import { usePage } from "../parts/use-store.ts";
import { countText, lineOf, percent, secondsText } from "../parts/words.ts";
import { goTo } from "../state/actions.ts";
import type { Trace } from "../trace/trace.ts";

/** What is worth a look, each with the steps that show it. */
export function Findings({ trace }: { trace: Trace }): JSX.Element {
  const analysis = useAnalysis(trace);
  if (!analysis)
    return (
      <p class="empty" role="status">
        Looking through the steps …
      </p>
    );
  const kinds = ofEachKind(analysis.findings);
  return (
    <div class="findings">
      <CriticalPath trace={trace} analysis={analysis} />
      {analysis.openSteps.length > 0 && <OpenSteps trace={trace} analysis={analysis} />}
      {kinds.map((same) => (
        <Kind key={same[0]?.kind} trace={trace} findings={same} />
      ))}
      {kinds.length === 0 && (
        <p class="empty">
          <Icon name="good" tone="good" /> Nothing stands out: no ceiling, no waste, no waits worth telling.
        </p>
      )}
    </div>
  );
}

const MOST_PARTS = 6;

function CriticalPath({ trace, analysis }: { trace: Trace; analysis: Analysis }): JSX.Element {
  const { criticalPath, unlimited } = analysis;
  return (
    <section class="finding-kind">
      <h2>
        <Icon name="link" /> Critical path
      </h2>
      <ol class="path-parts">
        {criticalPath.parts.slice(0, MOST_PARTS).map(({ agent, path, seconds, share }) => (
          <li key={path}>
            <StepLink trace={trace} id={delegationOf(path)} word={lineOf(agent, 60)} />
            <span class="path-bar" aria-hidden>
              <i style={{ width: `${share * 100}%` }} />
            </span>
            <span>
              {secondsText(seconds)} · {percent(share)}
            </span>
          </li>
        ))}
      </ol>
      <p>
        {unlimited.savedSeconds > 0.0005
          ? `Without any wait it would have taken ${secondsText(unlimited.seconds)}, ${secondsText(unlimited.savedSeconds)} less.`
          : "No call waited: more slots would change nothing."}
      </p>
    </section>
  );
}

// The delegation that started the agent at a path: `0/3.1/2.0` was started by the step `0/3.1#2.0`.
function delegationOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? path : `${path.slice(0, slash)}#${path.slice(slash + 1)}`;
}

function OpenSteps({ trace, analysis }: { trace: Trace; analysis: Analysis }): JSX.Element {
  return (
    <section class="finding-kind">
      <h2>
        <Icon name="running" /> Still open
      </h2>
      <ul>
        {analysis.openSteps.slice(0, MOST_OF_A_KIND).map(({ stepId, agent, name, state, ageSeconds, waitingOn }) => (
          <li key={stepId}>
            <StepLink trace={trace} id={stepId} word={lineOf(`${agent}: ${name}`, 80)} /> {state} for {secondsText(ageSeconds)}
            {waitingOn.length > 0 && `, on ${lineOf(waitingOn.slice(0, 2).join(" and "), 100)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

const KIND_WORDS: Readonly<Record<Finding["kind"], readonly [title: string, icon: IconName]>> = {
  unfinished: ["Not ended", "running"],
  ceiling_hit: ["Ceilings that were hit", "limit"],
  refused_delegations: ["Refused delegations", "refused"],
  failed_branch: ["Spent on branches that came to nothing", "bad"],
  empty_conclusion: ["Empty conclusions", "empty"],
  unused_conclusion: ["Conclusions nobody used", "conclusion"],
  repeated_calls: ["The same call again", "retry"],
  serial_delegations: ["Could have run together", "agent"],
  long_waits: ["Waits", "timed_out"],
  idle_gap: ["Idle gaps", "queued"],
};

const MOST_OF_A_KIND = 8;

function Kind({ trace, findings }: { trace: Trace; findings: readonly Finding[] }): JSX.Element | null {
  const [shown, setShown] = useState(MOST_OF_A_KIND);
  const [first] = findings;
  if (!first) return null;
  const [title, icon] = KIND_WORDS[first.kind];
  const rest = findings.length - shown;
  return (
    <section class="finding-kind">
      <h2>
        <Icon name={icon} /> {title} <span class="count">{countText(findings.length)}</span>
      </h2>
      <ul>
        {findings.slice(0, shown).map((finding, index) => (
          <li key={index}>
            {describeFinding(finding, (text) => lineOf(text, 160))}
            <Steps trace={trace} ids={finding.stepIds} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button class="more" onClick={() => setShown(shown + 5 * MOST_OF_A_KIND)}>
          {countText(rest)} more
        </button>
      )}
    </section>
  );
}

const MOST_STEPS = 5;

function Steps({ trace, ids }: { trace: Trace; ids: readonly string[] }): JSX.Element {
  return (
    <span class="finding-steps">
      {ids.slice(0, MOST_STEPS).map((id, index) => (
        <StepLink key={index} trace={trace} id={id} />
      ))}
      {ids.length > MOST_STEPS && ` and ${countText(ids.length - MOST_STEPS)} more`}
    </span>
  );
}

function StepLink({ trace, id, word }: { trace: Trace; id: string; word?: string }): JSX.Element {
  const page = usePage();
  const node = trace.nodeOf(id) ?? 0;
  const text = word ?? (node === 0 ? lineOf(id, 40) : nameOf(trace, node));
  return (
    <button class="step-link" title={lineOf(id, 300)} onClick={() => goTo(page, node)}>
      {text}
    </button>
  );
}
