import { isPacked } from "../../src/viewer/packed.ts";
import { unpack } from "../../src/viewer/unpack.ts";
import { openedTrace, type Trace } from "../trace/trace.ts";

/** Opens a block as a trace page carries it: packed, compressed and in base64. Null for one that holds no trace. */
export async function traceInBlock(base64: string, name: string): Promise<Trace | null> {
  const text = await unzipped(bytesOf(base64));
  return traceInJson(JSON.parse(text), name);
}

/** Opens parsed JSON, packed or as it is. Null for what is no trace. */
export function traceInJson(value: unknown, name: string): Trace | null {
  return isPacked(value) ? openedTrace(unpack(value), name, value.notes) : openedTrace(value, name);
}

/** The text of gzip-compressed bytes. */
export async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** The bytes that base64 stands for. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let place = 0; place < characters.length; place++) bytes[place] = characters.charCodeAt(place);
  return bytes;
}
