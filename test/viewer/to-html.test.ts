import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import type { Packed } from "../../src/viewer/packed.ts";
import { liveHtml, toHtml } from "../../src/viewer/to-html.ts";
import { unpack } from "../../src/viewer/unpack.ts";
import { syntheticRun } from "../support/synthetic-run.ts";
import { modelStep, runOf } from "../support/trace.ts";
import { needsPage } from "./open-page.ts";

function runIn(html: string, name: string): unknown {
  const base64 = new RegExp(`id="troupe-${name}">([A-Za-z0-9+/=]*)</script>`, "u").exec(html)?.[1] ?? "";
  return unpack(JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString()) as Packed);
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

beforeEach(needsPage);

describe("toHtml", () => {
  it("puts the run, and the one to compare with, into the page", async () => {
    const [run, compare] = [syntheticRun({ steps: 60 }), syntheticRun({ steps: 60, seed: 2 })];
    const html = await toHtml(run, { compare });

    expect([runIn(html, "run"), runIn(html, "other")]).toEqual([json(run), json(compare)]);
  });

  it("takes text literally, whatever it means to a replacement or to HTML", async () => {
    const run = runOf([modelStep({ output: "</script><!--troupe:data-->" })], {
      goal: "$& $1 $` </title> <!--troupe:summary-->",
    });
    const html = await toHtml(run);

    expect(/<title>.*<\/title>/u.exec(html)?.[0]).toBe(
      "<title>$&#38; $1 $` &#60;/title&#62; &#60;!--troupe:summary--&#62; · lead</title>",
    );
    expect(runIn(html, "run")).toEqual(json(run));
    expect(html.match(/<script/gu)?.length).toBe(3);
  });

  it("stays without contents where the run does", async () => {
    const run = runOf([modelStep({ output: "a secret" })], { output: "a secret", goal: "a question" });
    const hidden = {
      ...run,
      goal: "[10 characters]",
      output: "[8 characters]",
      steps: [modelStep({ output: "[8 characters]" })],
    };
    Object.defineProperty(run, "toJSON", { value: () => hidden });
    const html = await toHtml(run);

    expect(/a secret|a question/u.exec(html)?.[0]).toBeUndefined();
    expect(runIn(html, "run")).toEqual(json(hidden));
  });

  it("lets a page connect to nothing, and a live page to its own server", async () => {
    const policies = [await toHtml(runOf([])), await liveHtml("events")].map((html) => /connect-src [^;]*/u.exec(html)?.[0]);

    expect(policies).toEqual(["connect-src 'none'", "connect-src 'self'"]);
  });
});
