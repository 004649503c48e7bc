import { AssertionError } from "node:assert";
import type { Gate } from "../models/gate.ts";
import { interruptible } from "../models/waiting.ts";

/**
 * A gate worked by hand: calls wait at it until the test lets them go, in whatever order it chooses. Give it to a
 * scripted model as `gate`, or wait at it in a tool: `await gate.pass("key", context.signal)`.
 */
export interface ManualGate extends Gate {
  /** The keys of the calls that wait now, in the order they arrived: `0/3.1#2` for a model call. */
  readonly waiting: readonly string[];
  /** Resolves as soon as that many calls wait at once, or a call of this key waits; at once if that is so now. */
  arrived(what: number | string): Promise<void>;
  /** Lets one call go: of several with this key, the one that came first. Throws `AssertionError` when none waits. */
  release(key: string): void;
  /** Lets all calls that wait now go, in the order they arrived. */
  releaseAll(): void;
  /** Lets all waiting calls go, and holds none from now on. */
  open(): void;
}

/** Makes a gate that is closed. */
export function gate(): ManualGate {
  return new HandGate();
}

interface Held {
  readonly key: string;
  readonly letGo: () => void;
}

interface Watcher {
  readonly what: number | string;
  readonly tell: () => void;
}

class HandGate implements ManualGate {
  readonly #held = new Set<Held>();
  readonly #watchers = new Set<Watcher>();
  #isOpen = false;

  get waiting(): readonly string[] {
    return Array.from(this.#held, ({ key }) => key);
  }

  async pass(key: string, signal: AbortSignal): Promise<void> {
    if (this.#isOpen) return signal.throwIfAborted();
    await interruptible(signal, (letGo) => {
      const held = { key, letGo };
      this.#held.add(held);
      this.#tellWatchers();
      return () => this.#held.delete(held);
    });
  }

  arrived(what: number | string): Promise<void> {
    return new Promise((tell) => {
      this.#watchers.add({ what, tell });
      this.#tellWatchers();
    });
  }

  release(key: string): void {
    for (const held of this.#held) if (held.key === key) return this.#release(held);
    const { waiting } = this;
    const message = `no call '${key}' waits at the gate; waiting: ${waiting.join(", ") || "none"}`;
    throw new AssertionError({ message, actual: waiting, expected: key, operator: "release", stackStartFn: this.release });
  }

  releaseAll(): void {
    for (const held of [...this.#held]) this.#release(held);
  }

  open(): void {
    this.#isOpen = true;
    this.releaseAll();
  }

  #release(held: Held): void {
    this.#held.delete(held);
    held.letGo();
  }

  #tellWatchers(): void {
    for (const watcher of this.#watchers) {
      if (!this.#isHere(watcher.what)) continue;
      this.#watchers.delete(watcher);
      watcher.tell();
    }
  }

  #isHere(what: number | string): boolean {
    return typeof what === "number" ? this.#held.size >= what : this.waiting.includes(what);
  }
}
