import { ArtifactShelf, type ArtifactInput } from "../core/artifact.ts";
import type { ModelRequest } from "../core/model.ts";
import type { AgentStep, Run } from "../core/run.ts";
import { Specialists } from "../agent/engine/specialists.ts";
import type { Came } from "./course.ts";
import { LoopError } from "./errors.ts";

/**
 * What a loop sees of its agents: the runs as they end, by id, and the names that their artifacts get in the loop's own
 * run. Those follow the engine's rules, by the engine's own classes; one delegation at a time is under way.
 */
export class Witness {
  readonly runs = new Map<string, Run>();
  /** The goal of the delegation that is asked for next. The call itself does not carry it. */
  goal = "";
  readonly #artifacts: readonly ArtifactInput[];
  readonly #names = new Specialists();
  readonly #shelf = new ArtifactShelf();
  #given: readonly string[] | null = null;
  #ran: Run | null = null;
  #ended: AgentStep | null = null;

  /** `artifacts` are those that the loop's run begins with; they are looked at once the run has begun, and found them right. */
  constructor(artifacts: readonly ArtifactInput[]) {
    this.#artifacts = artifacts;
  }

  /** The names of the artifacts that the run begins with, as it has them. To be asked for before anything is produced. */
  get given(): readonly string[] {
    return (this.#given ??= this.#artifacts.map(({ name }) => this.#add(name)));
  }

  /** Takes in the run of an agent that has ended, and picks its conclusion. */
  conclude(run: Run): string {
    this.#ran = run;
    this.runs.set(run.id, run);
    return run.output;
  }

  /** Takes in the step of a delegation that has ended. */
  end(step: AgentStep): void {
    this.#ended = step;
  }

  /**
   * What the delegation that has just ended came to; `request` holds what the engine says of it. Throws `LoopError` for
   * one that was refused: it would be refused again.
   */
  came({ messages }: ModelRequest): Came {
    const [run, step] = [this.#ran, this.#ended];
    const said = messages.at(-1)?.content ?? "";
    this.#ran = null;
    this.#ended = null;
    if (!run && (!step || step.stopReason === null)) throw new LoopError(`the delegation was not started: ${said}`);
    const artifacts = this.#shelve(run, step?.agent ?? "");
    return run ? cameOf(run, artifacts) : withoutRun(step, said);
  }

  // The number is taken by a specialist that failed, too.
  #shelve(run: Run | null, agent: string): readonly string[] {
    const prefix = this.#names.numberedName(run?.agent ?? agent);
    return (run?.artifacts ?? []).map(({ name }) => this.#add(`${prefix}/${name}`));
  }

  #add(name: string): string {
    return this.#shelf.add({ name, mediaType: "", sizeBytes: 0, bytes: NO_BYTES }).name;
  }
}

function cameOf(run: Run, artifacts: readonly string[]): Came {
  const { stopReason, succeeded, dataProblem, error, output } = run;
  if (stopReason === "error" || stopReason === "blocked") return { type: "failed", problem: error ?? output };
  if (succeeded && dataProblem) return { type: "no_data", problem: dataProblem.message };
  return { type: "ran", run, artifacts };
}

// The engine asks no conclusion of a specialist that failed, or that completed without the data it was asked for.
function withoutRun(step: AgentStep | null, said: string): Came {
  return step?.stopReason === "completed" ? { type: "no_data", problem: said } : { type: "failed", problem: step?.error ?? said };
}

const NO_BYTES = new Uint8Array();
