import type { Response } from "undici";
import { AgentToolError } from "../../index.ts";
import { reasonOf } from "./reason.ts";
import { shownUrl } from "./shown.ts";

/**
 * The bytes of an answer, unpacked; gives up as soon as there are more than allowed. Throws `AgentToolError` then, and
 * when the answer breaks off or cannot be unpacked.
 */
export async function limitedBytes({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of whole((body ?? []) as AsyncIterable<Uint8Array>)) {
    size += chunk.length;
    if (size > maxBytes) throw new AgentToolError(`the page has more than ${maxBytes} bytes, which is as much as is read`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* whole(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw new AgentToolError(`the page broke off while it was read: ${reasonOf(error)}`);
  }
}

const PACKINGS = ["", "identity", "gzip", "x-gzip", "deflate", "br"];

/** Throws `AgentToolError` for a `content-encoding` header that names a packing which is not undone. */
export function checkPacking(header: string | null): void {
  const unknown = (header ?? "").toLowerCase().split(",").map((name) => name.trim()).find((name) => !PACKINGS.includes(name));
  if (unknown !== undefined) throw new AgentToolError(`the page is packed as '${shownUrl(unknown)}', which cannot be unpacked`);
}

/** What a content type says: the type itself, in lower case, and the encoding of its text where it names one. */
export interface ContentType {
  readonly type: string;
  readonly charset: string | null;
}

/** Reads a `content-type` header; the type is empty where there is none. */
export function contentTypeOf(header: string | null): ContentType {
  const [type = "", ...parameters] = (header ?? "").split(";");
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*["']?([^"'\s]+)["']?\s*$/iu.exec(parameter)?.[1]).find(Boolean);
  return { type: type.trim().toLowerCase(), charset: charset ?? null };
}

const MARKS: readonly { readonly encoding: string; readonly bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
];

const META_BYTES = 1024; // as far as browsers look

/**
 * The text in bytes. A byte order mark decides how it is encoded, then the header, then, in HTML, its `meta` element;
 * else it is UTF-8. Throws `AgentToolError` for an encoding that nobody knows.
 */
export function decoded(bytes: Uint8Array, { type, charset }: ContentType): string {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.encoding;
  const encoding = marked ?? charset ?? (type.includes("html") ? declaredIn(bytes) : null) ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    throw new AgentToolError(`the page is encoded in '${encoding.slice(0, 50)}', which is not known`);
  }
}

function declaredIn(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, META_BYTES)).toString("latin1");
  const declared = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/iu.exec(beginning)?.[1]?.toLowerCase();
  // It could not have been read if it were true.
  return declared?.startsWith("utf-16") ? "utf-8" : (declared ?? null);
}
