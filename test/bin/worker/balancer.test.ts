import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBalancer, type Balancer } from "../../../bin/worker/balancer.ts";

interface Backend {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
}

/** Says its name to whoever connects, and then repeats what it hears. */
async function backend(name: string): Promise<Backend> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    socket.write(name);
    socket.pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets }; // a text only for a socket in the file system
}

async function balancerWith(ports: readonly number[]): Promise<Balancer> {
  const balancer = await startBalancer(ports.length, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => balancer.close());
  ports.forEach((port, index) => balancer.places[index]?.open(port));
  return balancer;
}

function client({ port }: Balancer): Socket {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** The first words that come, or `closed` where none do. */
function heard(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once("data", (text: string) => resolve(text)).once("close", () => resolve("closed"));
  });
}

async function names(balancer: Balancer, count: number): Promise<string[]> {
  const heardNames: string[] = [];
  for (let index = 0; index < count; index++) heardNames.push(await heard(client(balancer)));
  return heardNames;
}

async function refusing(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // likewise
  await once(server.close(), "close");
  return port;
}

describe("the address in front of several processes", () => {
  it("hands connections to the open places in turn", async () => {
    const balancer = await balancerWith([(await backend("a")).port, (await backend("b")).port, (await backend("c")).port]);

    expect(await names(balancer, 7)).toEqual(["a", "b", "c", "a", "b", "c", "a"]);
  });

  it("passes over a place that is shut, and takes it into its turn again", async () => {
    const ports = [(await backend("a")).port, (await backend("b")).port];
    const balancer = await balancerWith(ports);
    balancer.places[0]?.shut();
    const without = await names(balancer, 3);
    balancer.places[0]?.open(ports[0] ?? 0);

    expect([without, (await names(balancer, 4)).sort()]).toEqual([["b", "b", "b"], ["a", "a", "b", "b"]]);
  });

  it("ends the connections of a place that is shut, and no others", async () => {
    const kept = await backend("b");
    const balancer = await balancerWith([(await backend("a")).port, kept.port]);
    const [first, second] = [client(balancer), client(balancer)];
    await heard(first);
    await heard(second);
    const closed = once(first, "close");

    balancer.places[0]?.shut();
    await closed;
    second.write("still there");

    expect(await heard(second)).toBe("still there");
  });

  it("offers a connection to the next one where a process refuses it, and goes on without harm when that closes", async () => {
    const balancer = await balancerWith([await refusing(), (await backend("b")).port]);
    const socket = client(balancer);
    const name = await heard(socket);
    socket.write("echo");

    expect([name, await heard(socket), await heard(client(balancer))]).toEqual(["b", "echo", "b"]);
  });

  it.each([
    ["no place is open", async () => []],
    ["every process refuses", async () => [await refusing(), await refusing()]],
  ])("closes a connection where %s", async (_, ports) => {
    expect(await heard(client(await balancerWith(await ports())))).toBe("closed");
  });

  it("serves at a new port of a place from then on", async () => {
    const balancer = await balancerWith([(await backend("a")).port]);
    const before = await heard(client(balancer));
    balancer.places[0]?.open((await backend("b")).port);

    expect([before, await heard(client(balancer))]).toEqual(["a", "b"]);
  });

  it("carries bytes both ways, unchanged", async () => {
    const balancer = await balancerWith([(await backend("")).port]);
    const sent = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const socket = connect(balancer.port, "127.0.0.1");
    const received: Buffer[] = [];
    socket.on("data", (piece: Buffer) => received.push(piece));
    socket.end(sent); // the backend closes its side when ours is read to the end
    await once(socket, "close");

    expect(Buffer.concat(received).equals(sent)).toBe(true);
  });

  it("ends the process's end of a connection whose client is gone", async () => {
    const { port, sockets } = await backend("a");
    const socket = client(await balancerWith([port]));
    await heard(socket);
    const [held] = sockets;
    const closed = once(held as Socket, "close"); // there is one: it has spoken

    socket.resetAndDestroy();
    await closed;

    expect(sockets.size).toBe(0);
  });

  it.each([
    ["has ended the connection", (held: Socket) => held.end()],
    ["is gone", (held: Socket) => held.resetAndDestroy()],
  ])("ends a client at once whose process %s", async (_, leave) => {
    const { port, sockets } = await backend("a");
    const socket = client(await balancerWith([port]));
    await heard(socket);
    const closed = once(socket, "close");

    for (const held of sockets) leave(held);

    expect(await closed).toHaveLength(1);
  });

  it("ends its address and every connection when it closes", async () => {
    const balancer = await startBalancer(1, { host: "127.0.0.1", port: 0 });
    balancer.places[0]?.open((await backend("a")).port);
    const socket = client(balancer);
    await heard(socket);

    await Promise.all([once(socket, "close"), balancer.close()]);

    expect(await heard(client(balancer))).toBe("closed");
  });

  it("rejects where it cannot listen", async () => {
    const { port } = await balancerWith([]);

    await expect(startBalancer(1, { host: "127.0.0.1", port })).rejects.toMatchObject({ code: "EADDRINUSE", syscall: "listen" });
  });
});
