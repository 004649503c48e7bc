/**
 * The entry `troupe/actors`: the ready-made cast. Every export makes a true XState actor logic, so a member of the cast
 * can be run, invoked by any machine, or put into another agent's team. All of them run on the embedded model until
 * they are given another, and any field of their definition can be overridden.
 */
export { lead, type LeadOptions } from "./lead.ts";
export { researcher, type ResearcherOptions } from "./researcher.ts";
export { analyst, type AnalystOptions } from "./analyst.ts";
export { writer, type WriterOptions } from "./writer.ts";
export { critic, type CriticOptions } from "./critic.ts";
export { summariser, type SummariserOptions } from "./summariser.ts";
