import { types } from "node:util";
import { z } from "zod";
import { AgentToolError } from "./errors.ts";
import { isObject } from "./json.ts";
import type { Scrubber } from "./secrets.ts";

/** Named bytes as a tool or an option gives them. Text is stored as UTF-8; the bytes are copied. */
export interface ArtifactInput {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly mediaType?: string;
  readonly description?: string;
}

/** Named bytes that a run produced. The bytes are shared by reference and must not be changed. */
export interface Artifact {
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly description?: string;
  readonly bytes: Uint8Array;
}

/** An artifact inside a trace: the bytes as base64. */
export const artifactRecordSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number(),
  description: z.string().exactOptional(),
  base64: z.string(),
});

/** An artifact inside a trace: the bytes as base64. */
export type ArtifactRecord = Readonly<z.infer<typeof artifactRecordSchema>>;

/** What a tool may do with the artifacts of its agent: read those produced so far and those handed down. */
export interface ArtifactReader {
  /** The artifact of this name, or null. */
  get(name: string): Artifact | null;
  /** The artifact of this name; throws `AgentToolError` naming those that exist. */
  require(name: string): Artifact;
  /** The names, in the order they were produced. */
  names(): readonly string[];
}

const NO_ARTIFACTS = new Map<string, Artifact>();

/** The artifacts of one agent's run, by name. Nothing is ever overwritten: a taken name gets a number. */
export class ArtifactShelf {
  // Most agents have none, so the maps are made when they are needed.
  #own = NO_ARTIFACTS;
  #handedDown = NO_ARTIFACTS;
  #reader: ArtifactReader | null = null;

  /** What a tool is given: the same artifacts, and no way to add to them. */
  get reader(): ArtifactReader {
    const { get, require, names } = this;
    return (this.#reader ??= Object.freeze({ get: get.bind(this), require: require.bind(this), names: names.bind(this) }));
  }

  /** Lets the agent read an artifact of its parent, without making it one of its own. */
  lend(artifact: Artifact): void {
    if (this.#handedDown === NO_ARTIFACTS) this.#handedDown = new Map();
    this.#handedDown.set(artifact.name, artifact);
  }

  /** Keeps an artifact and returns it under the name it got: `a.png` becomes `a-2.png` when `a.png` is taken. */
  add(artifact: Artifact): Artifact {
    const name = this.#freeName(artifact.name);
    const kept = name === artifact.name ? artifact : { ...artifact, name };
    if (this.#own === NO_ARTIFACTS) this.#own = new Map();
    this.#own.set(name, kept);
    return kept;
  }

  /** The artifact of this name, or null. */
  get(name: string): Artifact | null {
    return this.#own.get(name) ?? this.#handedDown.get(name) ?? null;
  }

  /** The artifact of this name; throws `AgentToolError` naming those that exist. */
  require(name: string): Artifact {
    const artifact = this.get(name);
    if (artifact) return artifact;
    throw new AgentToolError(`no artifact named '${name}'; available: ${this.names().join(", ") || "none"}`);
  }

  /** The names: first those handed down, then those produced, each in order. */
  names(): readonly string[] {
    return [...this.#handedDown.keys(), ...this.#own.keys()];
  }

  get isEmpty(): boolean {
    return this.#own.size === 0 && this.#handedDown.size === 0;
  }

  /** The agent's own artifacts, in the order they were produced; without those handed down. */
  own(): readonly Artifact[] {
    return [...this.#own.values()];
  }

  #freeName(name: string): string {
    if (!this.get(name)) return name;
    const dot = name.lastIndexOf(".");
    const [stem, ending] = dot > name.lastIndexOf("/") + 1 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    let number = 2;
    while (this.get(`${stem}-${number}${ending}`)) number += 1;
    return `${stem}-${number}${ending}`;
  }
}

const BINARY = "application/octet-stream";
const TEXT = "text/plain; charset=utf-8";

/** Turns given bytes or text into an artifact. Throws `AgentToolError` for anything in it that cannot be one. */
export function artifactFrom(input: ArtifactInput): Artifact {
  if (!isObject(input)) throw new AgentToolError("an artifact must be an object: { name, data }");
  const { name, data, mediaType, description } = input;
  if (typeof name !== "string" || name.trim() === "") throw new AgentToolError("an artifact needs a name");
  if (typeof data !== "string" && !types.isUint8Array(data)) {
    throw new AgentToolError(`artifact '${name}': its data must be text or a Uint8Array`);
  }
  checkText(name, "media type", mediaType);
  checkText(name, "description", description);
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : Uint8Array.from(data);
  const type = mediaType ?? (typeof data === "string" ? TEXT : BINARY);
  return { name, mediaType: type, sizeBytes: bytes.length, ...(description === undefined ? {} : { description }), bytes };
}

function checkText(name: string, field: string, value: unknown): void {
  if (value === undefined || typeof value === "string") return;
  throw new AgentToolError(`artifact '${name}': its ${field} must be text`);
}

/** An artifact as it may be kept and read: without secrets, in its bytes and in all that is said of it. */
export function scrubbedArtifact(scrub: Scrubber, { name, mediaType, description, bytes: given }: Artifact): Artifact {
  const bytes = scrub.bytes(given);
  const described = description === undefined ? {} : { description: scrub.text(description) };
  return { name: scrub.text(name), mediaType: scrub.text(mediaType), sizeBytes: bytes.length, ...described, bytes };
}

/** The artifact as it stands in a trace. */
export function artifactRecord(artifact: Artifact): ArtifactRecord {
  const { bytes, ...rest } = artifact;
  return { ...rest, base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64") };
}

/** The artifact back from a trace, bytes included. */
export function artifactFromRecord(record: ArtifactRecord): Artifact & ArtifactRecord {
  return { ...record, bytes: new Uint8Array(Buffer.from(record.base64, "base64")) };
}

/** The artifact of a trace as it may be given to a run. */
export function artifactInputFrom(record: ArtifactRecord): ArtifactInput {
  const { name, mediaType, bytes, description } = artifactFromRecord(record);
  return { name, mediaType, data: bytes, ...(description === undefined ? {} : { description }) };
}
