import type { UsagePair } from "../core/usage.ts";

/** Seconds, the finer the fewer there are: `0 s`, `0.004 s`, `1.25 s`, `12.5 s`, `60 s`, `340 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 0.0005) return "0 s";
  if (seconds < 0.1) return `${seconds.toFixed(3)} s`;
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  return `${Number(seconds.toFixed(seconds < 100 ? 1 : 0))} s`;
}

/** A whole number with its thousands set apart: `12,340`. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ",");
}

/** A count and its noun: `1 step`, `12 steps`. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Money to the micro-unit that the ledger keeps, without needless zeros: `0.0123`. */
export function moneyText(amount: number): string {
  return amount.toFixed(6).replace(/\.?0+$/u, "");
}

/** Input plus output tokens, own and of everyone below as well. */
export function tokensOf({ own, subtree }: UsagePair): { readonly own: number; readonly subtree: number } {
  return { own: own.inputTokens + own.outputTokens, subtree: subtree.inputTokens + subtree.outputTokens };
}

/** What an agent and everyone below it came to, and, where that is less, its own part: `1 step`, `9 steps (4 own)`. */
export function countWithOwn({ own, subtree }: { readonly own: number; readonly subtree: number }, noun: string): string {
  return countOf(subtree, noun) + (own === subtree ? "" : ` (${countText(own)} own)`);
}
