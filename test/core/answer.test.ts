import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answerPrompt, answerSpec, notCompleted, readAnswer, readAnswerInText, type AnswerSpec } from "../../src/core/answer.ts";
import { DefinitionError } from "../../src/core/errors.ts";
import { SEEDED } from "./seed.ts";
import { thrownBy } from "./thrown.ts";

const City = z.object({ city: z.string().describe("Its name"), degrees: z.number().min(-90).max(60) });
const Numbers = z.array(z.number());
const right = { city: "Recife", degrees: 22 };

function specOf(returns: unknown): AnswerSpec {
  return answerSpec("the run's options", returns);
}

describe("answerSpec", () => {
  const description = "Give the answer. The run ends when the arguments are right.";
  const cityParameters = {
    type: "object",
    properties: { city: { type: "string", description: "Its name" }, degrees: { type: "number", minimum: -90, maximum: 60 } },
    required: ["city", "degrees"],
  };
  const wrapped = (answer: object) => ({ type: "object", properties: { answer }, required: ["answer"] });

  it.each([
    { title: "an object as it is", returns: City, isWrapped: false, parameters: cityParameters },
    { title: "a list under the key answer", returns: Numbers, isWrapped: true, parameters: wrapped({ type: "array", items: { type: "number" } }) },
    { title: "a text under the key answer", returns: z.string(), isWrapped: true, parameters: wrapped({ type: "string" }) },
    { title: "a choice under the key answer", returns: z.enum(["yes", "no"]), isWrapped: true, parameters: wrapped({ type: "string", enum: ["yes", "no"] }) },
    {
      title: "an object behind a transform under the key answer",
      returns: z.object({ n: z.number() }).transform(({ n }) => n),
      isWrapped: true,
      parameters: wrapped({ type: "object", properties: { n: { type: "number" } }, required: ["n"] }),
    },
  ])("asks for $title", ({ returns, isWrapped, parameters }) => {
    const spec = specOf(returns);

    expect({ isWrapped: spec.isWrapped, offered: spec.offered }).toStrictEqual({
      isWrapped,
      offered: { name: "final_answer", description, parameters },
    });
    expect([spec, spec.offered, spec.offered.parameters].map(Object.isFrozen)).toStrictEqual([true, true, true]);
  });

  it.each([
    { returns: City, textFallback: true, extraction: true },
    { returns: { schema: City }, textFallback: true, extraction: true },
    { returns: { schema: City, textFallback: undefined, extraction: undefined }, textFallback: true, extraction: true },
    { returns: { schema: City, textFallback: false }, textFallback: false, extraction: true },
    { returns: { schema: City, extraction: false }, textFallback: true, extraction: false },
  ])("fills in the terms: text $textFallback, extraction $extraction", ({ returns, ...terms }) => {
    const { textFallback, extraction } = specOf(returns);

    expect({ textFallback, extraction }).toStrictEqual(terms);
  });

  const RETURNS = "a zod schema, or { schema, textFallback?, extraction? }";
  const UNKNOWN = "no key of this name; the keys are schema, textFallback, extraction";

  it.each([
    { returns: "City", message: `returns is 'City'; allowed: ${RETURNS}` },
    { returns: null, message: `returns is null; allowed: ${RETURNS}` },
    { returns: [1], message: `returns is [ 1 ]; allowed: ${RETURNS}` },
    { returns: {}, message: `returns is {}; allowed: ${RETURNS}` },
    { returns: { schema: { type: "object" } }, message: `returns is { schema: { type: 'object' } }; allowed: ${RETURNS}` },
    { returns: { city: "string" }, message: `returns.city is 'string'; allowed: ${UNKNOWN}` },
    { returns: { schema: City, extract: false }, message: `returns.extract is false; allowed: ${UNKNOWN}` },
    { returns: { schema: City, textFallback: "no" }, message: "returns.textFallback is 'no'; allowed: true or false" },
    { returns: { schema: City, extraction: null }, message: "returns.extraction is null; allowed: true or false" },
    {
      returns: z.object({ when: z.date() }),
      message:
        "returns is 'not expressible'; allowed: a zod object that JSON Schema can express (Error: Date cannot be represented in JSON Schema)",
    },
  ])("refuses what is wrong: $message", ({ returns, message }) => {
    const error = thrownBy(() => specOf(returns));

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(`the run's options: ${message}`);
  });
});

describe("answerPrompt", () => {
  it("is a paragraph of its own that names the tool", () => {
    expect(answerPrompt()).toBe("\n\nWhen you have the answer, call final_answer with it: that ends the run.");
  });
});

describe("readAnswer", () => {
  it.each([
    { title: "an object", schema: City, given: right, data: right },
    { title: "an object without what the schema does not name", schema: City, given: { ...right, sky: "clear" }, data: right },
    { title: "defaults", schema: z.object({ unit: z.string().default("C") }), given: {}, data: { unit: "C" } },
    { title: "what a transform makes of it", schema: z.object({ n: z.string().transform(Number) }), given: { n: "4" }, data: { n: 4 } },
    { title: "what stands under the key answer", schema: Numbers, given: { answer: [1, 2] }, data: [1, 2] },
    { title: "null", schema: z.null(), given: { answer: null }, data: null },
  ])("yields $title", async ({ schema, given, data }) => {
    expect(await readAnswer(specOf(schema), given)).toStrictEqual({ ok: true, data });
  });

  const Even = z.object({ n: z.number().refine(async (n) => n % 2 === 0, "must be even") });
  const Later = z.object({ at: z.number().transform((at) => new Date(at)) });
  const Bad = z.object({ n: z.number().refine(() => { throw new RangeError("the check is down"); }) });

  it.each([
    {
      title: "every mistake in one line",
      schema: z.object({ city: z.string(), at: z.object({ lat: z.number() }) }),
      given: { at: { lat: "8" } },
      told: "city: Invalid input: expected string, received undefined; at.lat: Invalid input: expected number, received string",
    },
    { title: "a limit", schema: City, given: { ...right, degrees: 99 }, told: "degrees: Too big: expected number to be <=60" },
    { title: "a missing wrapper", schema: Numbers, given: [1], told: "(root): Invalid input: expected object, received array" },
    { title: "an async check", schema: Even, given: { n: 1 }, told: "n: must be even" },
    { title: "a check that throws", schema: Bad, given: { n: 1 }, told: "(root): RangeError: the check is down" },
  ])("says $title", async ({ schema, given, told }) => {
    const problem = { reason: "does_not_match", message: `does not match the schema: ${told}` };

    expect(await readAnswer(specOf(schema), given)).toStrictEqual({ ok: false, problem, told });
  });

  it("gives no data that JSON cannot carry", async () => {
    expect(await readAnswer(specOf(Later), { at: 1 })).toStrictEqual({
      ok: false,
      problem: {
        reason: "not_json",
        message:
          "could not be converted: the schema yields { at: 1970-01-01T00:00:00.001Z }, which is not plain JSON (at is 1970-01-01T00:00:00.001Z)",
      },
    });
  });

  it("is a promise only where a check is", async () => {
    expect([readAnswer(specOf(City), right), readAnswer(specOf(Even), { n: 2 })].map((read) => read instanceof Promise)).toStrictEqual([false, true]);
  });
});

describe("readAnswerInText", () => {
  it.each([
    { title: "the whole text", schema: City, text: JSON.stringify(right), data: right },
    { title: "JSON in prose", schema: City, text: 'It is { "city": "Recife", "degrees": 22 } today.', data: right },
    { title: "JSON in a fence", schema: City, text: '```json\n{"city":"Recife","degrees":22}\n```', data: right },
    { title: "an object with braces in its texts", schema: City, text: '{"city":"{Recife}","degrees":22}', data: { city: "{Recife}", degrees: 22 } },
    { title: "a list as the whole text", schema: Numbers, text: " [1, 2]\n", data: [1, 2] },
    { title: "a whole text with the key answer", schema: Numbers, text: '{"answer": [1, 2]}', data: [1, 2] },
    { title: "a list under the key answer", schema: Numbers, text: 'Here: {"answer": [1, 2]}.', data: [1, 2] },
    { title: "a text in quotation marks", schema: z.string(), text: '"yes"', data: "yes" },
    { title: "a wrapped object as it is", schema: z.union([City, z.null()]), text: JSON.stringify(right), data: right },
  ])("reads $title", async ({ schema, text, data }) => {
    expect(await readAnswerInText(specOf(schema), text)).toStrictEqual({ ok: true, data });
  });

  const INVALID = expect.stringMatching(/^invalid JSON: \S[^\r\n]*$/u) as string; // in one line; the words are the runtime's own

  it.each([
    { title: "nothing", schema: City, text: "", reason: "no_answer", message: "no answer" },
    { title: "blanks", schema: City, text: " \n\t", reason: "no_answer", message: "no answer" },
    { title: "prose", schema: City, text: "Twenty-two degrees.", reason: "no_json", message: "no JSON object in the answer" },
    { title: "braces the wrong way round", schema: City, text: "} and {", reason: "no_json", message: "no JSON object in the answer" },
    { title: "an opening brace alone", schema: City, text: '{"city":"Recife"', reason: "no_json", message: "no JSON object in the answer" },
    { title: "a list where an object is asked for", schema: City, text: "[1, 2]", reason: "no_json", message: "no JSON object in the answer" },
    { title: "a list in prose", schema: Numbers, text: "They are [1, 2].", reason: "no_json", message: "no JSON object in the answer" },
    { title: "a bare word where a text is asked for", schema: z.string(), text: "yes", reason: "no_json", message: "no JSON object in the answer" },
    { title: "braces that hold no JSON", schema: City, text: "{ city: Recife }", reason: "invalid_json", message: INVALID },
    { title: "braces over several lines that hold no JSON", schema: City, text: '{"city": Recife\n\n}', reason: "invalid_json", message: INVALID },
    { title: "two objects, which are not one", schema: City, text: `${JSON.stringify(right)} or ${JSON.stringify(right)}`, reason: "invalid_json", message: INVALID },
    {
      title: "an object that does not fit",
      schema: City,
      text: '{"city":"Recife"}',
      reason: "does_not_match",
      message: "does not match the schema: degrees: Invalid input: expected number, received undefined",
    },
  ])("finds no data in $title", async ({ schema, text, reason, message }) => {
    expect(await readAnswerInText(specOf(schema), text)).toMatchObject({ ok: false, problem: { reason, message } });
  });

  it("counts no text where only a call counts, and says so", async () => {
    const spec = specOf({ schema: City, textFallback: false });
    const message = "the answer is a text, and only a call of final_answer counts";

    expect(await readAnswerInText(spec, JSON.stringify(right))).toStrictEqual({ ok: false, problem: { reason: "text_refused", message } });
    expect(await readAnswerInText(spec, " ")).toStrictEqual({ ok: false, problem: { reason: "no_answer", message: "no answer" } });
  });

  it.each([
    { title: "a million opening braces", text: "{".repeat(1_000_000) },
    { title: "braces a million deep", text: "{".repeat(500_000) + "}".repeat(500_000) },
    { title: "lists a hundred thousand deep", text: `{"city":${"[".repeat(100_000)}${"]".repeat(100_000)}}` },
  ])("survives $title", async ({ text }) => {
    expect((await readAnswerInText(specOf(City), text)).ok).toBe(false);
  });

  it("finds any object that fits, whatever prose without braces stands around it", async () => {
    const prose = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[{}]/gu, ""));
    const Anything = z.object({ texts: z.array(z.string()), deep: z.object({ flag: z.boolean().nullable() }) });
    const data = fc.record({ texts: fc.array(fc.string({ unit: "grapheme" })), deep: fc.record({ flag: fc.option(fc.boolean()) }) });

    await fc.assert(
      fc.asyncProperty(prose, data, prose, async (before, object, after) => {
        expect(await readAnswerInText(specOf(Anything), `${before}${JSON.stringify(object)}${after}`)).toEqual({ ok: true, data: object });
      }),
      { ...SEEDED, numRuns: 100 },
    );
  });
});

describe("notCompleted", () => {
  it.each(["max_steps", "timeout", "blocked"])("names the stop reason %s", (stopReason) => {
    expect(notCompleted(stopReason)).toStrictEqual({ reason: "not_completed", message: `the run ended ${stopReason}, and only a completed run has an answer` });
  });
});
