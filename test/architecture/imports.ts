import ts from "typescript";

/** One import, re-export, dynamic import or imported type of a file; a null specifier was computed, not written down. */
export interface Import {
  readonly line: number;
  readonly specifier: string | null;
}

/** Everything that the TypeScript text imports, types included, in the order it is written. */
export function importsOf(fileName: string, text: string): Import[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const written = importedBy(node);
    if (written) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push({ line, specifier: ts.isStringLiteralLike(written) ? written.text : null });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

// The node that names what is imported, or undefined when `node` imports nothing.
function importedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (ts.isCallExpression(node) && importsByCall(node.expression)) return node.arguments[0];
  return undefined;
}

function importsByCall(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}
