import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { render } from "../../../src/index.ts";
import { agentStep, modelStep, runOf, toolStep } from "../../support/trace.ts";
import { temporaryFolder } from "../command.ts";
import { inProcess } from "../in-process.ts";

const folder = temporaryFolder();
afterAll(folder.remove);

function fileOf(name: string, text: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
}

const run = runOf([agentStep("reader", [toolStep("read"), modelStep({ output: "a\u001b[2J" })], { goal: "Read it", output: "a\u001b[2J" })]);

describe("troupe show", () => {
  it("prints the tree of a saved run and nothing else", async () => {
    expect(await inProcess(["show", fileOf("run.json", JSON.stringify(run))])).toEqual({ code: 0, stdout: `${render(run)}\n`, stderr: "" });
  });

  it.each([
    { title: "is cut off", text: JSON.stringify(run).slice(0, -40), says: "is cut off or damaged: " },
    { title: "is empty", text: "", says: "is not a trace: Unexpected end of JSON input" },
    { title: "is no JSON", text: "hello", says: "is not a trace: Unexpected token" },
    { title: "is JSON of something else", text: '{"name":"troupe"}', says: "is not a trace" },
    { title: "is of a newer version", text: JSON.stringify({ ...run, version: 99 }), says: "is a trace of version 99, which is newer than this program: this troupe reads up to version 1" },
    { title: "has a step that is none", text: JSON.stringify({ ...run, steps: [{ kind: "dance" }] }), says: "is not a trace: at steps.0.kind: " },
    { title: "is nested beyond reason", text: `{"version":1,"steps":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, says: "is not a trace" },
  ])("says in one line that a file $title", async ({ text, says }) => {
    const path = fileOf("wrong.json", text);
    const { code, stdout, stderr } = await inProcess(["show", path]);

    expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 2, stdout: "", lines: 2 });
    expect(stderr.startsWith(`troupe: ${path} ${says}`)).toBe(true);
  });
});
