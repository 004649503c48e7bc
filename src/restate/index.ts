/**
 * The same agents on the workers of a Restate server: durable, and spread over as many processes and machines as
 * there are. A worker needs `@restatedev/restate-sdk` and Node 22 or later; a client needs neither.
 */
export { runOn, type RunOnOptions } from "./client.ts";
export { EngineError } from "./engine-error.ts";
export type { RestateAddress } from "./ingress.ts";
export type { AgentWorker, ServeOptions } from "./serve.ts";
export { serveAgents } from "./serve-agents.ts";
