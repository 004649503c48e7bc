import { escapeForTerminal } from "../../src/core/escape.ts";
import { wholeCharacters } from "../../src/core/cut.ts";
import type { Step } from "../../src/core/run.ts";
import { countText, moneyText, secondsText } from "../../src/trace/amounts.ts";
import type { Standing } from "../../src/trace/standing.ts";

export { countText, moneyText, secondsText };

/** A count in few characters: `950`, `1.2k`, `34k`, `1.2M`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  const [amount, unit] = count < 999_500 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${amount < 9.95 ? amount.toFixed(1).replace(/\.0$/u, "") : Math.round(amount)}${unit}`;
}

/** Seconds in few characters, minutes and hours where there are some: `0.3 s`, `12 s`, `3:20`, `2:05:00`. */
export function shortSeconds(seconds: number): string {
  if (seconds < 60) return secondsText(seconds);
  const whole = Math.round(seconds);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return whole < 3600 ? `${minutes}:${rest}` : `${Math.floor(whole / 3600)}:${String(minutes).padStart(2, "0")}:${rest}`;
}

/** A part of a whole as a percentage. */
export function percent(share: number): string {
  return `${share > 0 && share < 0.01 ? "<1" : Math.round(share * 100)} %`;
}

/** A text on one line, never longer than `most` characters; controls, bidi and invisible characters are written out. */
export function lineOf(text: string, most = 200): string {
  const cut = text.length > most ? `${wholeCharacters(text.slice(0, most))}…` : text;
  return escapeForTerminal(cut);
}

/** How a step stands, in a word. */
export function standingWord(standing: Standing, step: Step | null): string {
  if (step?.kind === "agent" && step.outcome !== null) return step.outcome.replaceAll("_", " ");
  switch (standing) {
    case "good":
      return step === null ? "completed" : step.kind === "tool" ? "returned" : "answered";
    case "bad":
      return "failed";
    case "cut":
      return step?.error === "timeout" ? "timed out" : "cut short";
    case "queued":
    case "running":
    case "waiting":
      return standing;
  }
}
