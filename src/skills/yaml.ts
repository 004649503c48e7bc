import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { SkillFileError } from "./skill-file-error.ts";

// Loaded when the first skill file is read: it would make up a seventh of the time it takes to import the library.
const load = createRequire(import.meta.url);

/** The `yaml` package. */
export function yaml(): typeof Yaml {
  return load("yaml") as typeof Yaml; // `require` knows no types; the package is the one imported above
}

/** A YAML document, and where its parts stand. */
export interface ParsedYaml {
  readonly document: Yaml.Document.Parsed;
  /** The line of a position in the text, counted from 1. */
  readonly lineAt: (offset: number) => number;
}

// A list or a mapping is no key, and without known tags `!!binary` and the like are errors as any other tag is.
const OPTIONS = { logLevel: "error", prettyErrors: false, resolveKnownTags: false, stringKeys: true } as const;

const HINTS: Partial<Record<Yaml.ErrorCode, string>> = {
  BAD_SCALAR_START: "a value that begins so stands in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a value with a colon and a space in it stands in quotes",
  DUPLICATE_KEY: "this one stands there a second time",
  TAG_RESOLVE_FAILED: "front matter has no tags of its own",
  UNEXPECTED_TOKEN: "a value that begins with a quote, a bracket or a special character stands in quotes as a whole",
};

/** Parses one YAML document; `file` names it in messages. Throws `SkillFileError` for what is not valid or nested too deeply. */
export function parseYaml(source: string, file: string): ParsedYaml {
  const { Composer, LineCounter, Parser } = yaml();
  const lineCounter = new LineCounter();
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const tokens = tokensOf(new Parser(lineCounter.addNewLine), source, file);
  const tooDeep = tokenBelow(tokens, MAX_LEVELS);
  if (tooDeep) throw new SkillFileError({ file, line: lineAt(tooDeep.offset), problem: TOO_DEEP });
  const [document, another] = new Composer(OPTIONS).compose(tokens, true, source.length);
  const [error] = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  if (error) throw new SkillFileError({ file, line: lineAt(error.pos[0]), problem: notYaml(error) });
  if (document && !another) return { document, lineAt };
  const problem = "a line inside the front matter begins with ---";
  throw new SkillFileError({ file, line: lineAt(another?.range[0] ?? 0), problem });
}

const MAX_LEVELS = 100;
const TOO_DEEP = `the front matter is nested more than ${MAX_LEVELS} levels deep`;

function tokensOf(parser: Yaml.Parser, source: string, file: string): readonly Yaml.CST.Token[] {
  try {
    return [...parser.parse(source)];
  } catch (error) {
    if (error instanceof RangeError) throw new SkillFileError({ file, problem: TOO_DEEP }); // the stack overflowed
    throw error;
  }
}

// Asked before nodes are made of the tokens: that goes down into itself, level by level, and compiles regular expressions
// on the way, and where the stack is all but used up, compiling one does not throw but ends the process.
function tokenBelow(tokens: readonly Yaml.CST.Token[], levels: number): Yaml.CST.Token | null {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return level[0] ?? null;
    level = level.flatMap(childrenOf);
  }
  return null;
}

function childrenOf(token: Yaml.CST.Token): readonly Yaml.CST.Token[] {
  if (token.type === "document") return token.value ? [token.value] : [];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((child) => child !== null && child !== undefined));
}

function notYaml({ code, message }: Yaml.YAMLError): string {
  const hint = HINTS[code];
  return `the front matter is not valid YAML: ${message}${hint === undefined ? "" : ` (${hint})`}`;
}
