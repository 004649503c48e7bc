import { setIn } from "./named.ts";
import { PROVIDERS, type Environment, type Provider } from "./providers.ts";

/** Whether the models of a provider can be had, and what is missing. */
export interface ModelAvailability {
  /** What names of its models begin with. */
  readonly provider: string;
  /** What a name looks like: `openai/<id>`. */
  readonly name: string;
  readonly package: string;
  readonly isInstalled: boolean;
  /** The variable for the key; null where none is needed. */
  readonly keyVariable: string | null;
  readonly isKeySet: boolean;
  readonly isReady: boolean;
  /** What to do, in a few words; null where nothing is left to do. */
  readonly advice: string | null;
}

/** Says of each provider whether its package is installed and its key set. Loads nothing and asks no server. */
export function availableModels(env: Environment = process.env): readonly ModelAvailability[] {
  return availabilityOf(PROVIDERS, env);
}

/** Says of each of these providers what `availableModels` says of its own; `isHere` tells whether a package is installed. */
export function availabilityOf(providers: readonly Provider[], env: Environment, isHere = isInstalled): readonly ModelAvailability[] {
  return providers.map((provider) => {
    const { name, keyVariable, package: packageName } = provider;
    const isThere = isHere(packageName);
    const todo = [
      ...(isThere ? [] : [`npm install ${packageName}`]),
      ...missingVariables(provider, env).map((variable) => `set ${variable}`),
    ];
    return {
      provider: name,
      name: `${name}/<id>`,
      package: packageName,
      isInstalled: isThere,
      keyVariable,
      isKeySet: isSet(env, keyVariable),
      isReady: todo.length === 0,
      advice: todo.length === 0 ? null : todo.join(", "),
    };
  });
}

function missingVariables(
  { keyVariable, isKeyOptional, baseUrl, baseUrlVariable }: Provider,
  env: Environment,
): readonly (string | null)[] {
  const needed = [...(isKeyOptional ? [] : [keyVariable]), ...(baseUrl === undefined ? [baseUrlVariable] : [])];
  return needed.filter((variable) => !isSet(env, variable));
}

function isSet(env: Environment, variable: string | null): boolean {
  return variable !== null && setIn(env, variable) !== undefined;
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
