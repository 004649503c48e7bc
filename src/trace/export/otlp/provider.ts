const KNOWN: ReadonlyMap<string, string> = new Map([
  ["openai", "openai"],
  ["azure", "azure.ai.openai"],
  ["anthropic", "anthropic"],
  ["google", "gcp.gemini"],
  ["vertex", "gcp.vertex_ai"],
  ["bedrock", "aws.bedrock"],
  ["mistral", "mistral_ai"],
  ["xai", "x_ai"],
  ["moonshot", "moonshot_ai"],
]);

/**
 * The provider of a model by the conventions' name for it, as far as the model's own name tells: the part before the
 * slash of `openai/gpt-5` or the dot of `openai.chat`. `_OTHER` for a model that names none.
 */
export function providerOf(model: string): string {
  const prefix = /^([a-z][a-z0-9_-]*)[./]/u.exec(model.toLowerCase())?.[1];
  return prefix === undefined ? "_OTHER" : (KNOWN.get(prefix) ?? prefix);
}
