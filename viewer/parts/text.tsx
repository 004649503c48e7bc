import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { escapeLines } from "../../src/core/escape.ts";
import { wholeCharacters } from "../../src/core/cut.ts";
import { countText } from "./words.ts";

const SHOWN_AT_FIRST = 12_000;
const SHOWN_MORE = 120_000;

/**
 * A text of several lines as it is, whoever wrote it: nothing in it is markup, and characters that would not be seen or
 * would turn the line around are written out. Of a long one, the beginning, and more when asked.
 */
export function Text({ text, label }: { text: string; label: string }): JSX.Element {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const rest = text.length - shown;
  return (
    <div class="text">
      <pre tabIndex={0} data-keeps-arrows role="group" aria-label={label}>
        {escapeLines(rest > 0 ? wholeCharacters(text.slice(0, shown)) : text)}
      </pre>
      {rest > 0 && (
        <button class="more" onClick={() => setShown(shown + SHOWN_MORE)}>
          {countText(rest)} more characters
        </button>
      )}
    </div>
  );
}

/** A JSON value, indented. */
export function Json({ value, label }: { value: unknown; label: string }): JSX.Element {
  return <Text text={typeof value === "string" ? value : JSON.stringify(value, null, 2)} label={label} />;
}
