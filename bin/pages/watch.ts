import type { Run, RunHandle } from "../../src/index.ts";
import { asWritten } from "../../src/trace/as-written.ts";
import { liveHtml } from "../../src/viewer/to-html.ts";
import { UsageError } from "../ending/usage-error.ts";
import { reasonOf } from "../text/reason.ts";
import { safeLine } from "../text/safe-line.ts";
import { openBrowser } from "./browser.ts";
import { EVENTS_ADDRESS, servePage, type PageServer } from "./page-server.ts";

/** A page that is ready to follow a run. */
export interface Watch {
  /** Follows a run that has been started. */
  follow(handle: RunHandle): void;
  /** Shows the run as it ended, to whoever still looks. */
  end(run: Run): Promise<void>;
  /** Closes the page's server, where the run never came to its end. */
  close(): void;
}

const LEAST_PAUSE_MS = 200;
const PAUSE_PER_WORK = 4; // of the time, at most a fifth goes into telling
const LONGEST_ARRIVAL_MS = 5_000;

/** Serves the live page and opens it. `tell` is told where it is. Throws `UsageError` where it cannot be served. */
export async function watchPage(tell: (text: string) => void): Promise<Watch> {
  const server = await served();
  const isOpened = await openBrowser(server.address);
  tell(`${isOpened ? "opened" : "watch the run at"} ${safeLine(server.address)}`);
  return new LivePage(server, isOpened);
}

async function served(): Promise<PageServer> {
  try {
    return await servePage(await liveHtml(EVENTS_ADDRESS));
  } catch (error) {
    throw new UsageError(`--watch: the page cannot be served: ${reasonOf(error)}`, { cause: error });
  }
}

class LivePage implements Watch {
  readonly #server: PageServer;
  readonly #isOpened: boolean;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(server: PageServer, isOpened: boolean) {
    this.#server = server;
    this.#isOpened = isOpened;
  }

  follow(handle: RunHandle): void {
    let hasChanged = true;
    void (async () => {
      for await (const { type } of handle.events) if (type !== "model.delta") hasChanged = true;
    })();
    const look = (): void => {
      if (this.#hasEnded) return;
      const from = performance.now();
      if (hasChanged && this.#server.isWatched) {
        hasChanged = false;
        this.#server.tell(handle.snapshot());
      }
      const pause = Math.max(LEAST_PAUSE_MS, PAUSE_PER_WORK * (performance.now() - from));
      this.#timer = setTimeout(look, pause).unref();
    };
    look();
  }

  async end(run: Run): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    const whole = asWritten(run);
    this.#server.tell(whole);
    if (this.#isOpened) await this.#arrival();
    await this.#server.end(whole);
  }

  close(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#server.close();
  }

  // A run may be over before the browser has started; the page that was promised is still shown.
  async #arrival(): Promise<void> {
    const until = performance.now() + LONGEST_ARRIVAL_MS;
    while (!this.#server.isWatched && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
