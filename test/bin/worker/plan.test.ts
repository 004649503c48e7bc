import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../bin/ending/usage-error.ts";
import type { WorkerFlags } from "../../../bin/worker/options.ts";
import { planFrom } from "../../../bin/worker/plan.ts";

const AGENT = { agent: "./agents.mjs" };
const KEYS = ["publickeyv1_a", "publickeyv1_b"];

describe("the plan of a worker", () => {
  it("is one process on the loopback address unless more is asked for", () => {
    expect(planFrom(AGENT)).toEqual({
      host: "127.0.0.1",
      port: 9080,
      admin: null,
      reachedAt: null,
      jobs: [{ troupe: "job", name: `${hostname()}:${process.pid}`, agent: "./agents.mjs", isModelGiven: false, identityKeys: [] }],
    });
  });

  it("gives each process a name and its part of what is for all of them", () => {
    const flags = { ...AGENT, processes: "3", name: "w", concurrency: "8", model: "ollama/m", rate: "requests=4,tokens=100", price: "input=1,output=2", identityKey: KEYS };
    const shared = { troupe: "job", agent: "./agents.mjs", isModelGiven: true, model: "ollama/m", price: "input=1,output=2", identityKeys: KEYS };

    expect(planFrom(flags).jobs).toEqual([
      { ...shared, name: "w-1", concurrency: "3", rate: "requestsPerMinute=2,tokensPerMinute=34" },
      { ...shared, name: "w-2", concurrency: "3", rate: "requestsPerMinute=1,tokensPerMinute=33" },
      { ...shared, name: "w-3", concurrency: "2", rate: "requestsPerMinute=1,tokensPerMinute=33" },
    ]);
  });

  it("calls several processes after the machine where they have no name", () => {
    expect(planFrom({ ...AGENT, processes: "2" }).jobs.map(({ name }) => name)).toEqual([`${hostname()}-1`, `${hostname()}-2`]);
  });

  it("takes addresses as they are given", () => {
    const flags = { ...AGENT, host: "::", port: "0", register: "https://admin.example:9070/", reachedAt: "http://worker-1:9080" };

    expect(planFrom(flags)).toMatchObject({ host: "::", port: 0, admin: "https://admin.example:9070/", reachedAt: "http://worker-1:9080" });
  });

  it("takes the agent and who answers from a configuration file, and nothing that is for runs", () => {
    const configured = { ...AGENT, model: "ollama/m", rate: "requests=4", concurrency: "2" };

    expect(planFrom({}, configured).jobs).toMatchObject([{ agent: "./agents.mjs", isModelGiven: false, model: "ollama/m", rate: "requestsPerMinute=4" }]);
    expect(planFrom({}, configured).jobs[0]).not.toHaveProperty("concurrency");
  });

  it("puts aside what the file says of its model where another is named", () => {
    const [job] = planFrom({ model: "openai/m" }, { ...AGENT, model: "ollama/m", baseUrl: "http://localhost:1", price: "input=1,output=2", rate: "requests=4" }).jobs;

    expect(job).toEqual({ troupe: "job", name: `${hostname()}:${process.pid}`, agent: "./agents.mjs", isModelGiven: true, model: "openai/m", identityKeys: [] });
  });

  it.each<{ title: string; flags: WorkerFlags; says: string }>([
    { title: "no agent", flags: {}, says: "--agent <module> says which agents the worker serves" },
    { title: "no process", flags: { ...AGENT, processes: "0" }, says: "--processes is '0'; allowed: a whole number from 1 to 256" },
    { title: "too many processes", flags: { ...AGENT, processes: "257" }, says: "--processes is '257'; allowed: a whole number from 1 to 256" },
    { title: "half a process", flags: { ...AGENT, processes: "1.5" }, says: "--processes is '1.5'; allowed: a whole number from 1 to 256" },
    { title: "a port there is none of", flags: { ...AGENT, port: "65536" }, says: "--port is '65536'; allowed: a whole number from 0 to 65535" },
    { title: "a port in words", flags: { ...AGENT, port: "http" }, says: "--port is 'http'; allowed: a whole number from 0 to 65535" },
    { title: "a blank host", flags: { ...AGENT, host: " " }, says: "--host is blank; allowed: an address of this machine" },
    { title: "a blank name", flags: { ...AGENT, name: "" }, says: "--name is blank; say what the worker is called" },
    { title: "a server without a scheme", flags: { ...AGENT, register: "localhost:9070" }, says: "--register is 'localhost:9070'; allowed: an address such as http://127.0.0.1:9070" },
    { title: "a password in an address", flags: { ...AGENT, reachedAt: "http://me:secret@worker-1" }, says: "--reached-at holds the name of a user or a password; allowed: an address such as http://worker-1:9080" },
    { title: "an address that only says from where it is reached", flags: { ...AGENT, host: "0.0.0.0", register: "http://127.0.0.1:9070" }, says: "--register needs --reached-at where --host is 0.0.0.0, which is no address that a server reaches" },
    { title: "no slots", flags: { ...AGENT, concurrency: "0" }, says: "--concurrency is '0'; allowed: a whole number of at least 1" },
    { title: "fewer slots than processes", flags: { ...AGENT, processes: "3", concurrency: "2" }, says: "--concurrency is 2 for 3 processes; allowed: at least 1 for each of them" },
    { title: "a limit that does not go round", flags: { ...AGENT, processes: "3", rate: "requests=2" }, says: "--rate: requestsPerMinute is 2 for 3 processes; allowed: at least 1 for each of them" },
    { title: "a limit that is none", flags: { ...AGENT, rate: "calls=2" }, says: "--rate: no limit is called 'calls'; there are requests, tokens" },
  ])("is refused for $title", ({ flags, says }) => {
    expect(() => planFrom(flags)).toThrow(new UsageError(says));
  });
});
