import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBalancer } from "./balancer.ts";
import { freePorts } from "./ports.ts";

/** A backend that says its name to whoever connects and then repeats what it hears. */
async function backend(name: string): Promise<{ port: number; server: Server; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write(name);
    socket.pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, server, sockets };
}

async function balancerFor(ports: readonly number[]) {
  const balancer = await startBalancer(ports);
  onTestFinished(() => balancer.stop());
  return balancer;
}

function client(url: string): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("utf8");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** The first words that come, or `closed` where none do. */
function heard(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once("data", (text: string) => resolve(text)).once("close", () => resolve("closed"));
  });
}

describe("the balancer", () => {
  it("hands connections to the backends in turn", async () => {
    const backends = [await backend("a"), await backend("b"), await backend("c")];
    const balancer = await balancerFor(backends.map(({ port }) => port));

    const names = [];
    for (let index = 0; index < 7; index++) names.push(await heard(client(balancer.url)));

    expect(names).toEqual(["a", "b", "c", "a", "b", "c", "a"]);
    expect(balancer.given()).toEqual([3, 2, 2]);
  });

  it("carries bytes both ways, unchanged", async () => {
    const { port } = await backend("");
    const balancer = await balancerFor([port]);
    const sent = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const socket = connect(Number(new URL(balancer.url).port), "127.0.0.1");
    const received: Buffer[] = [];
    socket.on("data", (piece: Buffer) => received.push(piece));
    socket.end(sent); // the backend closes its side when ours is read to the end
    await once(socket, "close");

    expect(Buffer.concat(received).equals(sent)).toBe(true);
  });

  it("passes over a backend that refuses", async () => {
    const [dead] = await freePorts(1);
    const balancer = await balancerFor([dead, (await backend("b")).port]);

    const names = [await heard(client(balancer.url)), await heard(client(balancer.url))];

    expect(names).toEqual(["b", "b"]);
    expect(balancer.given()).toEqual([0, 2]);
  });

  it("closes a connection that no backend takes", async () => {
    const balancer = await balancerFor(await freePorts(3));

    expect(await heard(client(balancer.url))).toBe("closed");
    expect(balancer.given()).toEqual([0, 0, 0]);
  });

  it.each([
    ["has ended the connection", (held: Socket) => held.end()],
    ["is gone", (held: Socket) => held.resetAndDestroy()],
  ])("closes a client at once when its backend %s", async (_, leave) => {
    const { port, sockets } = await backend("a");
    const socket = client((await balancerFor([port])).url);
    await heard(socket);

    for (const held of sockets) leave(held);

    await once(socket, "close");
    expect(socket.destroyed).toBe(true);
  });

  it("closes the backend's end when the client is gone", async () => {
    const { port, sockets } = await backend("a");
    const socket = client((await balancerFor([port])).url);
    await heard(socket);
    const [held] = sockets;

    socket.resetAndDestroy();

    await once(held as Socket, "close"); // one client, one connection
    expect(held?.destroyed).toBe(true);
  });

  it("closes its address and every connection when it stops", async () => {
    const { port } = await backend("a");
    const balancer = await startBalancer([port]);
    const socket = client(balancer.url);
    await heard(socket);

    await Promise.all([once(socket, "close"), balancer.stop()]);

    expect(await heard(client(balancer.url))).toBe("closed");
  });
});
