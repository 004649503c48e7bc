import type { Context } from "@restatedev/restate-sdk";
import type { Pump } from "./pump.ts";

/**
 * Keeps an invocation from being put aside while it makes calls: the engine would wait for them, and would tell neither a
 * cancel nor a deadline before they had ended. An invocation that only waits for others is left to be put aside.
 */
export class Awake {
  readonly #ctx: Context;
  readonly #pump: Pump;
  readonly #everySeconds: number;
  #reasons = 0;
  #isTicking = false;

  /** `everySeconds` is how often the engine has to say something. */
  constructor(ctx: Context, pump: Pump, everySeconds: number) {
    this.#ctx = ctx;
    this.#pump = pump;
    this.#everySeconds = everySeconds;
  }

  /** Stays awake until the function it returns is called. */
  stay(): () => void {
    let isOver = false;
    this.#reasons += 1;
    this.#tick();
    return () => {
      if (!isOver) this.#reasons -= 1;
      isOver = true;
    };
  }

  #tick(): void {
    if (this.#reasons === 0 || this.#isTicking) return;
    this.#isTicking = true;
    this.#pump.watch(this.#ctx.sleep(this.#everySeconds * 1000), () => {
      this.#isTicking = false;
      this.#tick();
    });
  }
}
