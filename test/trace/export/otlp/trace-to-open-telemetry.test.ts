import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { Run } from "../../../../src/core/run.ts";
import { run as runAgent } from "../../../../src/index.ts";
import { virtualClock } from "../../../../src/testing/index.ts";
import { toOtlp, type OtlpSpan, type OtlpTraces } from "../../../../src/trace/export/otlp/to-otlp.ts";
import { traceToOpenTelemetry, type OpenTelemetrySpan } from "../../../../src/trace/export/otlp/trace-to-open-telemetry.ts";
import { endProcesses, startProcess } from "../../../bin/command.ts";
import { richTree } from "../../../support/rich-tree.ts";
import { runOf, TRACE_START } from "../../../support/trace.ts";
import { turn } from "../../analyse/timed.ts";

const MINUTE = 60_000;
const PROGRAM = fileURLToPath(new URL("exporting-process.ts", import.meta.url));
afterAll(endProcesses);

/** A collector on this machine that keeps the bodies it is sent. */
async function collector(): Promise<{ readonly url: string; readonly bodies: OtlpTraces[]; readonly close: () => Promise<void> }> {
  const bodies: OtlpTraces[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      bodies.push(JSON.parse(text) as OtlpTraces);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/v1/traces`, bodies, close };
}

async function sentBySdk(run: Run, contents: boolean): Promise<OtlpSpan[]> {
  const { url, bodies, close } = await collector();
  const { child, ended } = startProcess([process.execPath, "--import", import.meta.resolve("tsx"), PROGRAM]);
  child.stdin.end(JSON.stringify({ run, url, contents }));
  const end = await ended;
  await close();
  if (end.code !== 0) throw new Error(end.stderr);
  return bodies.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
}

// What both ways of exporting must agree on, whatever ids they give: each span under its parent's place.
function comparable(spans: readonly OtlpSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const text = ({ name, kind, startTimeUnixNano, endTimeUnixNano, attributes, status }: OtlpSpan): string => {
    const values = attributes.map(({ key, value }) => [key, JSON.stringify(Object.values(value)[0]).replace(/^"(-?[\d.]+)"$/u, "$1").replaceAll(/"intValue":(\d+)/gu, '"intValue":"$1"')]).sort();
    return JSON.stringify([name, kind, startTimeUnixNano, endTimeUnixNano, values, status.code, status.message]);
  };
  const placeOf = (span: OtlpSpan): string[] => {
    const parent = byId.get(span.parentSpanId);
    return [...(parent ? placeOf(parent) : []), text(span)];
  };
  return spans.map((span) => placeOf(span).join(" > ")).sort();
}

describe("traceToOpenTelemetry", () => {
  it.each([{ contents: false }, { contents: true }])("sends through a real SDK what toOtlp writes, under the span that is active, with contents: $contents", { timeout: MINUTE }, async ({ contents }) => {
    const clock = virtualClock();
    const { lead, options } = richTree(clock);
    const run = await clock.settle(runAgent(lead, "Do it.", options));

    const sent = await sentBySdk(run, contents);
    const request = sent.find(({ name }) => name === "GET /answer");
    const root = sent.find(({ name }) => name === "invoke_agent lead");
    const written = toOtlp(run, { contents }).resourceSpans[0]?.scopeSpans[0]?.spans ?? [];

    expect(new Set(sent.map(({ traceId }) => traceId)).size).toBe(1);
    expect([root?.parentSpanId, written.length]).toEqual([request?.spanId, 44]);
    expect(comparable(sent.filter((span) => span !== request))).toEqual(comparable(written));
  });

  it("starts a parent before its children and ends it after them, with the times of the run", () => {
    const told: string[] = [];
    interface Live extends OpenTelemetrySpan {
      readonly label: string;
    }
    const tracer = {
      startSpan: (name: string, { startTime }: { startTime: [number, number] }, above: string): Live => {
        const label = `${above}/${name}`;
        told.push(`start ${label} ${startTime.join(" ")}`);
        return { label, setStatus: () => undefined, end: (time) => void told.push(`end ${label} ${time.join(" ")}`) };
      },
    };
    const run = runOf([turn("0#1", [0, 1])], { seconds: 2.5 });

    traceToOpenTelemetry(run, tracer, { trace: { setSpan: (_above: string, { label }: Live) => label }, context: { active: () => "active" } });

    expect(told).toEqual([
      `start active/invoke_agent lead ${TRACE_START / 1000} 0`,
      `start active/invoke_agent lead/chat scripted ${TRACE_START / 1000} 0`,
      `end active/invoke_agent lead/chat scripted ${TRACE_START / 1000 + 1} 0`,
      `end active/invoke_agent lead ${TRACE_START / 1000 + 2} 500000000`,
    ]);
  });
});
