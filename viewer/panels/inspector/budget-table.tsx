import type { JSX } from "preact";
import type { BudgetRecord } from "../../../src/core/run.ts";
import { countText, moneyText, secondsText } from "../../parts/words.ts";
import { Section } from "./section.tsx";

const ROWS = [
  ["steps", "maxSteps", "steps", countText],
  ["seconds", "maxSeconds", "seconds", secondsText],
  ["tool calls", "maxToolCalls", "toolCalls", countText],
  ["delegations", "maxDelegations", "delegations", countText],
  ["tokens", "maxTokens", "tokens", countText],
  ["cost", "maxCost", "cost", moneyText],
] as const;

/** The ceilings of an agent and what it spent of each, with a bar. */
export function BudgetTable({ budget }: { budget: BudgetRecord }): JSX.Element {
  return (
    <Section title="Budget" isOpen={false}>
      <table class="budget-table">
        <tbody>
          {ROWS.map(([word, ceiling, spent, text]) => {
            const most = budget[ceiling];
            const used = budget.spent[spent] ?? 0;
            const share = most === null || most === 0 ? 0 : Math.min(1, used / most);
            return (
              <tr key={word}>
                <th scope="row">{word}</th>
                <td>{text(used)}</td>
                <td>{most === null ? "no ceiling" : `of ${text(most)}`}</td>
                <td class="budget-cell" aria-hidden>
                  {most !== null && <i class={share >= 1 ? "is-full" : ""} style={{ width: `${share * 100}%` }} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}
