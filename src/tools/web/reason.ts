import { AgentToolError } from "../../index.ts";

const MAX_CAUSES = 5;

/** What of ours stopped a request, when that is why it failed. */
export function refusalIn(error: unknown): AgentToolError | undefined {
  return causesOf(error).find((cause) => cause instanceof AgentToolError);
}

/** Why a request failed, in a word where there is one: `ENOTFOUND`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `bad port`. */
export function reasonOf(error: unknown): string {
  const deepest = causesOf(error).at(-1); // the one that knows best
  const { code } = (deepest ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : (deepest?.message ?? "for no known reason");
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < MAX_CAUSES; at = at.cause) causes.push(at);
  return causes;
}
