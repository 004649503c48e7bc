import { COLOR_NAMES } from "./color-names.ts";

/** The colours that canvases draw with, as the page has them now. */
export type Colors = Readonly<Record<(typeof COLOR_NAMES)[number], string>>;

/** Reads the colours from the page; they differ between light and dark. */
export function colorsOf(element: HTMLElement): Colors {
  const probe = document.createElement("span");
  element.append(probe);
  const entries = COLOR_NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Colors; // one entry for each name
}
