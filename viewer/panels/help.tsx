import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { KEYS_IN_WORDS } from "../state/keys.ts";

const SEARCHES: readonly (readonly [query: string, what: string])[] = [
  ["agent:reader", "steps of agents with that name, and delegations to them"],
  ["kind:model  kind:tool  kind:agent", "turns, tool calls, delegations"],
  ["tool:search  model:large", "calls of a tool, turns of a model"],
  ["outcome:refused  is:failed  is:open", "how it ended"],
  ["depth>2  ms>500  queued>100  tokens>1000", "figures"],
  ['-kind:model  "no such file"', "not; a text anywhere in a step"],
];

/** The overlay that says what every key does. */
export function Help(): JSX.Element | null {
  const page = usePage();
  const { help } = useStateOf("help");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (help && !dialog.current?.open) dialog.current?.showModal();
    if (!help) dialog.current?.close();
  }, [help]);
  const close = (): void => page.set({ help: false }); // `close` is told late, and keys wait for it
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onCancel={close} onClose={close}>
      <h2 id="help-title">Keys</h2>
      <button class="icon-button help-close" aria-label="Close" onClick={close}>
        <Icon name="close" />
      </button>
      <Pairs pairs={KEYS_IN_WORDS} />
      <h2>Search</h2>
      <Pairs pairs={SEARCHES} />
      <p>Drop a trace (JSON, gzip or another trace page) anywhere to open it; hold Shift while dropping to compare.</p>
    </dialog>
  );
}

function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="help-pairs">
      {pairs.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            {keys.split("  ").map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
