import type { Dispatcher, fetch as Fetch, Response } from "undici";
import { AgentToolError, escapeForTerminal } from "../../index.ts";
import type { AddressGuard } from "./address.ts";
import { reasonOf, refusalIn } from "./reason.ts";
import { shownUrl } from "./shown.ts";

/** How pages are asked for. */
export interface ExchangeParts {
  readonly fetch: typeof Fetch;
  /** Connects only where the guard's `lookup` leads. */
  readonly dispatcher: Dispatcher;
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  readonly maxRedirects: number;
}

/** A successful answer, and whose it is. */
export interface Answered {
  readonly url: URL;
  readonly response: Response;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asks for a page, following redirects, each checked like the first URL. Throws `AgentToolError` for all but success. */
export async function answerTo(address: string, parts: ExchangeParts): Promise<Answered> {
  let url = parsedUrl(address, undefined);
  for (let redirects = 0; redirects <= parts.maxRedirects; redirects += 1) {
    parts.guard.checkUrl(url);
    const response = await answered(url, parts);
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return { url, response: successful(url, response) };
    await response.body?.cancel();
    url = parsedUrl(location, url);
  }
  throw new AgentToolError(`'${shownUrl(address)}' leads through more redirects than are followed (${parts.maxRedirects})`);
}

function parsedUrl(address: string, base: URL | undefined): URL {
  try {
    const url = new URL(address, base);
    url.hash = "";
    return url;
  } catch {
    throw new AgentToolError(`'${shownUrl(address)}' is no URL${base ? `; '${shownUrl(base.href)}' redirects to it` : ""}`);
  }
}

async function answered(url: URL, { fetch, dispatcher, signal }: ExchangeParts): Promise<Response> {
  const headers = { accept: "text/html, text/markdown, text/plain, application/json;q=0.9, */*;q=0.1", "user-agent": "troupe" };
  try {
    return await fetch(url, { redirect: "manual", dispatcher, signal, headers });
  } catch (error) {
    signal.throwIfAborted();
    throw refusalIn(error) ?? new AgentToolError(`'${url.hostname}' could not be reached: ${reasonOf(error)}`);
  }
}

function successful(url: URL, response: Response): Response {
  if (response.ok) return response;
  const text = escapeForTerminal(response.statusText.slice(0, 100));
  throw new AgentToolError(`'${shownUrl(url.href)}' answered ${response.status}${text === "" ? "" : ` ${text}`}`);
}
