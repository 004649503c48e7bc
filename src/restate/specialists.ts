import { service, type Context, type ServiceDefinition } from "@restatedev/restate-sdk";
import { artifactFromRecord } from "../core/artifact.ts";
import { checked } from "../core/check.ts";
import { refuse, runPart, type Part, type Worker } from "./invocation.ts";
import { checkSame, definitionsBelow, servedAgent, specialistOf, specialistsName } from "./team.ts";
import { specialistInputSchema, type SpecialistInput, type SpecialistsHandlers } from "./wire.ts";

/** The services that run specialists, one for each team: each specialist is an invocation that any worker may pick up. */
export function specialistsServices(worker: Worker): readonly ServiceDefinition<string, SpecialistsHandlers>[] {
  const names = new Set([...worker.served.values()].map((agent) => specialistsName(definitionsBelow(agent))));
  return [...names].map((name) => serviceOf(worker, name));
}

function serviceOf(worker: Worker, name: string): ServiceDefinition<string, SpecialistsHandlers> {
  return service({
    name,
    handlers: { run: async (ctx: Context, input: SpecialistInput) => runPart(ctx, worker, partOf(worker, input)) },
    options: { ingressPrivate: true },
  });
}

function partOf({ served }: Worker, raw: SpecialistInput): Part {
  try {
    const input = checked("a specialist's input", specialistInputSchema, raw);
    const { runId, root, calls, definitions, options, goal, path, depth, line, slices, deadline, lanes } = input;
    checkSame(definitions, servedAgent(served, root));
    const { budget: _, contents: __, ...shared } = options; // the root's own; what is shown is for the root to say
    return {
      ...specialistOf(served, root, calls),
      frame: { runId, root, calls, definitions, options, shares: lanes },
      goal,
      options: shared,
      place: { path, depth, line },
      granted: { slices, deadline, lent: input.artifacts.map(artifactFromRecord) },
      cancelOf: () => Promise.resolve(null),
    };
  } catch (error) {
    return refuse(error);
  }
}
