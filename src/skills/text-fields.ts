import type * as Yaml from "yaml";
import { SkillFileError } from "./skill-file-error.ts";
import { parseYaml, yaml, type ParsedYaml } from "./yaml.ts";

/** A text of a YAML mapping, and the line it begins on. */
export interface TextField {
  readonly text: string;
  readonly line: number;
}

/** The texts of a YAML mapping, by key. */
export interface TextFields {
  /** The text under this key; null when the key, or a value for it, is missing. Throws `SkillFileError` for anything but text. */
  textOf(key: string): TextField | null;
}

/** Reads YAML that should be a mapping, or nothing; `file` names it in messages. Throws `SkillFileError`. */
export function readTextFields(source: string, file: string): TextFields {
  const { isMap, isScalar } = yaml();
  const parsed = parseYaml(source, file);
  const { contents } = parsed.document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { textOf: () => null };
  if (isMap(contents)) return { textOf: (key) => textIn(parsed, key, file) };
  const problem = "the front matter is no mapping; each of its lines is a key, a colon, a space and a value";
  throw new SkillFileError({ file, line: parsed.lineAt(contents.range[0]), problem });
}

// Only the value asked for is resolved, and one alias deep, so that aliases of aliases never multiply.
function textIn({ document, lineAt }: ParsedYaml, key: string, file: string): TextField | null {
  const { isAlias, isNode, isScalar } = yaml();
  const given = document.get(key, true);
  if (!isNode(given)) return null;
  const node = isAlias(given) ? given.resolve(document) : given;
  const line = lineAt(given.range?.[0] ?? 0);
  if (isScalar(node) && node.value === null) return null;
  if (isScalar(node) && typeof node.value === "string") return { text: node.value, line };
  throw new SkillFileError({ file, line, problem: `${key} is ${kindOf(node)}, which is no text` });
}

function kindOf(node: Yaml.Node | undefined): string {
  const { isMap, isScalar } = yaml();
  if (node === undefined) return "an alias of nothing";
  if (isScalar(node)) return `${node.source} without quotes`;
  return isMap(node) ? "a mapping" : "a list";
}

// One line per key: what the package writes as a block of lines is not always read back as the same text.
const ONE_LINE = { blockQuote: false, lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity } as const;

/** Writes a mapping of texts as YAML, each on a line of its own; nothing for an empty one. */
export function writeTextFields(fields: Readonly<Record<string, string>>): string {
  return Object.keys(fields).length === 0 ? "" : yaml().stringify(fields, ONE_LINE);
}
