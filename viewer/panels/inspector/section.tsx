import type { ComponentChildren, JSX } from "preact";
import { Text } from "../../parts/text.tsx";

/** A part of the inspector that can be closed. */
export function Section({
  title,
  isOpen = true,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <details class="section" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** A part that is a text; nothing where there is none. */
export function TextSection({
  title,
  text,
  isOpen = true,
}: {
  title: string;
  text: string | null | undefined;
  isOpen?: boolean;
}): JSX.Element | null {
  if (text === null || text === undefined || text === "") return null;
  return (
    <Section title={title} isOpen={isOpen}>
      <Text text={text} label={title} />
    </Section>
  );
}
