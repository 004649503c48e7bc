import { afterEach, describe, expect, test } from "vitest";
import { DefinitionError } from "../../../src/core/errors.ts";
import { availabilityOf, availableModels } from "../../../src/models/language-model/available.ts";
import { findModel, modelNamed, ModelUnavailableError } from "../../../src/models/language-model/named.ts";
import { PROVIDERS, type Provider } from "../../../src/models/language-model/providers.ts";
import { optionsOf, requestOf } from "../request.ts";
import type { WireFormat } from "./servers/format.ts";
import { FORMATS } from "./servers/formats.ts";
import { sendJson, startServer, type ModelServer } from "./servers/server.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const format = (name: string): WireFormat => FORMATS.find((known) => known.name === name) as WireFormat; // one of the list
const ENV = { OPENAI_API_KEY: "sk-from-the-environment", ANTHROPIC_API_KEY: "ant-0123456789", GOOGLE_GENERATIVE_AI_API_KEY: "goo-0123456789" };

describe("modelNamed", () => {
  test.each([
    { name: "openai/gpt-5-mini", over: "openai responses", at: "/v1", path: "/v1/responses", header: "authorization", sends: "Bearer sk-from-the-environment" },
    { name: "anthropic/claude-sonnet-4-5", over: "anthropic", at: "/v1", path: "/v1/messages", header: "x-api-key", sends: "ant-0123456789" },
    { name: "google/gemini-3-pro-preview", over: "gemini", at: "/v1beta", path: "/v1beta/models/gemini-3-pro-preview:generateContent", header: "x-goog-api-key", sends: "goo-0123456789" },
    { name: "ollama/qwen3:8b", over: "openai-compatible", at: "/v1", path: "/v1/chat/completions", header: "authorization", sends: undefined },
    { name: "compatible/meta-llama/Llama-3.3-70B", over: "openai-compatible", at: "/v1", path: "/v1/chat/completions", header: "authorization", sends: undefined },
  ])("reaches $name with the key of the environment", async ({ name, over, at, path, header, sends }) => {
    server = await startServer(format(over), ({ play }) => play({ text: "Far." }));
    const model = await modelNamed(name, { baseUrl: `${server.url}${at}`, env: ENV });

    const { text } = await model.respond(requestOf(), optionsOf());

    expect({ name: model.name, text }).toEqual({ name, text: "Far." });
    expect({ path: server.exchanges[0]?.path, key: server.exchanges[0]?.headers[header] }).toEqual({ path, key: sends });
  });

  test("hands on the options of a language model, over what it would send by itself", async () => {
    server = await startServer(format("openai responses"), ({ play }) => play({ text: "Far." }));
    const baseUrl = `${server.url}/v1`;
    const options = { baseUrl, env: ENV, price: { input: 1, output: 2 }, name: "mine" };

    const stateless = await modelNamed("openai/gpt-5-mini", options);
    const stored = await modelNamed("openai/gpt-5-mini", { ...options, providerOptions: { openai: { store: true } } });
    await stateless.respond(requestOf(), optionsOf());
    await stored.respond(requestOf(), optionsOf());

    expect(stateless).toMatchObject({ name: "mine", price: { input: 1, output: 2 } });
    expect(server.exchanges.map(({ body }) => body.store)).toEqual([false, true]);
  });

  test("reads the address and an optional key of a compatible server from the environment", async () => {
    server = await startServer(format("openai-compatible"), ({ play }) => play({ text: "Far." }));
    const env = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "local-key\n" };

    await (await modelNamed("compatible/tiny", { env })).respond(requestOf(), optionsOf());

    expect(server.exchanges[0]?.headers.authorization).toBe("Bearer local-key");
  });

  test("shows its key in no message", async () => {
    server = await startServer(format("anthropic"), ({ response }) => sendJson(response, 401, { type: "error", error: { type: "authentication_error", message: "no such key: ant-0123456789" } }));
    const model = await modelNamed("anthropic/claude-sonnet-4-5", { baseUrl: `${server.url}/v1`, env: ENV });

    await expect(model.respond(requestOf(), optionsOf())).rejects.toMatchObject({
      message: "model 'anthropic/claude-sonnet-4-5' failed with status 401: no such key: [key ANTHROPIC_API_KEY]",
    });
  });

  test.each([
    { name: "openai/gpt-5-mini", env: {}, says: "openai/gpt-5-mini needs a key: set OPENAI_API_KEY" },
    { name: "anthropic/claude", env: { ANTHROPIC_API_KEY: "  " }, says: "anthropic/claude needs a key: set ANTHROPIC_API_KEY" },
    { name: "google/gemini", env: {}, says: "google/gemini needs a key: set GOOGLE_GENERATIVE_AI_API_KEY" },
    { name: "compatible/x", env: {}, says: "compatible/x needs the address of a server: set OPENAI_COMPATIBLE_BASE_URL, such as http://localhost:8080/v1" },
  ])("says what is missing: $says", async ({ name, env, says }) => {
    await expect(modelNamed(name, { env })).rejects.toEqual(new ModelUnavailableError(says));
  });

  test.each([
    { name: "gpt-5", says: "a model: its name is 'gpt-5'; allowed: openai/<id>, anthropic/<id>, google/<id>, ollama/<id>, compatible/<id>" },
    { name: "openai/", says: "a model: its name is 'openai/'; allowed: openai/<id>, anthropic/<id>, google/<id>, ollama/<id>, compatible/<id>" },
    { name: "mistral/x", says: "a model: its name is 'mistral/x'; allowed: openai/<id>, anthropic/<id>, google/<id>, ollama/<id>, compatible/<id>" },
  ])("refuses the name $name", async ({ name, says }) => {
    await expect(modelNamed(name, { env: ENV })).rejects.toBeInstanceOf(DefinitionError);
    await expect(modelNamed(name, { env: ENV })).rejects.toMatchObject({ message: says });
  });

  test("refuses an address that is none, and an option that it does not have", async () => {
    await expect(modelNamed("ollama/x", { baseUrl: "localhost:11434" })).rejects.toMatchObject({
      message: "model 'ollama/x': its address is 'localhost:11434'; allowed: a URL that begins with http:// or https://",
    });
    const env = { OPENAI_COMPATIBLE_BASE_URL: "http://me:secret@localhost/v1" };
    await expect(modelNamed("compatible/x", { env })).rejects.toThrow(/^model 'compatible\/x': its address is 'http:\/\/…@localhost\/v1'; allowed: a URL without a user name/u);
    await expect(modelNamed("ollama/x", { baseURL: "http://localhost" } as object)).rejects.toThrow(/^language model 'x': baseURL is .*no key of this name/);
  });
});

describe("a package that is not installed", () => {
  const lost: Provider = { ...(PROVIDERS[0] as Provider), package: "@ai-sdk/nowhere", load: () => import(["@ai-sdk", "nowhere"].join("/")) as ReturnType<Provider["load"]> };

  test("is named, with the command that installs it", async () => {
    await expect(findModel([lost], "openai/gpt-5-mini", { env: ENV })).rejects.toMatchObject({
      name: "ModelUnavailableError",
      message: "openai/gpt-5-mini needs the package @ai-sdk/nowhere: npm install @ai-sdk/nowhere",
    });
  });

  test("is told apart from one that breaks", async () => {
    const broken: Provider = { ...lost, load: () => Promise.reject(new SyntaxError("Unexpected token")) };

    await expect(findModel([broken], "openai/gpt-5-mini", { env: ENV })).rejects.toThrow(new SyntaxError("Unexpected token"));
  });
});

describe("availableModels", () => {
  test("finds the packages that are installed here, and the keys that are set", () => {
    const found = availableModels({ ANTHROPIC_API_KEY: "ant-0123456789" });

    expect(
      found.map(({ provider, isInstalled, isKeySet, isReady, advice }) => ({ provider, isInstalled, isKeySet, isReady, advice })),
    ).toEqual([
      { provider: "openai", isInstalled: true, isKeySet: false, isReady: false, advice: "set OPENAI_API_KEY" },
      { provider: "anthropic", isInstalled: true, isKeySet: true, isReady: true, advice: null },
      { provider: "google", isInstalled: true, isKeySet: false, isReady: false, advice: "set GOOGLE_GENERATIVE_AI_API_KEY" },
      { provider: "ollama", isInstalled: true, isKeySet: false, isReady: true, advice: null },
      { provider: "compatible", isInstalled: true, isKeySet: false, isReady: false, advice: "set OPENAI_COMPATIBLE_BASE_URL" },
    ]);
  });

  test("says all that is to be done", () => {
    const [openai] = availabilityOf(PROVIDERS, {}, () => false);

    expect(openai).toEqual({
      provider: "openai",
      name: "openai/<id>",
      package: "@ai-sdk/openai",
      isInstalled: false,
      keyVariable: "OPENAI_API_KEY",
      isKeySet: false,
      isReady: false,
      advice: "npm install @ai-sdk/openai, set OPENAI_API_KEY",
    });
  });

  test("does not take a package for installed that is not", () => {
    const lost: Provider = { ...(PROVIDERS[0] as Provider), package: "@ai-sdk/nowhere" };

    expect(availabilityOf([lost], {})[0]?.isInstalled).toBe(false);
  });
});
