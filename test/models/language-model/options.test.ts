import { describe, expect, test } from "vitest";
import { DefinitionError } from "../../../src/core/errors.ts";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import type { LanguageModelOptions } from "../../../src/models/language-model/options.ts";
import { modelOf } from "./models.ts";

const make = (model: unknown, options?: unknown) => fromLanguageModel(model as ReturnType<typeof modelOf>, options as LanguageModelOptions);

describe("fromLanguageModel", () => {
  test("is named for the provider and its model, and has a price only when given one", () => {
    expect(make(modelOf({}))).toEqual({ name: "test/tiny", supportsTools: true, respond: expect.any(Function) });
    expect(make(modelOf({}), { name: "mine", price: { input: 1, output: 2 }, seed: undefined })).toMatchObject({ name: "mine", price: { input: 1, output: 2 } });
  });

  test.each([
    { model: "openai/gpt-5-mini", says: /^a language model: the model is 'openai\/gpt-5-mini'; allowed: a model of an AI SDK provider/ },
    { model: null, says: /^a language model: the model is null; allowed: / },
    { model: { ...modelOf({}), doStream: undefined }, says: /^a language model: the model is / },
    { model: { ...modelOf({}), specificationVersion: "v1" }, says: /^language model 'tiny': specificationVersion is 'v1'; allowed: v2, v3, v4$/ },
  ])("refuses what is no model: $says", ({ model, says }) => {
    expect(() => make(model)).toThrow(DefinitionError);
    expect(() => make(model)).toThrow(says);
  });

  test.each([
    { options: 7, says: "language model 'tiny': options is 7; allowed: an object of options" },
    { options: { apiKey: "sk-secret" }, says: "language model 'tiny': apiKey is 'string'; allowed: no key of this name; the keys are name, price, providerOptions, temperature, topP, seed, stallSeconds, headers" },
    { options: { name: " " }, says: "language model 'tiny': name is ' '; allowed: a text that is not blank" },
    { options: { price: { input: 1 } }, says: "language model 'tiny': price is { input: 1 }; allowed: { input, output, cached? }: amounts of money of at least 0 per million tokens" },
    { options: { providerOptions: { openai: true } }, says: "language model 'tiny': providerOptions is { openai: true }; allowed: objects by the name of a provider" },
    { options: { temperature: -1 }, says: "language model 'tiny': temperature is -1; allowed: a number of at least 0" },
    { options: { topP: 1.1 }, says: "language model 'tiny': topP is 1.1; allowed: a number from 0 to 1" },
    { options: { seed: 1.5 }, says: "language model 'tiny': seed is 1.5; allowed: a whole number" },
    { options: { stallSeconds: 0 }, says: "language model 'tiny': stallSeconds is 0; allowed: a number of seconds above 0" },
    { options: { headers: "Bearer sk-secret" }, says: "language model 'tiny': headers is 'string'; allowed: texts by the name of a header" },
    { options: { headers: { authorization: ["sk-secret"] } }, says: "language model 'tiny': headers.authorization is 'object'; allowed: texts by the name of a header" },
  ])("refuses wrong options: $says", ({ options, says }) => {
    expect(() => make(modelOf({}), options)).toThrow(DefinitionError);
    expect(() => make(modelOf({}), options)).toThrow(expect.objectContaining({ message: says }));
  });
});
