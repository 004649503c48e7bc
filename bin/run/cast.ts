import { realpathSync } from "node:fs";
import { analyst, critic, lead, researcher, summariser, writer } from "../../actors/index.ts";
import { DefinitionError, type AgentLogic, type Model, type Tool } from "../../src/index.ts";
import { dependencyTools, documentsOf, folderTools, type SearchTools } from "../../src/tools/index.ts";
import { installedPackages } from "../../src/tools/packages.ts";
import { countOf } from "../../src/trace/amounts.ts";
import { UsageError } from "../ending/usage-error.ts";

/** Who runs, and what to tell the user about the documents it has. */
export interface Cast {
  /** Null where there is nothing to read and nobody who works without, so that nothing needs to run. */
  readonly agent: AgentLogic | null;
  /** One sentence each: what is searched, documents that were left out, or that there are none. */
  readonly remarks: readonly string[];
}

/** What the built-in team is made of. */
export interface CastOptions {
  /** The folder of documents; without it the documentation of the packages under `./node_modules`. */
  readonly docs: string | undefined;
  /** The names of those the lead may ask, with commas between them; the researcher alone unless given. */
  readonly team: string | undefined;
  /** Null for the embedded model. */
  readonly model: Model | null;
}

/** Whoever is made with these is on the team: the tools of the documents, and the model where it is not the embedded one. */
interface Equipment {
  readonly tools: readonly Tool[];
  readonly options: { readonly model?: Model };
}

interface Member {
  /** Whether there is no use in it without documents. */
  readonly needsDocuments: boolean;
  readonly make: (equipment: Equipment) => AgentLogic;
}

const MEMBERS: Readonly<Record<string, Member>> = {
  researcher: { needsDocuments: true, make: ({ tools, options }) => researcher({ tools, ...options }) },
  analyst: { needsDocuments: false, make: ({ options }) => analyst(options) },
  writer: { needsDocuments: false, make: ({ options }) => writer(options) },
  critic: { needsDocuments: false, make: ({ options }) => critic(options) },
  summariser: { needsDocuments: false, make: ({ tools, options }) => summariser({ tools, ...options }) },
};

const SEARCHED_MEGABYTES = 2;

/** The lead and its team. Throws `UsageError` for a folder that does not exist and for a member there is none of. */
export async function defaultCast({ docs, team = "researcher", model }: CastOptions): Promise<Cast> {
  const names = namesIn(team);
  const { tools, remarks } = await documents(docs, names);
  const present = names.filter((name) => tools.length > 0 || !MEMBERS[name]?.needsDocuments);
  if (present.length === 0) return { agent: null, remarks };
  const options = model === null ? {} : { model };
  return { agent: lead({ team: present.flatMap((name) => MEMBERS[name]?.make({ tools, options }) ?? []), ...options }), remarks };
}

function namesIn(team: string): readonly string[] {
  const names = team.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(MEMBERS, name));
  if (unknown !== undefined) throw new UsageError(`--team: nobody is called '${unknown}'; there are ${Object.keys(MEMBERS).join(", ")}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`--team: '${twice}' is given twice`);
  return names;
}

const READERS = ["researcher", "summariser"];

// Documents that nobody on the team reads are not looked for, unless the user named them.
async function documents(
  docs: string | undefined,
  names: readonly string[],
): Promise<{ readonly tools: readonly Tool[]; readonly remarks: readonly string[] }> {
  if (docs === undefined && !names.some((name) => READERS.includes(name))) return { tools: [], remarks: [] };
  const searchTools =
    docs === undefined ? dependencyTools({ root: process.cwd(), maxTotalBytes: SEARCHED_MEGABYTES * 1_000_000 }) : toolsOver(docs);
  const { count, notes } = await documentsOf(searchTools);
  if (count === 0) return { tools: [], remarks: [nothingIn(docs), ...notes] };
  const { search, read } = searchTools;
  return { tools: [search, read], remarks: docs === undefined ? [await packagesText()] : notes };
}

// Of packages there is always something left out, and nobody has chosen them file by file: how many there are is enough.
async function packagesText(): Promise<string> {
  const { packages } = await installedPackages(realpathSync(process.cwd()));
  const much = `at most ${SEARCHED_MEGABYTES} MB of it; the packages of package.json first`;
  return `searching the documentation of ${countOf(packages.length, "package")} (${much})`;
}

function toolsOver(docs: string): SearchTools {
  try {
    return folderTools({ root: docs });
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(`--docs is '${docs}'; allowed: ${error.allowed}`);
    throw error;
  }
}

function nothingIn(docs: string | undefined): string {
  return docs === undefined
    ? "there are no packages with documents under ./node_modules; give a folder of documents with --docs <dir>"
    : `there are no documents in '${docs}'`;
}
