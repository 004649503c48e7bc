import type { JSX } from "preact";
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { Drawing } from "../../draw/drawing.tsx";
import type { Sheet } from "../../draw/sheet.ts";
import { usePage } from "../../parts/use-store.ts";
import { countText, lineOf, moneyText, percent, shortCount } from "../../parts/words.ts";
import { accountsOf, type AccountHistory } from "../../shape/ledger.ts";
import { scaleOf, type Scale } from "../../shape/window.ts";
import type { State } from "../../state/state.ts";
import type { Trace } from "../../trace/trace.ts";
import { attachTimeGestures } from "../../draw/time-gestures.ts";
import { CeilingsTable } from "./ceilings-table.tsx";
import { amountWords, ceilingOf, drawChart } from "./chart.ts";

const GUTTER = 56;

/** The ledger over time, account by account, and who hit which ceiling. */
export function BudgetView({ trace }: { trace: Trace }): JSX.Element {
  const accounts = useMemo(() => accountsOf(trace.run.ledger), [trace]);
  const [chosen, choose] = useState(0);
  const account = accounts[chosen] ?? accounts[0];
  return (
    <div class="view-column budget">
      {account ? (
        <>
          <Accounts accounts={accounts} chosen={account} choose={choose} />
          <Chart trace={trace} account={account} />
        </>
      ) : (
        <p class="empty">This trace has no ledger.</p>
      )}
      <CeilingsTable trace={trace} />
    </div>
  );
}

interface AccountsProps {
  readonly accounts: readonly AccountHistory[];
  readonly chosen: AccountHistory;
  readonly choose: (place: number) => void;
}

const MOST_ACCOUNTS = 200;

function Accounts({ accounts, chosen, choose }: AccountsProps): JSX.Element {
  const shown = accounts.slice(0, MOST_ACCOUNTS);
  const words = (account: AccountHistory): string =>
    `${account.scope === "pool" ? "the pool" : `${account.scope} of ${lineOf(account.path, 60)}`}: ${account.resource}`;
  const { last, peak } = chosen;
  const amount = (value: number): string => amountWords(chosen, value, countText, moneyText);
  return (
    <div class="view-bar">
      <label class="choice">
        <span>Account</span>
        <select value={String(accounts.indexOf(chosen))} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
          {shown.map((account, place) => (
            <option key={place} value={String(place)}>
              {words(account)}
            </option>
          ))}
        </select>
      </label>
      <span class="view-fact">
        granted <b>{amount(last.granted)}</b> · spent <b>{amount(last.spent)}</b> (
        {percent(last.granted === 0 ? 0 : last.spent / last.granted)}) · given back <b>{amount(last.refunded)}</b> · at most{" "}
        <b>{amount(peak)}</b> taken at once
        {ceilingOf(chosen).isCut ? "; the line of what was granted lies far above the chart" : ""}
        {accounts.length > MOST_ACCOUNTS
          ? `; the first ${MOST_ACCOUNTS} of ${countText(accounts.length)} accounts can be chosen`
          : ""}
      </span>
    </div>
  );
}

function Chart({ trace, account }: { trace: Trace; account: AccountHistory }): JSX.Element {
  const page = usePage();
  const scale = useRef<Scale | null>(null);
  const draw = (sheet: Sheet, { span }: State): void => {
    scale.current = scaleOf(span ?? trace.span, GUTTER, Math.max(40, sheet.width - GUTTER - 12));
    const amountText = (amount: number): string => amountWords(account, amount, shortCount, moneyText);
    drawChart(sheet, { account, scale: scale.current, startedAt: trace.run.startedAt, amountText });
  };
  const attach = useCallback(
    (canvas: HTMLCanvasElement) =>
      attachTimeGestures(canvas, page, {
        scale: () => scale.current,
        point: () => undefined,
        leave: () => undefined,
        pick: () => undefined,
      }),
    [page],
  );
  return (
    <Drawing
      draw={draw}
      attach={attach}
      class="budget-chart"
      label={`${account.resource} of ${account.scope} ${account.path} over time: spent and reserved of ${account.last.granted}.`}
    />
  );
}
