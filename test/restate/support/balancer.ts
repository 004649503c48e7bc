import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** One address in front of several workers: the engine pushes to one address per deployment. */
export interface Balancer {
  readonly url: string;
  /** How many connections each backend has been given, in the order of `ports`. */
  given(): readonly number[];
  /** Closes the address and every connection through it. */
  stop(): Promise<void>;
}

interface Round {
  readonly ports: readonly number[];
  readonly given: number[];
  next: number;
}

/**
 * Hands connections to the backends in turn, on 127.0.0.1.
 *
 * A backend that refuses is passed over; where all refuse, the connection is closed. When either end closes, the other
 * one is closed at once, so the engine notices a killed worker without waiting. In turn and not by fewest connections:
 * a frozen worker has the fewest, and would get them all.
 */
export async function startBalancer(ports: readonly number[], port = 0): Promise<Balancer> {
  const round: Round = { ports, given: ports.map(() => 0), next: 0 };
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    open.add(client);
    client.once("close", () => open.delete(client));
    client.on("error", () => client.destroy()); // a reset; "close" follows
    pass(client, round, ports.length);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a string only for sockets in the file system
    given: () => [...round.given],
    stop: async () => {
      const closed = once(server.close(), "close");
      for (const client of open) client.destroy();
      await closed;
    },
  };
}

function pass(client: Socket, round: Round, left: number): void {
  if (left === 0 || client.destroyed) return void client.destroy();
  const index = round.next;
  round.next = (index + 1) % round.ports.length;
  const backend = connect({ host: "127.0.0.1", port: round.ports[index] ?? 0, allowHalfOpen: true, noDelay: true }); // an end that has said all may still listen
  const giveUp = () => pass(client, round, left - 1);
  backend.once("error", giveUp);
  backend.once("connect", () => {
    backend.off("error", giveUp).on("error", () => backend.destroy());
    round.given[index] = (round.given[index] ?? 0) + 1;
    backend.once("close", () => client.destroy());
    client.pipe(backend).pipe(client);
  });
  client.once("close", () => backend.destroy());
}
