import picocolors from "picocolors";

/** What a piece of a line is, which decides how it looks where colours are on. */
export type Role = "plain" | "strong" | "quiet" | "model" | "tool" | "agent" | "good" | "bad" | "cut" | "open";

/** Puts the looks of a role around a text. Widths must be measured before. */
export type Paint = (role: Role, text: string) => string;

/** Paint with colours, or paint that changes nothing. */
export function paintFor(color: boolean): Paint {
  if (!color) return (_role, text) => text;
  const colors = picocolors.createColors(true);
  const looks: Readonly<Record<Role, (text: string) => string>> = {
    plain: (text) => text,
    strong: colors.bold,
    quiet: colors.dim,
    model: colors.cyan,
    tool: colors.blue,
    agent: (text) => colors.bold(colors.magenta(text)),
    good: colors.green,
    bad: colors.red,
    cut: colors.yellow,
    open: colors.cyan,
  };
  return (role, text) => (text === "" ? text : looks[role](text));
}
