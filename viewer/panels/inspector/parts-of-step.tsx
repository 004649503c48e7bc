import type { JSX } from "preact";
import type { AgentStep, ModelStep, RunRecord, Step } from "../../../src/core/run.ts";
import { Icon } from "../../parts/icon.tsx";
import { Json } from "../../parts/text.tsx";
import { lineOf, secondsText } from "../../parts/words.ts";
import type { Trace } from "../../trace/trace.ts";
import { Artifacts } from "./artifacts.tsx";
import { BudgetTable } from "./budget-table.tsx";
import { Calls } from "./calls.tsx";
import { Limited } from "./limited.tsx";
import { Offered } from "./offered.tsx";
import { Section, TextSection } from "./section.tsx";

/** What every step has: what it was given, what came of it, what went wrong. */
export function SharedParts({ step }: { step: Step }): JSX.Element {
  const isRepeated = step.observation === step.output;
  return (
    <>
      <TextSection title="Error" text={step.error} />
      <TextSection title="Error in full" text={step.errorDetail} isOpen={false} />
      {step.arguments !== null && (
        <Section title="Arguments">
          <Json value={step.arguments} label="Arguments" />
        </Section>
      )}
      <TextSection title={step.kind === "model" ? "Said" : step.kind === "agent" ? "Conclusion" : "Result"} text={step.output} />
      <TextSection title="What the model read of it" text={isRepeated ? "" : step.observation} />
      {step.artifacts.length > 0 && (
        <Section title="Artifacts">
          <ul class="plain">
            {step.artifacts.map((name) => (
              <li key={name}>
                <Icon name="artifact" /> {lineOf(name)}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** What only a model turn has. */
export function ModelParts({ trace, step, node }: { trace: Trace; step: ModelStep; node: number }): JSX.Element {
  return (
    <>
      {step.calls.length > 0 && <Calls trace={trace} step={step} node={node} />}
      <TextSection title="Reasoning" text={step.reasoning} isOpen={false} />
      {step.attempts.length > 0 && (
        <Section title="Attempts that failed">
          <ol class="plain">
            {step.attempts.map(({ error, status, waitSeconds }, index) => (
              <li key={index}>
                <Icon name="retry" tone="cut" /> {status === undefined ? "" : `${status} `}
                {lineOf(error)}
                {waitSeconds === undefined ? "" : `, waited ${secondsText(waitSeconds)}`}
              </li>
            ))}
          </ol>
        </Section>
      )}
      <p class="inspector-end">
        {step.finishReason !== null && `finish reason ${lineOf(step.finishReason)} · `}request {lineOf(step.requestHash)}
      </p>
    </>
  );
}

/** What only a delegation has. */
export function AgentParts({ step }: { step: AgentStep }): JSX.Element {
  return (
    <>
      <TextSection title="Goal" text={step.goal} />
      <Limited limit={step.limit} stopReason={step.stopReason} />
      <BudgetTable budget={step.budget} />
      <TextSection title="Instructions" text={step.instructions} isOpen={false} />
      <Offered offered={step.offered} />
    </>
  );
}

/** What the run itself has. */
export function RunParts({ run }: { run: RunRecord }): JSX.Element {
  return (
    <>
      <TextSection title="Goal" text={run.goal} />
      <TextSection title="Error" text={run.error} />
      <TextSection title="Answer" text={run.output} />
      <Limited limit={run.limit} stopReason={run.stopReason} />
      {run.data !== undefined && (
        <Section title="Data">
          <Json value={run.data} label="Data" />
        </Section>
      )}
      <TextSection title="Why there is no data" text={run.dataProblem?.message} />
      <Artifacts artifacts={run.artifacts} />
      <BudgetTable budget={run.budget} />
      <TextSection title="Instructions" text={run.instructions} isOpen={false} />
      <Offered offered={run.offered} />
    </>
  );
}
