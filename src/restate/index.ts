/**
 * The same agents on the workers of a Restate server: durable, and spread over as many processes and machines as
 * there are. Needs `@restatedev/restate-sdk`; a worker needs Node 22 or later.
 */
export { runOn, type RunOnOptions } from "./client.ts";
export { EngineError } from "./engine-error.ts";
export type { RestateAddress } from "./ingress.ts";
export { serveAgents, type AgentWorker, type ServeOptions } from "./serve.ts";
