import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** One address in front of several processes: to a Restate server they are one worker. */
export interface Balancer {
  readonly port: number;
  /** The places behind it, all of them empty at first. */
  readonly places: readonly Place[];
  /** Closes the address and every connection through it. */
  close(): Promise<void>;
}

/** A place behind the address, for one process at a time. */
export interface Place {
  /** Has its turn from now on, at a port of this machine. */
  open(port: number): void;
  /** Has no turn any more, and loses its connections: whoever is at their other end knows at once. */
  shut(): void;
}

/**
 * Listens, and hands connections to the open places in turn. One that refuses is passed over; where none takes it, a
 * connection is closed. When one end closes, so does the other. In turn, and not by fewest connections: a process that
 * has frozen has the fewest, and would get them all. Small messages are sent on at once: held back, they were measured to
 * make a turn of an agent 177 ms long instead of 13. Rejects with the system's error where it cannot listen.
 */
export async function startBalancer(
  count: number,
  { host, port: wanted }: { readonly host: string; readonly port: number },
): Promise<Balancer> {
  const places = Array.from({ length: count }, () => new Connections());
  const round = new Round(places);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => round.pass(client));
  server.listen(wanted, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a text only for a socket in the file system
  return { port, places, close: () => round.end(server) };
}

class Connections implements Place {
  port: number | null = null;
  readonly clients = new Set<Socket>();

  open(port: number): void {
    this.port = port;
  }

  shut(): void {
    this.port = null;
    for (const client of this.clients) client.destroy();
  }
}

class Round {
  readonly #places: readonly Connections[];
  readonly #clients = new Set<Socket>();
  #next = 0;

  constructor(places: readonly Connections[]) {
    this.#places = places;
  }

  pass(client: Socket): void {
    this.#clients.add(client);
    client.once("close", () => this.#clients.delete(client));
    client.on("error", () => client.destroy()); // a reset; "close" follows
    this.#offer(client, new Set());
  }

  #offer(client: Socket, refused: Set<Connections>): void {
    const place = this.#openPlace(refused);
    if (place === null || client.destroyed) return void client.destroy();
    refused.add(place); // asked once, whatever it says
    connected(client, place, () => this.#offer(client, refused));
  }

  #openPlace(refused: ReadonlySet<Connections>): Connections | null {
    for (let seen = 0; seen < this.#places.length; seen++) {
      const place = this.#places[this.#next];
      this.#next = (this.#next + 1) % this.#places.length;
      if (place && place.port !== null && !refused.has(place)) return place;
    }
    return null;
  }

  async end(server: Server): Promise<void> {
    const closed = once(server.close(), "close");
    for (const client of this.#clients) client.destroy();
    await closed;
  }
}

function connected(client: Socket, place: Connections, refuse: () => void): void {
  // An end that has said all may still listen.
  const backend = connect({ host: "127.0.0.1", port: place.port ?? 0, allowHalfOpen: true, noDelay: true });
  const leave = (): void => void backend.destroy();
  const refused = (): void => {
    place.clients.delete(client);
    client.off("close", leave);
    refuse();
  };
  place.clients.add(client);
  client.once("close", () => place.clients.delete(client)).once("close", leave);
  backend.once("error", refused);
  backend.once("connect", () => {
    backend.off("error", refused).on("error", leave);
    backend.once("close", () => client.destroy());
    client.pipe(backend).pipe(client);
  });
}
