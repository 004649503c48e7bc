import { describeError } from "../core/describe.ts";
import { EngineError } from "./engine-error.ts";

/** Tells a server, at its admin address, where a worker is. Rejects with `EngineError` where it does not take it. */
export async function register(admin: string, uri: string): Promise<void> {
  const response = await asked(new URL("/deployments", admin), { uri, force: true });
  if (response.ok) return;
  const said = `${response.status} ${await response.text()}`;
  throw new EngineError(`the Restate server at ${admin} did not take the worker at ${uri}: ${said}`);
}

async function asked(url: URL, body: unknown): Promise<Response> {
  try {
    return await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  } catch (error) {
    throw new EngineError(`the Restate server at ${url.origin} cannot be reached: ${describeError(error)}`, { cause: error });
  }
}
