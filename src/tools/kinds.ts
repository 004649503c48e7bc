import type { DocumentFormat } from "../search/passage.ts";

const MARKDOWN = /\.(?:markdown|md|mdx)$/iu;
const HTML = /\.(?:htm|html|xhtml)$/iu;
const TEXT = /\.(?:adoc|org|rst|text|txt)$/iu;
const SOURCE =
  /\.(?:bash|c|cc|clj|cpp|cs|cts|cxx|dart|erl|ex|exs|fs|go|graphql|h|hpp|hs|java|jl|js|jsx|kt|lua|m|mjs|ml|mts|cjs|php|pl|proto|ps1|py|pyi|r|rb|rs|scala|sh|sql|swift|ts|tsx|vue|svelte|zig)$/iu;
const MINIFIED = /\.min\.[a-z]+$/iu;
const BARE_README = /(?:^|\/)readme$/iu;
const DECLARATION = /\.d\.[cm]?ts$/iu;
const LEGAL = /(?:^|\/)(?:copying|licen[cs]es?|notices?|third-?party[^/]*)(?:[-.][^/]*)?$/iu;
const CHANGES = /(?:^|\/)(?:changelog|changes|history|releases?)(?:[-.][^/]*)?$/iu;

/** How a file of this name is read. */
export function formatOf(name: string): DocumentFormat {
  if (MARKDOWN.test(name)) return "markdown";
  return HTML.test(name) ? "html" : "plain";
}

/** True for Markdown, HTML, plain text and READMEs without an ending. */
export function isProse(name: string): boolean {
  return MARKDOWN.test(name) || HTML.test(name) || TEXT.test(name) || BARE_README.test(name);
}

/** True for source code in one of the common languages; minified code is none. */
export function isSource(name: string): boolean {
  return SOURCE.test(name) && !MINIFIED.test(name);
}

/** True for a TypeScript declaration file. */
export function isDeclaration(name: string): boolean {
  return DECLARATION.test(name);
}

/** True for licences and notices, which every package has and no question is about. */
export function isLegal(name: string): boolean {
  return LEGAL.test(name);
}

/** True for change logs. */
export function isChangeLog(name: string): boolean {
  return CHANGES.test(name);
}
