import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunRecord } from "../../src/core/run.ts";
import { liveMessage } from "../../src/viewer/live.ts";

/** A page that follows a run, served to this machine alone. */
export interface PageServer {
  /** Where the page is, with the token that it takes to see it. */
  readonly address: string;
  /** Whether anybody is looking. */
  readonly isWatched: boolean;
  /** Tells everyone who looks how far the run is. Who is slow misses a version, never the next. */
  tell(run: RunRecord): void;
  /** Tells everyone the whole run and that it has ended, and closes. Resolves once they have it, or after two seconds. */
  end(run: RunRecord): Promise<void>;
  /** Closes at once, whoever is looking. */
  close(): void;
}

const HOST = "127.0.0.1";
const PAGE = "/";
const EVENTS = "/events";
const LONGEST_FAREWELL_MS = 2_000;

/** Where the page finds its events. */
export const EVENTS_ADDRESS = EVENTS;

/** Someone who looks, and what they were told last. */
interface Watcher {
  readonly response: ServerResponse;
  known: RunRecord | null;
}

/** Serves a page on a free port of this machine. Rejects when there is none. */
export async function servePage(html: string): Promise<PageServer> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, HOST, resolve);
  });
  server.unref(); // a page that is open never keeps the program from ending
  return new Page(server, html);
}

class Page implements PageServer {
  readonly address: string;
  readonly #server: Server;
  readonly #host: string;
  readonly #token = randomBytes(24).toString("base64url");
  readonly #watchers = new Set<Watcher>();
  readonly #html: string;
  #latest: RunRecord | null = null;

  constructor(server: Server, html: string) {
    const { port } = server.address() as AddressInfo; // it listens on a port
    this.#server = server;
    this.#html = html;
    this.#host = `${HOST}:${port}`;
    this.address = `http://${this.#host}${PAGE}?token=${this.#token}`;
    server.on("request", (request, response) => this.#answer(request, response));
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  tell(run: RunRecord): void {
    this.#latest = run;
    for (const watcher of this.#watchers) if (!watcher.response.writableNeedDrain) tellOne(watcher, run);
  }

  async end(run: RunRecord): Promise<void> {
    const farewells = [...this.#watchers].map(({ response }) => {
      response.write(eventOf("run", JSON.stringify({ whole: run }))); // whole, so that nothing a step got after its end is missing
      return new Promise<void>((resolve) => response.on("close", resolve).end(eventOf("end", "{}"), () => resolve()));
    });
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([Promise.all(farewells), new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_FAREWELL_MS)))]);
    clearTimeout(timer);
    this.close();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer({ method, url = "", headers }: IncomingMessage, response: ServerResponse): void {
    const asked = addressIn(url, this.#host);
    if (!asked) return refuse(response, 400, "this is no address");
    const { pathname, searchParams } = asked;
    // A page elsewhere may have a name of its own point here; a browser still says which name it asked for.
    if (headers.host !== this.#host) return refuse(response, 403, "this page is for this machine alone");
    if (method !== "GET") return refuse(response, 405, "only GET is answered here");
    if (!isSame(searchParams.get("token") ?? "", this.#token)) return refuse(response, 403, "the address has no valid token");
    switch (pathname) {
      case PAGE:
        return void response.writeHead(200, { ...HEADERS, "content-type": "text/html; charset=utf-8" }).end(this.#html);
      case EVENTS:
        return this.#watch(response);
      default:
        return refuse(response, 404, "there is nothing here");
    }
  }

  #watch(response: ServerResponse): void {
    const watcher: Watcher = { response, known: null };
    response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream; charset=utf-8" }).flushHeaders();
    response.on("close", () => this.#watchers.delete(watcher)).on("error", () => this.#watchers.delete(watcher));
    this.#watchers.add(watcher);
    if (this.#latest) tellOne(watcher, this.#latest);
  }
}

function addressIn(url: string, host: string): URL | null {
  try {
    return new URL(url, `http://${host}`);
  } catch {
    return null; // such as `//[`
  }
}

const HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer", // the address is the key
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};

function tellOne(watcher: Watcher, run: RunRecord): void {
  watcher.response.write(eventOf("run", JSON.stringify(liveMessage(watcher.known, run))));
  watcher.known = run;
}

// JSON has no line breaks, so one line of data is enough.
function eventOf(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { ...HEADERS, "content-type": "text/plain; charset=utf-8" }).end(`${why}\n`);
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
