import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artifactFrom, artifactFromRecord, artifactRecord, artifactRecordSchema, ArtifactShelf } from "../../src/core/artifact.ts";
import { AgentToolError } from "../../src/core/errors.ts";
import { SEEDED } from "./seed.ts";
import { thrownBy } from "./thrown.ts";

function named(name: string): ReturnType<typeof artifactFrom> {
  return artifactFrom({ name, data: name });
}

describe("artifactFrom", () => {
  it("stores text as UTF-8", () => {
    expect(artifactFrom({ name: "note.txt", data: "né 😀" })).toStrictEqual({
      name: "note.txt",
      mediaType: "text/plain; charset=utf-8",
      sizeBytes: 8,
      bytes: new TextEncoder().encode("né 😀"),
    });
  });

  it("copies bytes, so that the giver may go on using its own", () => {
    const data = new Uint8Array([1, 2, 3]);

    const artifact = artifactFrom({ name: "a.bin", data, mediaType: "image/png", description: "A bike." });
    data[0] = 9;

    const bytes = new Uint8Array([1, 2, 3]);
    expect(artifact).toStrictEqual({ name: "a.bin", mediaType: "image/png", sizeBytes: 3, description: "A bike.", bytes });
  });

  it.each([
    { title: "nothing", data: new Uint8Array(), bytes: [] },
    { title: "an empty text", data: "", bytes: [] },
    { title: "a Buffer", data: Buffer.from([1, 2]), bytes: [1, 2] },
    { title: "a part of a larger buffer", data: new Uint8Array([1, 2, 3, 4]).subarray(1, 3), bytes: [2, 3] },
    { title: "bytes of another realm", data: runInNewContext("new Uint8Array([7, 8])") as Uint8Array, bytes: [7, 8] },
  ])("takes $title", ({ data, bytes }) => {
    const artifact = artifactFrom({ name: "a", data });

    expect([artifact.sizeBytes, artifact.bytes]).toStrictEqual([bytes.length, new Uint8Array(bytes)]);
  });

  it("calls bytes without a media type application/octet-stream", () => {
    expect(artifactFrom({ name: "a", data: new Uint8Array() }).mediaType).toBe("application/octet-stream");
  });

  it.each([
    { input: null, message: "an artifact must be an object: { name, data }" },
    { input: "a.png", message: "an artifact must be an object: { name, data }" },
    { input: {}, message: "an artifact needs a name" },
    { input: { name: " ", data: "" }, message: "an artifact needs a name" },
    { input: { name: 7, data: "" }, message: "an artifact needs a name" },
    { input: { name: "a.png" }, message: "artifact 'a.png': its data must be text or a Uint8Array" },
    { input: { name: "a.png", data: [1, 2] }, message: "artifact 'a.png': its data must be text or a Uint8Array" },
    { input: { name: "a.png", data: new Float64Array(1) }, message: "artifact 'a.png': its data must be text or a Uint8Array" },
    { input: { name: "a.png", data: new ArrayBuffer(1) }, message: "artifact 'a.png': its data must be text or a Uint8Array" },
    { input: { name: "a.png", data: "", mediaType: 7 }, message: "artifact 'a.png': its media type must be text" },
    { input: { name: "a.png", data: "", description: null }, message: "artifact 'a.png': its description must be text" },
  ])("refuses $input", ({ input, message }) => {
    const error = thrownBy(() => artifactFrom(input as never));

    expect(error).toBeInstanceOf(AgentToolError);
    expect((error as Error).message).toBe(message);
  });
});

describe("an artifact in a trace", () => {
  it("is its bytes in base64, beside what it says of itself", () => {
    const artifact = artifactFrom({ name: "a.bin", data: new Uint8Array([0, 255]), description: "Two bytes." });

    const record = artifactRecord(artifact);

    const said = { name: "a.bin", mediaType: "application/octet-stream", sizeBytes: 2, description: "Two bytes." };
    expect(record).toStrictEqual({ ...said, base64: "AP8=" });
    expect(artifactRecordSchema.parse(JSON.parse(JSON.stringify(record)))).toStrictEqual(record);
  });

  it("comes back byte for byte, from any part of any buffer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 50 }), (all, from) => {
        const bytes = all.subarray(from);
        const artifact = { name: "a", mediaType: "x", sizeBytes: bytes.length, bytes };

        const back = artifactFromRecord(artifactRecord(artifact));

        expect(back).toStrictEqual({ ...artifactRecord(artifact), bytes: Uint8Array.from(bytes) });
      }),
      SEEDED,
    );
  });
});

describe("an artifact shelf", () => {
  it.each([
    { name: "a.png", second: "a-2.png", third: "a-3.png" },
    { name: "a", second: "a-2", third: "a-3" },
    { name: "a.tar.gz", second: "a.tar-2.gz", third: "a.tar-3.gz" },
    { name: ".env", second: ".env-2", third: ".env-3" },
    { name: "charts/a.png", second: "charts/a-2.png", third: "charts/a-3.png" },
    { name: "v1.0/a", second: "v1.0/a-2", third: "v1.0/a-3" },
    { name: "charts/.env", second: "charts/.env-2", third: "charts/.env-3" },
    { name: "a.", second: "a-2.", third: "a-3." },
    { name: "__proto__", second: "__proto__-2", third: "__proto__-3" },
  ])("numbers the second and third $name", ({ name, second, third }) => {
    const shelf = new ArtifactShelf();

    const kept = [named(name), named(name), named(name)].map((artifact) => shelf.add(artifact).name);

    expect(kept).toStrictEqual([name, second, third]);
    expect(shelf.names()).toStrictEqual([name, second, third]);
  });

  it("goes round a name that was taken on its own", () => {
    const shelf = new ArtifactShelf();
    shelf.add(named("a-2.png"));
    shelf.add(named("a.png"));

    expect(shelf.add(named("a.png")).name).toBe("a-3.png");
  });

  it("keeps what is added, under the name it got, and gives it back by that name", () => {
    const shelf = new ArtifactShelf();
    const first = artifactFrom({ name: "a.png", data: "1" });
    const second = artifactFrom({ name: "a.png", data: "2" });

    shelf.add(first);
    shelf.add(second);

    expect(shelf.get("a.png")).toBe(first);
    expect(shelf.get("a-2.png")).toStrictEqual({ ...second, name: "a-2.png" });
    expect(shelf.own()).toStrictEqual([first, { ...second, name: "a-2.png" }]);
  });

  it("lets artifacts that were handed down be read, but neither owned nor overwritten", () => {
    const shelf = new ArtifactShelf();
    const lent = named("a.png");
    shelf.lend(lent);

    const own = shelf.add(named("a.png"));

    expect(shelf.get("a.png")).toBe(lent);
    expect(own.name).toBe("a-2.png");
    expect(shelf.names()).toStrictEqual(["a.png", "a-2.png"]);
    expect(shelf.own()).toStrictEqual([own]);
  });

  it("names what there is when it has no artifact of a name", () => {
    const shelf = new ArtifactShelf();
    const fromNothing = thrownBy(() => shelf.require("chart.png"));
    shelf.add(named("bike.png"));

    const fromOne = thrownBy(() => shelf.require("chart.png"));

    expect(String(fromNothing)).toBe("AgentToolError: no artifact named 'chart.png'; available: none");
    expect(String(fromOne)).toBe("AgentToolError: no artifact named 'chart.png'; available: bike.png");
    expect(shelf.get("chart.png")).toBeNull();
    expect(shelf.require("bike.png")).toStrictEqual(named("bike.png"));
  });
});
