import type { JSX } from "preact";
import { ICONS, type IconName } from "./icons.ts";

/** An icon as large as the text it stands in. Without a title it is decoration, and silent. */
export function Icon({ name, title, tone }: { name: IconName; title?: string; tone?: string }): JSX.Element {
  const label = title === undefined ? { "aria-hidden": true } : ({ role: "img", "aria-label": title } as const);
  return (
    <svg class={tone ? `icon tone-${tone}` : "icon"} viewBox="0 0 16 16" {...label}>
      <path d={ICONS[name]} />
    </svg>
  );
}
