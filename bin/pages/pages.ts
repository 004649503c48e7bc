import type { Run, RunHandle } from "../../src/index.ts";
import { reserveFile } from "../files/reserved-file.ts";
import type { RunFlags } from "../options/run-options.ts";
import type { Streams } from "../terminal/streams.ts";
import { reasonOf } from "../text/reason.ts";
import { safeLine } from "../text/safe-line.ts";

/** The pages of a run under way: one that follows it (`--watch`), one that is kept (`--html`), or none. */
export interface Pages {
  /** Follows a run that has been started. */
  follow(handle: RunHandle): void;
  /** Shows and writes the run as it ended. False when it could not be written, which is said. */
  end(run: Run, streams: Streams): Promise<boolean>;
  /** Closes what is open, however the command ends. */
  close(): void;
}

const NO_PAGES: Pages = { follow: () => undefined, end: () => Promise.resolve(true), close: () => undefined };

/** Makes everything ready before the run, so that nothing is lost. Throws `UsageError` for a page that cannot be. */
export async function pagesFor({ html, watch }: Pick<RunFlags, "html" | "watch">, tell: (line: string) => void): Promise<Pages> {
  if (html === undefined && watch !== true) return NO_PAGES;
  // A run without pages has no use for them.
  const [{ pageOf, checkPage }, { watchPage }] = [await import("./view.ts"), await import("./watch.ts")];
  await checkPage();
  const file = html === undefined ? null : reserveFile(html, "--html");
  const live = watch === true ? await watchPage(tell) : null;
  return {
    follow: (handle) => live?.follow(handle),
    async end(run, { stderr }) {
      await live?.end(run);
      try {
        file?.save(await pageOf(run));
        return true;
      } catch (error) {
        stderr.write(`troupe: the page could not be written: ${safeLine(reasonOf(error))}\n`);
        return false;
      }
    },
    close() {
      live?.close();
      file?.discard();
    },
  };
}
