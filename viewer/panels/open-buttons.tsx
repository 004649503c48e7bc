import type { JSX, TargetedEvent } from "preact";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { takeFile } from "../source/take-file.ts";

/** Buttons that open another trace, or one to compare with. */
export function OpenButtons(): JSX.Element {
  const { trace } = useStateOf("trace");
  return (
    <>
      <FileButton icon="open" label="Open another trace" as="trace" />
      {trace && <FileButton icon="compare" label="Compare with another trace" as="other" />}
    </>
  );
}

function FileButton({ icon, label, as }: { icon: IconName; label: string; as: "trace" | "other" }): JSX.Element {
  const page = usePage();
  const choose = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0];
    currentTarget.value = ""; // so that the same file can be chosen again
    if (file) void takeFile(page, file, as);
  };
  return (
    <label class="icon-button" title={label}>
      <Icon name={icon} />
      <input type="file" accept=".json,.gz,.html,application/json" aria-label={label} onChange={choose} />
    </label>
  );
}
