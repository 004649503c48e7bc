import type { JSX } from "preact";

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Value[];
  readonly word: (value: Value) => string;
  readonly choose: (value: Value) => void;
}

/** A choice of one from a few. */
export function Choice<Value extends string>({ label, value, choices, word, choose }: ChoiceProps<Value>): JSX.Element {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Value)}>
        {choices.map((each) => (
          <option key={each} value={each}>
            {word(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
