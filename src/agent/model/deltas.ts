import type { Pieces } from "../../core/pieces.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import type { Scope } from "../engine/scope.ts";

/** What is told while a model writes: without secrets, wherever it is cut, and not before its guardrails have let it pass. */
export class Deltas {
  readonly #scope: Scope;
  readonly #turn: number;
  readonly #effect: RunningEffect;
  readonly #pieces: Pieces;
  /** Kept back for the guardrails; null where there are none. */
  readonly #held: string[] | null;

  constructor(scope: Scope, turn: number, effect: RunningEffect, isHeld: boolean) {
    this.#scope = scope;
    this.#turn = turn;
    this.#effect = effect;
    this.#pieces = scope.engine.scrub.pieces();
    this.#held = isHeld ? [] : null;
  }

  /** Takes what the model has written; anything but a text is passed over. */
  add(text: unknown): void {
    if (typeof text !== "string") return;
    if (this.#held) this.#held.push(text);
    else this.#tell(this.#pieces.add(text));
  }

  /** A try has failed: what it wrote is no part of the answer. */
  restart(): void {
    this.#held?.splice(0);
    this.#tell(this.#pieces.rest());
  }

  /** No more will be written; `answer` is what the guardrails have let pass of what was kept back, if they have. */
  end(answer: string | null): void {
    if (this.#held && answer !== null) for (const text of this.#passed(this.#held, answer)) this.#tell(this.#pieces.add(text));
    this.#tell(this.#pieces.rest());
  }

  // Only what the guardrails have seen: pieces that do not make up the text are told as the text.
  #passed(held: readonly string[], answer: string): readonly string[] {
    const isWhole = this.#scope.engine.scrub.text(held.join("")) === answer;
    return isWhole || held.length === 0 ? held : [answer];
  }

  #tell(text: string): void {
    if (text !== "" && this.#effect.isOpen) this.#scope.engine.emit(this.#scope, { type: "model.delta", turn: this.#turn, text });
  }
}
