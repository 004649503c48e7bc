import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";

/** Copies a value as JSON. */
export function CopyButton({ value }: { value: unknown }): JSX.Element {
  const [word, setWord] = useState("Copy JSON");
  const copy = (): void => {
    navigator.clipboard.writeText(JSON.stringify(value, null, 2)).then(
      () => setWord("Copied"),
      () => setWord("Not allowed here"),
    );
  };
  return (
    <button onClick={copy}>
      <Icon name="copy" /> <span role="status">{word}</span>
    </button>
  );
}
