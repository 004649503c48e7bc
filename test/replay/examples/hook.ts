import { register } from "node:module";

// Puts the library with capturing functions in the place of the library, for examples and the ready-made agents.
const CAPTURE = new URL("capture.ts", import.meta.url).href;
const LIBRARY = new URL("../../../src/index.ts", import.meta.url).href;
const USERS = ["examples/", "actors/"].map((folder) => new URL(`../../../${folder}`, import.meta.url).href);

const together = `export * from "${LIBRARY}";\nexport { fromAgent, refine, run, runUntil, start } from "${CAPTURE}";`;
const REPLACED = `data:text/javascript,${encodeURIComponent(together)}`;

const hooks = `
const users = ${JSON.stringify(USERS)};
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const isLibrary = resolved.url.split("?")[0] === ${JSON.stringify(LIBRARY)};
  const isAskedByUser = users.some((user) => (context.parentURL ?? "").startsWith(user));
  return isLibrary && isAskedByUser ? { ...resolved, url: ${JSON.stringify(REPLACED)}, format: "module" } : resolved;
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
