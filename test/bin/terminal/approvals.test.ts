import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { isYes, questionText } from "../../../bin/terminal/approvals.ts";
import { endProcesses, START, startProcess, startTroupe, temporaryFolder, TOOLS, writeModule, type Running } from "../command.ts";
import { screenAfter } from "../emulator.ts";

const folder = temporaryFolder();
afterAll(() => {
  endProcesses();
  folder.remove();
});
const at = (name: string): string => join(folder.path, name);

const NEVER = new AbortController().signal;
const REQUEST = { agent: "clerk", path: "0/1.0", tool: "file_away", callId: "c", arguments: '{"name":"a\\nb"}', signal: NEVER };

describe("the question for an approval", () => {
  it("names the agent, its path, the tool and everything it would be called with", () => {
    expect(questionText(REQUEST)).toBe('clerk (0/1.0) asks to run file_away with\n  {"name":"a\\nb"}\nAllow it? [y/N] ');
  });

  it("says how much of long arguments is not shown", () => {
    const text = questionText({ ...REQUEST, arguments: "x".repeat(2500) });

    expect(text).toBe(`clerk (0/1.0) asks to run file_away with\n  ${"x".repeat(2000)}… (500 more characters are not shown)\nAllow it? [y/N] `);
  });

  it.each([
    { answers: ["y", "Y", " yes ", "YES"], yes: true },
    { answers: ["", " ", "n", "no", "yep", "y y", "yes please", "ye", "ja", "\u001b[A"], yes: false },
  ])("is answered with yes by $answers: $yes", ({ answers, yes }) => {
    expect(answers.map(isYes)).toEqual(answers.map(() => yes));
  });
});

const clerk = (name: string, before = ""): string =>
  writeModule(folder.path, name, `import { writeFileSync } from "node:fs";
const write = tool({ name: "file_away", description: "d", parameters: z.object({ name: z.string() }), needsApproval: true, execute: ({ name }) => (writeFileSync(${JSON.stringify(at("written"))}, name), "filed") });
${before}
const ask = { calls: [{ name: "file_away", arguments: { name: "\\u001b[2Jx" } }] };
export default fromAgent({ name: "clerk", model: scripted([ask, ({ messages }) => "I heard: " + messages.at(-1).content]), tools: [write] });`);

writeModule(folder.path, "asks.mjs", `import { askPerson } from "${TOOLS}";
const ask = { calls: [{ name: "ask_person", arguments: { question: "Which colour?\\u001b[2J" } }] };
export default fromAgent({ name: "clerk", model: scripted([{ ...ask, delaySeconds: 0.3 }, ({ messages }) => ({ text: "I heard: " + messages.at(-1).content, delaySeconds: 0.3 })]), tools: [askPerson()] });`);
writeModule(folder.path, "both.mjs", `import { writeFileSync } from "node:fs";
import { askPerson } from "${TOOLS}";
const write = tool({ name: "file_away", description: "d", parameters: z.object({}), needsApproval: true, execute: () => (writeFileSync(${JSON.stringify(at("written"))}, ""), "filed") });
const both = [{ name: "ask_person", arguments: { question: "Is it red?" } }, { name: "file_away", arguments: {} }];
export default fromAgent({ name: "clerk", model: scripted([{ calls: both }, ({ messages }) => messages.slice(-2).map(({ content }) => content).join(" | ")]), tools: [askPerson(), write] });`);
clerk("clerk.mjs");
clerk("late.mjs", 'await new Promise((resolve) => { console.error("loading"); setTimeout(resolve, 1500); });');
const script = ["/usr/bin/script", "/bin/script"].find((path) => existsSync(path));

describe("without a terminal", () => {
  it("a call that needs approval is refused, as the model is told", async () => {
    const running = startTroupe(["run", "do it", "--agent", at("clerk.mjs"), "--quiet"]);
    running.child.stdin.write("y\n");

    expect(await running.ended).toEqual({ code: 0, stdout: "I heard: AgentToolError: file_away was not approved: nobody is there to approve it\n", stderr: "" });
  });
});

const FRAMES_MS = 350; // time enough for several frames, which is what would be wrong
const QUESTION_MS = 350; // time enough for a second question, which is what would be wrong

describe("at a terminal", () => {
  beforeEach(({ skip }) => skip(script === undefined, "there is no script command here, which makes pseudo-terminals"));
  beforeEach(() => rmSync(at("written"), { force: true }));

  const onTerminal = (args: readonly string[]): Running => {
    const command = [...START, ...args].map((word) => `'${word}'`).join(" ");
    return startProcess([script ?? "", "-qec", `stty rows 30 cols 100; ${command}`, "/dev/null"], { env: { TERM: "xterm", NO_COLOR: "1" } });
  };
  const shown = (stdout: string): string[] => screenAfter(stdout, 30).map((line) => line.replace(/ {2,}[\d.]+ s.*$/u, "").replace(/, queued [\d.]+ s/u, "").replace(/· .*$/u, "· ..."));

  it("the call runs after a yes, and the tree goes on below the question", async () => {
    const running = onTerminal(["run", "do it", "--agent", at("clerk.mjs")]);
    await running.printed("[y/N]");
    expect(existsSync(at("written"))).toBe(false);
    running.child.stdin.write("y\n");
    const { code, stdout } = await running.ended;

    expect({ code, isWritten: existsSync(at("written")) }).toEqual({ code: 0, isWritten: true });
    expect(shown(stdout)).toEqual([
      "clerk (0) asks to run file_away with",
      '  {"name":"\\u001b[2Jx"}',
      "Allow it? [y/N] y",
      '✓ clerk "do it"',
      "│ completed · ...",
      "├─ ✓ model chat → called file_away",
      '├─ ✓ tool  file_away(name: "\\u001b[2Jx") → returned: filed',
      "╰─ ✓ model chat → answered: I heard: filed",
      "",
      "I heard: filed",
      "",
    ]);
  });

  it.each([
    { title: "a no", typed: "n\n" },
    { title: "nothing but the enter key", typed: "\n" },
    { title: "the end of the input", typed: "\u0004" },
  ])("the call is refused after $title", async ({ typed }) => {
    const running = onTerminal(["run", "do it", "--agent", at("clerk.mjs")]);
    await running.printed("[y/N]");
    running.child.stdin.write(typed);
    const { code, stdout } = await running.ended;

    expect({ code, isWritten: existsSync(at("written")) }).toEqual({ code: 0, isWritten: false });
    expect(shown(stdout).at(-2)).toContain("the person at the terminal refused");
  });

  it("is asked with --quiet as well, and with --json", async () => {
    const running = onTerminal(["run", "do it", "--agent", at("clerk.mjs"), "--quiet", "--json"]);
    await running.printed("[y/N]");
    running.child.stdin.write("y\n");
    const { code, stdout } = await running.ended;

    expect(code).toBe(0);
    expect(JSON.parse(shown(stdout).join("").replace(/^.*\[y\/N\] y/u, ""))).toMatchObject({ stopReason: "completed" });
  });

  it("what was typed before the question is no answer to it", async () => {
    const running = onTerminal(["run", "do it", "--agent", at("late.mjs")]);
    await running.printed("loading");
    running.child.stdin.write("y\n");
    await running.printed("[y/N]");
    running.child.stdin.write("n\n");
    const { stdout } = await running.ended;

    expect(existsSync(at("written"))).toBe(false);
    expect(shown(stdout).at(-2)).toContain("the person at the terminal refused");
  });

  it("nothing is drawn over a question that a tool asks", async () => {
    const running = onTerminal(["run", "do it", "--agent", at("asks.mjs")]);
    await running.printed("Which colour?");
    await new Promise((resolve) => setTimeout(resolve, FRAMES_MS));
    running.child.stdin.write("red\n");
    const { code, stdout } = await running.ended;

    expect({ code, lines: shown(stdout) }).toEqual({
      code: 0,
      lines: [
        "clerk asks: Which colour?\\e[2J",
        "> red",
        '✓ clerk "do it"',
        "│ completed · ...",
        "├─ ✓ model chat → called ask_person",
        '├─ ✓ tool  ask_person(question: "Which colour?\\u001b[2J") → returned: red',
        "╰─ ✓ model chat → answered: I heard: red",
        "",
        "I heard: red",
        "",
      ],
    });
  });

  it("an answer to a tool's question is none to the question for an approval, which comes after it", async () => {
    const running = onTerminal(["run", "do it", "--agent", at("both.mjs"), "--quiet"]);
    await running.printed("Is it red?");
    await new Promise((resolve) => setTimeout(resolve, QUESTION_MS));
    running.child.stdin.write("y\n");
    await running.printed("[y/N]");
    running.child.stdin.write("n\n");
    const { stdout } = await running.ended;

    expect(existsSync(at("written"))).toBe(false);
    expect(shown(stdout)).toEqual([
      "clerk asks: Is it red?",
      "> y",
      "clerk (0) asks to run file_away with",
      "  {}",
      "Allow it? [y/N] n",
      "y | AgentToolError: file_away was not approved: the person at the terminal refused",
      "",
    ]);
  });

  it("an interrupt ends the question and the run", async () => {
    const running = onTerminal(["run", "do it", "--agent", at("clerk.mjs")]);
    await running.printed("[y/N]");
    running.child.stdin.write("\u0003");
    const { code, stdout } = await running.ended;

    expect({ code, isWritten: existsSync(at("written")) }).toEqual({ code: 130, isWritten: false });
    expect(stripVTControlCharacters(stdout)).toContain("interrupted: stopping the run; once more leaves at once");
    expect(stdout.lastIndexOf("\u001b[?25h")).toBeGreaterThan(stdout.lastIndexOf("\u001b[?25l"));
  });
});
