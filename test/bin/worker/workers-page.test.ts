import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { program } from "../../../bin/program.ts";
import { blocksOf } from "../../docs/blocks.ts";
import { installed } from "../../support/installed.ts";
import { endProcesses, START, startProcess } from "../command.ts";
import { MISSING, onWorkersNode, useServer } from "../workers.ts";

const TOP = fileURLToPath(new URL("../../../", import.meta.url));
const PAGE = readFileSync(join(TOP, "docs/workers.md"), "utf8");

afterAll(endProcesses);

/** The words of the command on the page that begins so, without what stands before them. */
function commandOf(beginning: string): readonly string[] {
  const [, command = ""] = new RegExp(`^\\$ npx troupe (${beginning}.*)$`, "mu").exec(PAGE) ?? [];
  return [...command.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

function fileOf(name: string): string {
  const [, text = ""] = new RegExp(`^.*\`${name.replace(".", "\\.")}\`:\n\n\`\`\`js\n([\\s\\S]*?)^\`\`\`$`, "mu").exec(PAGE) ?? [];
  return text;
}

describe.skipIf(MISSING)(`docs/workers.md${MISSING && `: ${MISSING}`}`, { timeout: 120_000 }, () => {
  const used = useServer();

  it("goes from one process to three with its own files and commands", async () => {
    const folder = mkdtempSync(join((await installed()).project, "workers-"));
    const here = (text: string): string => text.replace("http://127.0.0.1:8080", used.server.ingressUrl).replace("http://127.0.0.1:9070", used.server.adminUrl);
    for (const name of ["agents.mjs", "ask.mjs"]) writeFileSync(join(folder, name), here(fileOf(name)));
    const [, printed] = blocksOf(PAGE.slice(PAGE.indexOf("`ask.mjs`")));

    const worker = onWorkersNode([...commandOf("worker"), "--port", "0"].map(here), { cwd: folder });
    onTestFinished(() => worker.kill());
    await worker.line(/^serving lead at .*, registered at /u, 60);
    const asked = await startProcess([...START, ...commandOf("run").map(here), "--quiet"], { cwd: folder }).ended;
    const program = await startProcess([process.execPath, "ask.mjs"], { cwd: folder }).ended;

    expect(asked).toEqual({ code: 0, stdout: `${printed?.text.split("\n")[0]}\n`, stderr: "" });
    expect(program).toEqual({ code: 0, stdout: printed?.text, stderr: "" });
  });
});

describe("docs/command-line.md", () => {
  it("has a row for every option of troupe worker, and no other", () => {
    const [, section = ""] = readFileSync(join(TOP, "docs/command-line.md"), "utf8").split("\n## troupe worker\n");
    const rows = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `(--[^`]+)` \|/gmu)].map(([, flags]) => flags);

    const worker = program(process, () => undefined).commands.find((command) => command.name() === "worker");

    expect(rows).toEqual(worker?.options.map(({ flags }) => flags));
  });
});
