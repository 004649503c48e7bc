import type { ModelPrice, ModelUsage } from "../../core/model.ts";
import { affordableOutput, costOf } from "../../core/price.ts";
import type { Stop } from "../engine/ending.ts";
import type { Scope } from "../engine/scope.ts";
import { accountStop } from "../steps/stop.ts";

/** Tokens and micro-units of money set aside for one model call, and the output it leaves room for. */
export interface Reservation {
  readonly tokens: number;
  readonly cost: number;
  readonly maxOutputTokens: number;
}

/** What asking for a reservation may come to. `wait`: too little is free, but something reserved may come back. */
export type ReservationAnswer =
  | { readonly type: "reserved"; readonly reservation: Reservation }
  | { readonly type: "wait" }
  | { readonly type: "stop"; readonly stop: Stop };

/** What a model call is expected to take. */
export interface CallEstimate {
  readonly promptTokens: number;
  readonly maxOutputTokens: number;
}

/**
 * Sets aside what a model call may cost: the estimated prompt and the most it may answer. When too little is free it
 * waits for reservations that are still open; when nothing can come back, because none is open or nothing of the run
 * is under way, the answer gets shorter; when not even one token of it is left the agent stops.
 */
export function reserve(scope: Scope, { promptTokens, maxOutputTokens }: CallEstimate): ReservationAnswer {
  const whole = amounts(scope, promptTokens, maxOutputTokens);
  if (fits(scope, whole)) return book(scope, whole);
  if (mayFit(scope, whole)) return { type: "wait" };
  const shorter = amounts(scope, promptTokens, Math.min(maxOutputTokens, affordable(scope, promptTokens)));
  if (shorter.maxOutputTokens >= 1) return book(scope, shorter);
  const least = amounts(scope, promptTokens, 1);
  const stop = accountStop(scope, "tokens", least.tokens) ?? accountStop(scope, "cost", least.cost);
  return stop ? { type: "stop", stop } : book(scope, least);
}

/** Tokens and micro-units of money that a call took. */
type Taken = Pick<Reservation, "tokens" | "cost">;

/** Books what a call took and frees the rest. Returns what it took more of than was set aside, if that has a ceiling. */
export function settle(scope: Scope, reservation: Reservation, { tokens, cost }: Taken): "tokens" | "cost" | null {
  scope.account.settle("tokens", reservation.tokens, tokens);
  scope.account.settle("cost", reservation.cost, cost);
  scope.engine.activity.balanceChanged();
  if (tokens > reservation.tokens && scope.account.free("tokens") !== null) return "tokens";
  return cost > reservation.cost && scope.account.free("cost") !== null ? "cost" : null;
}

/** Frees a reservation of which nothing was used. */
export function release(scope: Scope, reservation: Reservation): void {
  settle(scope, reservation, { tokens: 0, cost: 0 });
}

function amounts({ agent }: Scope, promptTokens: number, maxOutputTokens: number): Reservation {
  const cost = micro(agent.model.price, { inputTokens: promptTokens, outputTokens: Math.max(0, maxOutputTokens) });
  return { tokens: promptTokens + maxOutputTokens, cost, maxOutputTokens };
}

function fits({ account }: Scope, { tokens, cost }: Reservation): boolean {
  return !account.denial("tokens", tokens) && !account.denial("cost", cost);
}

function mayFit({ account, engine }: Scope, { tokens, cost }: Reservation): boolean {
  return !engine.activity.isQuiet && account.mayFree("tokens", tokens) && account.mayFree("cost", cost);
}

function affordable({ account, agent }: Scope, promptTokens: number): number {
  const tokens = account.free("tokens");
  const money = account.free("cost");
  const byTokens = tokens === null ? Infinity : tokens - promptTokens;
  const byMoney = money === null || !agent.model.price ? Infinity : affordableOutput(agent.model.price, money, promptTokens);
  return Math.min(byTokens, byMoney);
}

function book({ account }: Scope, reservation: Reservation): ReservationAnswer {
  account.reserve("tokens", reservation.tokens);
  account.reserve("cost", reservation.cost);
  return { type: "reserved", reservation };
}

function micro(price: ModelPrice | undefined, usage: ModelUsage): number {
  return price ? costOf(price, usage) : 0;
}
