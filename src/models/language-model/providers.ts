import type { LanguageModel, ProviderValues } from "./specification.ts";

/** The environment as it is read: variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a provider's package is set up with. */
export interface ProviderSettings {
  readonly apiKey: string | undefined;
  readonly baseURL: string | undefined;
}

/** One way to reach models by name: which package it takes, which variables, and how a model is made. */
export interface Provider {
  readonly name: string;
  readonly package: string;
  /** The variable that holds the key; null where none is needed. */
  readonly keyVariable: string | null;
  /** Whether it works without a key, because the server may not ask for one. */
  readonly isKeyOptional: boolean;
  /** The variable that may hold the address of the server. */
  readonly baseUrlVariable: string | null;
  /** The address where none is given: null for the provider's own, undefined where one must be given. */
  readonly baseUrl: string | null | undefined;
  /** What is sent along unless it is overridden. */
  readonly providerOptions?: ProviderValues;
  /** Loads the package. Rejects as `import` does. */
  readonly load: () => Promise<(settings: ProviderSettings, id: string) => LanguageModel>;
}

const COMPATIBLE = "@ai-sdk/openai-compatible";

/** The providers whose models have a name here, in the order they are listed. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: "openai",
    package: "@ai-sdk/openai",
    keyVariable: "OPENAI_API_KEY",
    isKeyOptional: false,
    baseUrlVariable: null,
    baseUrl: null,
    providerOptions: { openai: { store: false } }, // else OpenAI keeps every conversation, and refuses where it may not
    load: async () => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return (settings, id) => createOpenAI(given(settings))(id);
    },
  },
  {
    name: "anthropic",
    package: "@ai-sdk/anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    isKeyOptional: false,
    baseUrlVariable: null,
    baseUrl: null,
    load: async () => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return (settings, id) => createAnthropic(given(settings))(id);
    },
  },
  {
    name: "google",
    package: "@ai-sdk/google",
    keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
    isKeyOptional: false,
    baseUrlVariable: null,
    baseUrl: null,
    load: async () => {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return (settings, id) => createGoogleGenerativeAI(given(settings))(id);
    },
  },
  {
    name: "ollama",
    package: COMPATIBLE,
    keyVariable: null,
    isKeyOptional: true,
    baseUrlVariable: null,
    baseUrl: "http://localhost:11434/v1",
    load: () => loadCompatible("ollama"),
  },
  {
    name: "compatible",
    package: COMPATIBLE,
    keyVariable: "OPENAI_COMPATIBLE_API_KEY",
    isKeyOptional: true,
    baseUrlVariable: "OPENAI_COMPATIBLE_BASE_URL",
    baseUrl: undefined,
    load: () => loadCompatible("compatible"),
  },
];

async function loadCompatible(name: string): ReturnType<Provider["load"]> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return ({ apiKey, baseURL = "" }, id) => {
    return createOpenAICompatible({ name, baseURL, ...(apiKey === undefined ? {} : { apiKey }), includeUsage: true })(id);
  };
}

function given({ apiKey, baseURL }: ProviderSettings): { apiKey?: string; baseURL?: string } {
  return { ...(apiKey === undefined ? {} : { apiKey }), ...(baseURL === undefined ? {} : { baseURL }) };
}
