import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on 127.0.0.1, gone when the test is over. */
export interface PageServer {
  readonly port: number;
  /** The paths it was asked for, in order. */
  readonly asked: readonly string[];
}

/** Answers one request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server that answers by path; any other path is not found. */
export async function pageServer(answers: Readonly<Record<string, Answer>>): Promise<PageServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const answer = answers[path] ?? ((_request, missing) => missing.writeHead(404).end());
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

/** An answer of a type with a body. */
export function page(type: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, response) => response.writeHead(200, { "content-type": type, ...headers }).end(body);
}

/** An answer that leads elsewhere. */
export function redirect(location: string, status = 302): Answer {
  return (_request, response) => response.writeHead(status, { location, connection: "close" }).end();
}
