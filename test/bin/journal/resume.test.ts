import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { endProcesses, startTroupe, temporaryFolder, troupe, writeModule } from "../command.ts";
import { inProcess } from "../in-process.ts";

const MINUTE = 60_000;
const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});

// Its second turn takes for ever, as long as there is no file that says otherwise.
const SLOW = `
import { existsSync } from "node:fs";
const look = tool({ name: "look", description: "Looks.", parameters: z.object({}), idempotent: true, execute: () => "seen" });
const model = {
  name: "slow",
  supportsTools: true,
  async respond({ turn, messages }) {
    if (turn === 1) return { text: "", calls: [{ name: "look", arguments: {} }] };
    if (!existsSync(new URL("go-on", import.meta.url))) await new Promise((resolve) => setTimeout(resolve, 600_000));
    return { text: "I have " + messages.at(-1).content + " it." };
  },
};
export default fromAgent({ name: "looker", model, tools: [look], budget: { maxSeconds: 600 } });`;

describe("troupe resume", { timeout: 2 * MINUTE }, () => {
  it("goes on with a run whose process was killed, with the agent it was started with", async () => {
    const module = writeModule(folder.path, "slow.mjs", SLOW);
    const runs = join(folder.path, "runs");
    const { child, ended, told } = startTroupe(["run", "Look around", "--agent", module, "--journal", runs]);
    await told("look");
    await atLeast(5, runs);
    child.kill("SIGKILL");
    await ended;
    const listed = await troupe(["runs", "--journal", runs]);
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout).toMatch(
      /^id +state +age +calls +tokens +agent +goal\n[\w-]{21} +interrupted +\d+ (?:s|min) +2 +0 +looker +Look around\n$/u,
    );

    writeFileSync(join(folder.path, "go-on"), "");
    const [id = ""] = listed.stdout.split("\n")[1]?.split(" ") ?? [];
    const resumed = await troupe(["resume", id.slice(0, 8), "--journal", runs, "--quiet"]);

    expect(resumed).toEqual({ code: 0, stdout: "I have seen it.\n", stderr: "" });
    expect(JSON.parse((await troupe(["runs", "--journal", runs, "--json"])).stdout)).toMatchObject([{ id, state: "ended", stopReason: "completed", effects: 3 }]);
    expect(readdirSync(runs)).toEqual([`run-${id}.jsonl`]);
  });

  it("keeps nothing of who runs in which there is a secret", async () => {
    const module = writeModule(folder.path, "quick.mjs", 'export default fromAgent({ name: "quick", model: scripted(["Done."]) });');
    const runs = join(folder.path, "secret-runs");
    const secret = folder.path.split("/").at(-1) ?? "";

    await troupe(["run", "Go", "--agent", module, "--journal", runs, "--quiet"], { env: { MY_TOKEN: secret } });

    const [name = ""] = readdirSync(runs);
    const header = readFileSync(join(runs, name), "utf8").split("\n")[0] ?? "";
    expect(JSON.parse(header).header.options.command).toEqual({});
    expect(header).not.toContain(secret);
  });

  it.each([
    { title: "no folder", args: ["resume", "x"], says: "--journal <dir> says in which folder the runs are kept" },
    { title: "a folder that is not there", args: ["resume", "x", "--journal", join(folder.path, "none")], says: `--journal: there is no folder '${join(folder.path, "none")}'` },
    { title: "a run that is not there", args: ["resume", "x", "--journal", folder.path], says: "there is no run 'x' in this journal; troupe runs lists those there are" },
    { title: "an empty id", args: ["resume", "", "--journal", folder.path], says: "there is no run '' in this journal; troupe runs lists those there are" },
    { title: "an escape in the id", args: ["resume", "\u001b[2J", "--journal", folder.path], says: "there is no run '\\e[2J' in this journal; troupe runs lists those there are" },
    { title: "no id", args: ["resume", "--journal", folder.path], says: "missing required argument 'id'" },
    { title: "a budget, which was settled at the start", args: ["resume", "x", "--budget", "steps=3"], says: "unknown option '--budget'" },
    { title: "a list without a folder", args: ["runs"], says: "--journal <dir> says in which folder the runs are kept" },
  ])("says in one line what is wrong with $title", async ({ args, says }) => {
    const { code, stdout, stderr } = await inProcess(args);

    expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 2, stdout: "", lines: 2 });
    expect(stderr).toContain(says);
  });

  it("says in one line that a journal is damaged", async () => {
    const runs = join(folder.path, "damaged");
    const module = writeModule(folder.path, "once.mjs", 'export default fromAgent({ name: "once", model: scripted(["Done."]) });');
    await troupe(["run", "Go", "--agent", module, "--journal", runs, "--quiet"]);
    const [name = ""] = readdirSync(runs);
    const file = join(runs, name);
    writeFileSync(file, readFileSync(file, "utf8").replace("Done.", "Gone."));

    const { code, stdout, stderr } = await inProcess(["resume", name.slice(4, -6), "--journal", runs]);

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(`troupe: the journal ${file} is damaged: line 3 is not as it was written, or a line before it is missing\n`);
  });
});

// The calls have been recorded once their lines are there.
async function atLeast(lines: number, runs: string): Promise<void> {
  for (;;) {
    const text = readdirSync(runs).filter((name) => name.endsWith(".jsonl")).map((name) => readFileSync(join(runs, name), "utf8")).join("");
    if (text.split("\n").length > lines) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
