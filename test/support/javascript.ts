import ts from "typescript";

/** The program without its types, to be run by Node.js alone; line breaks and comments may differ. */
export function javascriptOf(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
