import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Asked, Json, Played, WireFormat } from "./format.ts";
import { whole } from "./format.ts";

/** One request at a server, and the way to answer it. */
export interface Exchange {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Json;
  readonly asked: Asked;
  readonly response: ServerResponse;
  /** Resolves when the connection is closed, by whomever. */
  readonly closed: Promise<void>;
  /** Answers in one piece or as a stream, as it was asked. */
  readonly play: (answer: Played) => void;
}

/** A server on this machine that speaks one provider's format. */
export interface ModelServer {
  readonly url: string;
  /** Every request so far, in order. */
  readonly exchanges: readonly Exchange[];
  /** Resolves with the request of this number, counted from 0, once it is there. */
  readonly exchange: (number: number) => Promise<Exchange>;
  /**
   * Resolves when every connection that carried a request is closed; one that is left open keeps it from ever resolving.
   * Node's client opens a spare one after an abort, which carries nothing and is not counted.
   */
  readonly quiet: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a server that handles each request as `handle` does. No connection is kept for a next request. */
export async function startServer(format: WireFormat, handle: (exchange: Exchange) => void): Promise<ModelServer> {
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  const tell = (): void => [...watchers].forEach((look) => look());
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });

  const server = createServer((request, response) => {
    sockets.add(request.socket);
    void text(request).then((sent) => {
      const exchange = exchangeOf(format, { request, response, sent });
      exchanges.push(exchange);
      tell();
      handle(exchange);
    });
  });
  server.on("connection", (socket) => {
    socket.on("error", () => undefined); // a client that hangs up may do so in the middle of anything
    socket.on("close", () => {
      sockets.delete(socket);
      tell();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    exchange: async (number) => {
      await until(() => exchanges.length > number);
      return exchanges[number] as Exchange; // it is there now
    },
    quiet: () => until(() => sockets.size === 0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sent: string;
}

function exchangeOf(format: WireFormat, { request, response, sent }: Arrived): Exchange {
  response.shouldKeepAlive = false;
  const { url: path = "", headers } = request;
  const body = JSON.parse(sent) as Json;
  const asked = format.read(path, body);
  return {
    path,
    headers,
    body,
    asked,
    response,
    closed: new Promise((resolve) => response.once("close", resolve)),
    play: (answer) =>
      asked.streams ? sendStream(response, format.events(whole(answer))) : sendJson(response, 200, format.answer(whole(answer))),
  };
}

/** Sends a body as JSON. */
export function sendJson(response: ServerResponse, status: number, body: Json, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function sendStream(response: ServerResponse, events: readonly string[]): void {
  beginStream(response, events).end();
}

/** Begins a stream of events and sends these; there may be more. */
export function beginStream(response: ServerResponse, events: readonly string[]): ServerResponse {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(event);
  return response;
}
