const SECRET_NAME = /key|token|secret|password/iu;

/** The variables whose names do not say that they are secret: none with KEY, TOKEN, SECRET or PASSWORD in it, in any case. */
export function withoutSecrets(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !SECRET_NAME.test(name)) kept[name] = value;
  }
  return kept;
}
