import { describe, expect, it } from "vitest";
import type { Run, Step } from "../../src/index.ts";
import { EngineError, runOn } from "../../src/restate/index.ts";
import { definitionsBelow, specialistsName } from "../../src/restate/team.ts";
import { assertConserved } from "../../src/testing/index.ts";
import { callsThat } from "./call-log.ts";
import { cast, type Plan, type PlannedCall } from "./cast.ts";
import { MISSING, planner, useCluster } from "./cluster.ts";

const MAX_BYTES = 20_000;

const look: PlannedCall = { use: "look" };
const ask = (plan: Omit<Plan, "run">, artifacts?: readonly string[]): PlannedCall => ({
  ask: "ask_planner",
  plan,
  ...(artifacts ? { artifacts } : {}),
});

/** The delegation that was the first call of a turn. */
type AgentStep = Extract<Step, { kind: "agent" }>;

function delegation(run: Run, id: string): Pick<AgentStep, "outcome" | "error" | "observation" | "children"> {
  const step = run.steps.find((each) => each.id === id);
  if (step?.kind !== "agent") throw new Error(`${id} is no delegation`);
  return step;
}

/** A value as it may stand in a title, and the value. */
function shown<Value>(value: Value): readonly [title: string, value: Value] {
  const text = JSON.stringify(value);
  return [text.length > 40 ? `${text.slice(0, 4)}..., ${text.length} characters` : text, value];
}

async function problemOf(running: Promise<Run>): Promise<string> {
  const error: unknown = await running.then((run) => new Error(`it came back: ${run.output}`), (problem: unknown) => problem);
  expect(error).toBeInstanceOf(EngineError);
  return (error as Error).message;
}

describe.skipIf(MISSING)(`a run on workers, when something is wrong${MISSING && `: ${MISSING}`}`, { timeout: 120_000 }, () => {
  const cluster = useCluster({ workers: 2, serve: { maxBytes: MAX_BYTES, approves: true } });
  const { log } = cluster;
  const url = (): string => cluster.server.ingressUrl;

  describe("with what was asked", () => {
    it.each([
      "ghost",
      "../TroupeSlots",
      "__proto__",
      "\0",
    ])("is refused for the agent %j, which no worker serves", async (name) => {
      expect(await problemOf(runOn(url(), name, "Go."))).toBe(`this worker serves no agent '${name}'; it serves hasty, planner`);
    });

    it("is refused when the client has other definitions than the workers", async () => {
      const [other] = cast({ begin: () => undefined, end: () => undefined, abort: () => undefined }, { version: "2" });
      expect(await problemOf(runOn(url(), other ?? "", "Go."))).toBe(
        "the definitions of this worker differ from those the run was started with: hasty, planner",
      );
    });

    it("is refused for options that only a worker can check, because the agent is given by name", async () => {
      expect(await problemOf(runOn(url(), "planner", "Go.", { budget: { maxSteps: -1 } }))).toMatch(/maxSteps is -1/u);
    });

    it.each(
      ["a/b", "../../x", "ü ☃ 😀", "%2F%00", "a?b#c&d=e", "\u0001\u0007\n", " ", "TroupeSlots", "x".repeat(1024)].map(shown),
    )("runs under the id %s", async (_, id) => {
      const run = await cluster.run({ run: "named", answer: "done" }, { ids: () => id });
      expect([run.id, run.output]).toEqual([id, "done"]);
    });

    it.each(["", ".", "..", "\ud800", "x".repeat(1025), 7].map(shown))("is not started under the id %s", async (_, id) => {
      await expect(cluster.run({ run: "unnamed" }, { ids: () => id as string })).rejects.toThrow(
        /^the run's options: what ids\(\) gives is /u,
      );
    });
  });

  describe("with who asks", () => {
    const post = async (path: string, body: unknown): Promise<number> => (await fetch(`${url()}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })).status;

    it.each([
      `${specialistsName(definitionsBelow(planner))}/run`,
      "TroupeSlots/any/take",
      "TroupeSlots/any/give",
    ])("lets nobody but workers call %s", async (path) => {
      expect(await post(path, {})).toBe(400);
    });

    it.each([null, [], "x", { reason: 5 }].map(shown))("refuses the cancel %s for good", async (_, body) => {
      expect(await post("TroupeRun/nobody/cancel", body)).toBe(400);
    });

    it.each(
      [null, [], { version: 2 }, { version: 1, agent: "planner", goal: 5 }].map(shown),
    )("refuses the run %s for good", async (title, body) => {
      expect(await post(`TroupeRun/${encodeURIComponent(title)}/run`, body)).toBe(400);
    });

    it("is tried again for as long as it takes, at a pace of seconds", async () => {
      const service = (await (await fetch(
        `${cluster.server.adminUrl}/services/TroupeRun`,
      )).json()) as { readonly retry_policy: unknown };
      expect(service.retry_policy).toMatchObject({ max_interval: "2s", max_attempts: 10_000_000 });
    });
  });

  describe("with a call", () => {
    const TOO_LARGE = (what: string, bytes: number): RegExp => new RegExp(
      `^EngineError: the result of ${what} has ${bytes}\\d{2,3} bytes, ` +
        `more than the ${MAX_BYTES} that a run on Restate keeps of one call$`,
      "u",
    );

    it("ends with an error when a tool says more than may be kept", async () => {
      const run = await cluster.run({ run: "big-tool", turns: [[{ use: "big", with: { chars: 2 * MAX_BYTES } }]] });
      expect(run.stopReason).toBe("error");
      expect(run.error).toMatch(TOO_LARGE("tool call 0#1.0", 40));
      assertConserved(run);
    });

    it("fails the specialist whose model says more than may be kept, and goes on", async () => {
      const run = await cluster.run({ run: "big-model", turns: [[ask({ answerChars: 2 * MAX_BYTES })]], answer: "without it" });
      const { outcome, error } = delegation(run, "0#1.0");
      expect([run.output, outcome]).toEqual(["without it", "failed"]);
      expect(error).toMatch(TOO_LARGE("model call 0/1.0#1", 40));
      assertConserved(run);
    });

    it("fails the delegation for which more would have to be sent than may be, and goes on", async () => {
      const chars = MAX_BYTES / 2;
      const made = ["one", "two"].map((artifact) => ({ use: "big", with: { chars, artifact } }));
      const run = await cluster.run({ run: "big-goal", turns: [made, [ask({}, ["one", "two"])]], answer: "without it" });
      const { outcome, error } = delegation(run, "0#2.0");
      expect([run.output, outcome]).toEqual(["without it", "failed"]);
      expect(error).toBe("[128 characters]"); // what it says; the artifacts make the whole trace too large, too
    });

    it("keeps conclusions and figures, but no other texts, of a trace that is too large to be sent", async () => {
      const big: PlannedCall = { use: "big", with: { chars: MAX_BYTES / 3 } };
      const run = await cluster.run({ run: "big-trace", turns: [[ask({ turns: [[big], [big], [big]], answer: "all read" })]] });
      const { outcome, observation, children } = delegation(run, "0#1.0");
      expect({
        output: run.output,
        outcome,
        observation,
        told: children[1]?.output,
        steps: run.totalSteps,
        input: run.usage.subtree.inputTokens,
      }).toEqual({
        output: "all read",
        outcome: "answered",
        observation: "all read",
        told: "[6666 characters]",
        steps: 10,
        input: 6 * 40,
      });
      assertConserved(run);
    });

    it("fails the specialist whose model throws, and ends with an error when its own does", async () => {
      const run = await cluster.run({ run: "throws", turns: [[ask({ turns: [[look]], throwsIn: 2 })]], throwsIn: 2 });
      const { outcome, error, children } = delegation(run, "0#1.0");
      expect([outcome, error, children.length]).toEqual(["failed", "Error: the model of 0/1.0 has no more to say", 3]);
      expect([run.stopReason, run.error]).toEqual(["error", "Error: the model of 0 has no more to say"]);
    });

    it("goes on after a tool that never settles and hears nothing, once its time is up", async () => {
      const run = await cluster.run({ run: "deaf", turns: [[{ use: "deaf" }, look]], answer: "on" });
      expect([run.output, ...run.steps.slice(1, 3).map(({ observation, note }) => [observation, note])]).toEqual([
        "on",
        ["AgentToolError: deaf did not finish within 0.3 s", "still running"],
        ["found 0#1.1", null],
      ]);
    });

    it("asks for leave on the worker, once for each call, and waits for the answer", async () => {
      const run = await cluster.run({ run: "paying", turns: [[{ use: "pay" }, ask({ turns: [[{ use: "pay" }]] })]] });
      expect(run.output).toBe("paid 0#1.0 | paid 0/1.1#1.0");
      expect([...callsThat("approve", log.lines().filter(({ what }) => what === "approve"))].sort()).toEqual(["0", "0/1.1"]);
    });

    it("keeps what tools of one turn note down beside each other", async () => {
      const note = (ms: number): PlannedCall => ({ use: "note", with: { ms } });
      const run = await cluster.run({ run: "notes", turns: [[note(5), note(60)], [note(1)]], answer: "noted" });
      expect(run.steps.at(-2)?.observation).toBe("noted 1.0 ended, 1.1 ended, 2.0 ended");
    });
  });

  describe("with the server or a client", () => {
    it("is refused at once when the server is out of reach, in one sentence, and so is an address that is none", async () => {
      await expect(runOn("http://127.0.0.1:1", planner, "Go.")).rejects.toThrow(
        /^the Restate server at http:\/\/127\.0\.0\.1:1 cannot be reached: /u,
      );
      await expect(
        runOn("http://127.0.0.1:1", planner, "Go.", { signal: AbortSignal.abort() }),
      ).rejects.toThrow(/cannot be reached/u);
      await expect(runOn("nowhere", planner, "Go.")).rejects.toThrow(
        "the Restate server: url is 'nowhere'; allowed: an address such as http://127.0.0.1:8080",
      );
    });

    it("waits for a server that goes away and comes back, as long as it was told to", async () => {
      const plan: Plan = { run: "away", turns: [[{ use: "look", with: { ms: 1_000 } }]] };
      const patient = cluster.run(plan);
      const impatient = cluster.run(plan, { patienceSeconds: 0 });
      const given = problemOf(impatient);
      await log.until("away", (lines) => callsThat("begin", lines).includes("tool 0#1.0"));
      await cluster.server.kill();
      expect(await given).toMatch(/cannot be reached/u);
      await cluster.server.restart();
      expect((await patient).output).toBe("found 0#1.0");
    });

    it("is one run, paid once, for all clients that ask with the same id, at once or later", async () => {
      const plan: Plan = { run: "shared", turns: [[ask({ turns: [[look]] })]] };
      const runs = await Promise.all([cluster.run(plan), cluster.run(plan)]);
      const later = await cluster.run(plan);
      expect([runs[1], later]).toEqual([runs[0], runs[0]]);
      const other = problemOf(cluster.run({ ...plan, answer: "something else" }));
      expect(await other).toMatch(
        /^the id 'shared' is that of another run, which was begun for agent 'planner' with the goal '\{"run":"shared"/u,
      );
      expect(callsThat("begin", log.lines("shared")).length).toBe(5);
    });

    it("waits for its workers when all of them are gone, and goes on when one is back", async () => {
      const running = cluster.run({ run: "alone", turns: [[{ use: "look", with: { ms: 500 } }]] });
      await log.until("alone", (lines) => callsThat("begin", lines).includes("tool 0#1.0"));
      await Promise.all(cluster.workers.workers.map((worker) => worker.kill()));
      await cluster.workers.revive(0);
      expect((await running).output).toBe("found 0#1.0");
      await cluster.workers.revive(1);
    });

    it("is not gone on with by a worker that has other definitions, and waits for one that has the same", async () => {
      const running = runOn(
        url(),
        "planner",
        JSON.stringify({ run: "pinned", turns: [[{ use: "wait", with: { gate: "pinned" } }], [look]] }),
        { ids: () => "pinned" },
      );
      await log.until("pinned", (lines) => callsThat("begin", lines).includes("tool 0#1.0"));
      await Promise.all(cluster.workers.workers.map((worker) => worker.kill()));
      log.open("pinned");
      const other = await cluster.startInPlaceOf(0, "2");
      const failure = (): Promise<unknown> => cluster.query(
        "select last_failure from sys_invocation where target = 'TroupeRun/pinned/run'",
      );
      await expect.poll(failure, { timeout: 20_000 }).toEqual([
        {
          last_failure: expect.stringContaining(
            "this worker cannot go on with the run, whose definitions differ from its own: hasty, planner",
          ),
        },
      ]);
      await other.kill();
      await cluster.workers.revive(0);
      expect((await running).output).toBe("passed pinned | found 0#2.0");
      await cluster.workers.revive(1);
    });

    it("delegates to workers of its own definitions, while those of the next version are there already", async () => {
      const running = cluster.run({
        run: "mixed",
        turns: [[{ use: "wait", with: { gate: "replaced" } }], [ask({ turns: [[look]] })]],
      });
      await log.until("mixed", (lines) => callsThat("begin", lines).includes("tool 0#1.0"));
      await cluster.replaceBy("2");
      log.open("replaced");
      const run = await running;
      const { outcome, error, children } = delegation(run, "0#2.0");
      expect([outcome, error, children.map(({ id }) => id)]).toEqual(["answered", null, ["0/2.0#1", "0/2.0#1.0", "0/2.0#2"]]);
      expect(await problemOf(cluster.run({ run: "old client" }))).toBe(
        "the definitions of this worker differ from those the run was started with: hasty, planner",
      );
    });
  });
});
