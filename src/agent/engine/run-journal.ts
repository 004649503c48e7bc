import { artifactRecord, scrubbedArtifact } from "../../core/artifact.ts";
import { JOURNAL_VERSION, type Journal, type JournalStore, type RunHeader, type RunJournal } from "../../core/journal.ts";
import { plainJson, type MutableJson } from "../../core/json.ts";
import { definitionsOf } from "../definition/fingerprints.ts";
import type { CheckedOptions } from "../definition/options.ts";
import type { Prepared } from "./engine.ts";

/** The journal of a run: the one it was given, or one of its own in the store it was given; null for a run that keeps nothing. */
export function journalOf(prepared: Prepared): Journal | null {
  const { journal } = prepared.options.given;
  if (!journal) return null;
  return isStore(journal) ? journal.create(headerOf(prepared)) : journal;
}

// What a store keeps of how a run was started. `goal` is as the caller gave it, with secrets taken out.
function headerOf({ agent, goal, options, registries }: Prepared): RunHeader {
  const { budget, pool, slots, maxDepth, artifacts, returns, given, scrub } = options;
  return {
    version: JOURNAL_VERSION,
    runId: options.id,
    agent: agent.name,
    goal: scrub.text(goal),
    startedAt: options.clock.now(),
    definitions: definitionsOf(registries, returns),
    options: {
      budget: { ...budget },
      pool: { ...pool },
      concurrency: { ...slots },
      maxDepth,
      contents: given.contents ?? true,
      artifacts: artifacts.map((artifact) => ({ ...artifactRecord(scrubbedArtifact(scrub, artifact)) })),
      ...identityOf(options),
    },
  };
}

// Kept only where it is plain data without a secret in it; else it must be given again.
function identityOf({ identity, scrub }: CheckedOptions): { identity?: MutableJson } {
  const kept = plainJson(identity);
  if (!kept.ok || JSON.stringify(scrub.value(kept.value)) !== JSON.stringify(kept.value)) return {};
  return { identity: kept.value };
}

/** True for what keeps many runs, each of which gets a journal of its own. */
export function isStore(journal: Journal | JournalStore): journal is JournalStore {
  return "create" in journal;
}

/** True for the journal of one run in a store, which was opened to go on with that run. */
export function isRunJournal(journal: Journal): journal is RunJournal {
  return "header" in journal && "begin" in journal;
}
