import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DefinitionError, delegate, fromAgent, memoryJournal, render, run, runSchema, scripted, skill, tool } from "../../../src/index.ts";
import { agent, asks, doing, echo, play } from "./cast.ts";

const City = z.object({ city: z.string().describe("Its name"), degrees: z.number().min(-90).max(60) });
const answer = (args: unknown) => asks(["final_answer", args]);
const right = { city: "Recife", degrees: 22 };

describe("typed tools", () => {
  test("case 71: a schema is a plain object that keeps descriptions and limits and inlines what is nested", () => {
    const Place = z.object({ lat: z.number().min(-90).max(90) });
    const { schema } = tool({ name: "t", description: "d", parameters: z.object({ place: Place, city: z.string().min(2).describe("Its name") }), execute: () => "" });

    expect(schema).toEqual({
      type: "object",
      properties: {
        place: { type: "object", properties: { lat: { type: "number", minimum: -90, maximum: 90 } }, required: ["lat"] },
        city: { type: "string", minLength: 2, description: "Its name" },
      },
      required: ["place", "city"],
    });
  });

  test("case 72: a handler gets what the schema yields, defaults included", async () => {
    const seen: unknown[] = [];
    const take = tool({ name: "take", description: "d", parameters: z.object({ city: z.string(), unit: z.string().default("C") }), execute: (args) => void seen.push(args) });
    await play(agent("a", [asks(["take", { city: "Recife" }]), "done"], { tools: [take] }));

    expect(seen).toEqual([{ city: "Recife", unit: "C" }]);
  });

  test("case 73, case 75: a missing field is named and a limit holds before the handler runs, in one line; the model can put it right", async () => {
    let calls = 0;
    const weather = tool({ name: "get_weather", description: "d", parameters: City, execute: () => `call ${++calls}` });
    const { steps, output } = await play(
      agent("a", [asks(["get_weather", { name: "Recife", degrees: 99 }]), asks(["get_weather", right]), "done"], { tools: [weather] }),
    );

    expect(steps.filter(({ kind }) => kind === "tool").map(({ observation }) => observation)).toEqual([
      "AgentToolError: invalid arguments for get_weather: city: Invalid input: expected string, received undefined; degrees: Too big: expected number to be <=60",
      "call 1",
    ]);
    expect(output).toBe("done");
  });

  test("case 74: a tool without an object schema or without a function is refused when it is made", () => {
    const rest = { name: "bad", description: "d" };

    expect(() => tool({ ...rest, parameters: z.string() as never, execute: () => "" })).toThrow(DefinitionError);
    expect(() => tool({ ...rest, parameters: z.object({}), execute: "no function" as never })).toThrow(DefinitionError);
    expect(() => tool({ ...rest, parameters: z.object({ when: z.date() }), execute: () => "" })).toThrow(
      /^tool 'bad': parameters is 'not expressible'; allowed: a zod object that JSON Schema can express/u,
    );
  });
});

describe("structured answers", () => {
  test("case 76, case 77: the call of final_answer is the data, and ends the run", async () => {
    const model = scripted([answer(right)]);
    const played = await play(agent("weather", model), { returns: City });

    expect(model.requests[0]?.tools).toEqual([
      {
        name: "final_answer",
        description: "Give the answer. The run ends when the arguments are right.",
        parameters: {
          type: "object",
          properties: { city: { type: "string", description: "Its name" }, degrees: { type: "number", minimum: -90, maximum: 60 } },
          required: ["city", "degrees"],
        },
      },
    ]);
    const { data, output, stopReason, toolCalls, usage, totalSteps } = played;
    expect({ data, output, stopReason, toolCalls, tools: usage.own.toolCalls, totalSteps, problem: played.dataProblem }).toEqual({
      data: right,
      output: '{"city":"Recife","degrees":22}',
      stopReason: "completed",
      toolCalls: ["final_answer"],
      tools: 0,
      totalSteps: 2,
      problem: undefined,
    });
    expect(played.steps[1]?.observation).toBe("Answer recorded.");
    expect(runSchema.safeParse(JSON.parse(JSON.stringify(played))).success).toBe(true);
  });

  test("case 78: the instructions of the run name final_answer, and the agent itself stays as it was", async () => {
    const model = scripted([answer(right), "plain"]);
    const weather = agent("weather", model, { instructions: "Be brief." });
    const asked = await play(weather, { returns: City });
    const plain = await play(weather);

    expect([asked.instructions, plain.instructions, plain.output, plain.data]).toEqual([
      "Be brief.\n\nWhen you have the answer, call final_answer with it: that ends the run.",
      "Be brief.",
      "plain",
      undefined,
    ]);
  });

  test.each([
    { title: "JSON in prose", text: 'It is { "city": "Recife", "degrees": 22 } today.', data: right },
    { title: "JSON in a fence", text: '```json\n{"city":"Recife","degrees":22}\n```', data: right },
  ])("case 79: $title counts as the answer", async ({ text, data }) => {
    const model = scripted([text]);
    const played = await play(agent("weather", model), { returns: City });

    expect([played.data, played.output, model.requests.length]).toEqual([data, text, 1]);
  });

  test.each([
    { text: "Twenty-two.", reason: "no_json", message: "no JSON object in the answer" },
    { text: "{ city: Recife }", reason: "invalid_json", message: expect.stringMatching(/^invalid JSON: /u) },
    { text: '{"city":"Recife"}', reason: "does_not_match", message: "does not match the schema: degrees: Invalid input: expected number, received undefined" },
    { text: "  ", reason: "no_answer", message: "no answer" },
  ])("case 79: an answer $text has no data, because of $reason", async ({ text, reason, message }) => {
    const played = await play(agent("weather", [text]), { returns: { schema: City, extraction: false } });

    expect([played.data, played.dataProblem, played.stopReason, played.output]).toEqual([undefined, { reason, message }, "completed", text]);
  });

  test("case 79: the text fallback can be refused", async () => {
    const played = await play(agent("weather", ['{"city":"Recife","degrees":22}']), { returns: { schema: City, textFallback: false, extraction: false } });

    expect(played.dataProblem?.reason).toBe("text_refused");
  });

  test("case 80: trace and stop reason are those of any run, and invalid arguments are one line", async () => {
    const played = await play(agent("weather", [asks("echo"), answer({ city: "Recife" }), answer(right)], { tools: [echo] }), { returns: City });

    expect(render(played, { width: 100 })).toBe(
      [
        '✓ weather "Do it."',
        "│ completed · 0 s · 6 steps · 668 tokens",
        "├─ ✓ model chat → called echo                                                          0 s  ~204 tok",
        "├─ ✓ tool  echo() → returned: echoed                                                   0 s",
        "├─ ✓ model chat → called final_answer                                                  0 s  ~213 tok",
        '├─ ✗ tool  final_answer(city: "Recife") → failed: AgentToolError: invalid arguments…   0 s',
        "├─ ✓ model chat → called final_answer                                                  0 s  ~251 tok",
        '╰─ ✓ tool  final_answer(city: "Recife", degrees… → returned: {"city":"Recife","degre…  0 s',
      ].join("\n"),
    );
    expect(played.steps[3]?.observation).toBe(
      "AgentToolError: invalid arguments for final_answer: degrees: Invalid input: expected number, received undefined",
    );
  });

  test("case 81: a run that is cut has no data, whatever its model wrote", async () => {
    const wordy = asks("echo");
    const played = await play(agent("weather", [{ ...wordy, text: JSON.stringify(right) }], { tools: [echo], budget: { maxSteps: 2 } }), { returns: City });

    expect([played.data, played.dataProblem, played.stopReason]).toEqual([
      undefined,
      { reason: "not_completed", message: "the run ended max_steps, and only a completed run has an answer" },
      "max_steps",
    ]);
  });

  test("section 4: an answer on the last permitted step is a success", async () => {
    const played = await play(agent("weather", [answer(right)], { budget: { maxSteps: 2, maxToolCalls: 0 } }), { returns: City });

    expect([played.data, played.succeeded, played.totalSteps]).toEqual([right, true, 2]);
  });

  test("section 4: a second answer in the same turn does not overwrite the first", async () => {
    const model = scripted([asks(["final_answer", right], ["final_answer", { city: "Olinda", degrees: 23 }])]);
    const played = await play(agent("weather", model), { returns: City });

    expect([played.data, played.steps[2]?.error]).toEqual([right, "AgentToolError: the answer has been recorded already"]);
  });

  test("calls beside the answer run, and their observations are kept", async () => {
    const played = await play(agent("weather", [asks("echo", ["final_answer", right], "echo")], { tools: [echo] }), { returns: City });

    expect(played.steps.map(({ name, observation }) => [name, observation])).toEqual([
      ["chat", ""],
      ["echo", "echoed"],
      ["final_answer", "Answer recorded."],
      ["echo", "echoed"],
    ]);
    expect(played.data).toEqual(right);
  });

  test("case 82: prose is read once more by an extractor that is offered nothing but the answer, in plain sight", async () => {
    const model = scripted(["Recife has 22 degrees.", answer(right)]);
    const played = await play(agent("weather", model, { tools: [echo] }), { returns: City });

    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([["echo", "final_answer"], ["final_answer"]]);
    expect(model.requests[1]?.messages.at(-1)).toEqual({ role: "user", content: "Recife has 22 degrees." });
    expect([played.data, played.output, played.usage.subtree.modelCalls, played.totalSteps]).toEqual([right, "Recife has 22 degrees.", 2, 4]);
    expect(render(played, { width: 100 })).toBe(
      [
        '✓ weather "Do it."',
        "│ completed · 0 s · 4 steps (2 own) · 347 tokens (208 own) · 1 specialist",
        "├─ ✓ model chat → answered: Recife has 22 degrees.                                     0 s  ~208 tok",
        '╰─ ✓ agent extract_answer "Recife has 22 de… → answered in 2 steps: {"city":"Recife"…  0 s   139 tok',
        "   ├─ ✓ model chat → called final_answer                                               0 s  ~139 tok",
        '   ╰─ ✓ tool  final_answer(city: "Recife", degree… → returned: {"city":"Recife","deg…  0 s',
      ].join("\n"),
    );
  });

  test("case 82: an extraction that finds nothing leaves a plain reason, and its two tries are the most it may make", async () => {
    const model = scripted(["No idea.", answer({}), answer({}), answer({})]);
    const played = await play(agent("weather", model), { returns: City });

    expect([played.data, played.dataProblem, played.stopReason, model.requests.length]).toEqual([
      undefined,
      { reason: "no_json", message: "no JSON object in the answer" },
      "completed",
      3,
    ]);
  });

  test("case 82: an empty answer is not read again, and the extraction can be switched off", async () => {
    const empty = scripted([""]);
    const prose = scripted(["Twenty-two."]);
    await play(agent("weather", empty), { returns: City });
    await play(agent("weather", prose), { returns: { schema: City, extraction: false } });

    expect([empty.requests.length, prose.requests.length]).toEqual([1, 1]);
  });

  test("D11: skills and their tools stay available in a run that is asked for data", async () => {
    const measure = doing("measure", () => "22");
    const model = scripted([asks(["load_skill", { name: "measuring" }]), asks("measure"), answer(right)]);
    const measuring = skill({ name: "measuring", description: "Measures.", instructions: "Measure.", tools: [measure] });
    const played = await play(agent("weather", model, { skills: [measuring] }), { returns: City });

    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ["load_skill", "final_answer"],
      ["load_skill", "final_answer", "measure"],
      ["load_skill", "final_answer", "measure"],
    ]);
    expect([played.data, played.steps[3]?.observation]).toEqual([right, "22"]);
  });

  test("a delegation that asks for data concludes with it, checked", async () => {
    const child = agent("child", [answer(right)]);
    const played = await play(agent("lead", [asks(["ask_child", { goal: "How warm?" }]), "done"], { team: [delegate(child, { returns: City })] }));

    expect(played.steps[1]).toMatchObject({ outcome: "answered", error: null, observation: JSON.stringify(right), output: JSON.stringify(right) });
  });

  test("a delegation whose specialist gives no data has failed, and says why", async () => {
    const child = agent("child", ["Warm."]);
    const played = await play(
      agent("lead", [asks(["ask_child", { goal: "How warm?" }]), "done"], { team: [delegate(child, { returns: { schema: City, extraction: false } })] }),
    );

    const error = "'child' gave no data of the shape that was asked for: no JSON object in the answer";
    expect(played.steps[1]).toMatchObject({ outcome: "failed", error, observation: `[stopped: error] ${error}` });
  });

  test.each([
    { title: "a list", schema: z.array(z.number()), args: { answer: [1, 2] }, data: [1, 2] },
    { title: "a text", schema: z.string(), args: { answer: "yes" }, data: "yes" },
    { title: "a union", schema: z.union([z.literal("yes"), z.number()]), args: { answer: 3 }, data: 3 },
  ])("$title can be asked for, too", async ({ schema, args, data }) => {
    expect((await play(agent("a", [answer(args)]), { returns: schema })).data).toEqual(data);
  });

  test("a list as plain text counts, too", async () => {
    expect((await play(agent("a", ["[1, 2]"]), { returns: z.array(z.number()) })).data).toEqual([1, 2]);
  });

  test("async checks of a schema are waited for", async () => {
    const Even = z.object({ n: z.number().refine(async (n) => n % 2 === 0, "must be even") });
    const played = await play(agent("a", [answer({ n: 1 }), answer({ n: 2 })]), { returns: Even });

    expect([played.data, played.steps[1]?.observation]).toEqual([{ n: 2 }, "AgentToolError: invalid arguments for final_answer: n: must be even"]);
  });

  test.each([
    { title: "a date", schema: z.object({ n: z.number().transform((n) => new Date(n)) }), problem: "n is 1970-01-01T00:00:00.001Z" },
    {
      title: "a cycle",
      schema: z.object({ n: z.number().transform(() => { const cycle: { self?: unknown } = {}; cycle.self = cycle; return cycle; }) }),
      problem: "is nested deeper than 200 levels or holds itself",
    },
  ])("a schema that yields $title gives no data but a reason", async ({ schema, problem }) => {
    const played = await play(agent("a", [answer({ n: 1 }), ""]), { returns: schema });

    expect(played.data).toBeUndefined();
    expect(played.steps[1]?.error).toContain(problem);
    expect(played.dataProblem).toEqual({ reason: "no_answer", message: "no answer" });
  });

  test.each([
    { title: "no schema", returns: { city: "string" }, message: /^the run's options: returns\.city is 'string'; allowed: no key of this name/u },
    { title: "a schema JSON Schema cannot express", returns: z.object({ when: z.date() }), message: /^the run's options: returns is 'not expressible'; allowed: a zod object that JSON Schema can express/u },
    { title: "a wrong switch", returns: { schema: City, extraction: "no" }, message: /^the run's options: returns\.extraction is 'no'; allowed: true or false$/u },
  ])("$title is refused before anything starts", async ({ returns, message }) => {
    await expect(run(agent("a", []), "Go.", { returns: returns as never })).rejects.toThrow(message);
  });

  test("a model that cannot call tools is refused where data is asked for", async () => {
    const mute = fromAgent({ name: "mute", model: scripted([], { supportsTools: false, name: "mute" }) });

    await expect(run(mute, "Go.", { returns: City })).rejects.toThrow(
      "agent 'mute': model is 'mute'; allowed: a model that can call tools, since data is asked for",
    );
  });

  test("a recorded run gives the same data without a model", async () => {
    const journal = memoryJournal();
    const first = await play(agent("weather", ["Recife has 22 degrees.", answer(right)]), { returns: City, journal });
    const again = await play(agent("weather", []), { returns: City, journal });

    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  test("data is typed from the schema", async () => {
    const played = await run(agent("weather", [answer(right)]), "How warm?", { returns: City });
    const degrees: number | undefined = played.data?.degrees;

    expect(degrees).toBe(22);
  });
});
