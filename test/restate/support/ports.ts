import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** As many different ports as asked for, free on 127.0.0.1 a moment ago. */
export async function freePorts(count: 1): Promise<[number]>;
export async function freePorts(count: 3): Promise<[number, number, number]>;
export async function freePorts(count: number): Promise<number[]>;
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening"))); // all open at once, so that no port comes twice
  const ports = servers.map((server) => (server.address() as AddressInfo).port); // a string only for sockets in the file system
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
