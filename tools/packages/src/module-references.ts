import ts from 'typescript-5';

export interface ModuleReference {
  /** The imported module: a relative path, a module of Node, or a package with or without a path. */
  readonly specifier: string;
  /** Whether it is needed as soon as the file is: an `import` or `export` declaration of a value. */
  readonly isStatic: boolean;
  /** Whether it is an `import 'x'` without names, for the effect of loading. */
  readonly isForEffect: boolean;
}

/** Every module that a .js or .d.ts file refers to, types and `require` with a literal included. */
export function moduleReferences(path: string, text: string): ModuleReference[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: ModuleReference[] = source.typeReferenceDirectives.map(({ fileName }) => reference(fileName));
  visit(source);
  return found;

  function visit(node: ts.Node): void {
    const named = referenceAt(node);
    if (named !== undefined) found.push(named);
    ts.forEachChild(node, visit);
  }
}

function referenceAt(node: ts.Node): ModuleReference | undefined {
  if (ts.isImportDeclaration(node)) return declared(node.moduleSpecifier, node.importClause === undefined);
  if (ts.isExportDeclaration(node)) return declared(node.moduleSpecifier, false);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return dynamic(node.argument.literal);
  if (ts.isExternalModuleReference(node)) return declared(node.expression, false);
  if (ts.isModuleDeclaration(node)) return dynamic(node.name);
  if (ts.isCallExpression(node) && loadsModule(node.expression)) return dynamic(node.arguments[0]);
  return undefined;
}

function declared(specifier: ts.Node | undefined, isForEffect: boolean): ModuleReference | undefined {
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined;
  return { specifier: specifier.text, isStatic: true, isForEffect };
}

function dynamic(specifier: ts.Node | undefined): ModuleReference | undefined {
  return specifier !== undefined && ts.isStringLiteralLike(specifier) ? reference(specifier.text) : undefined;
}

function reference(specifier: string): ModuleReference {
  return { specifier, isStatic: false, isForEffect: false };
}

function loadsModule(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  return (
    ts.isPropertyAccessExpression(callee) && callee.name.text === 'resolve' && isRequire(callee.expression)
  );
}

function isRequire(expression: ts.Expression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'require';
}

/** The package that a specifier belongs to; undefined for a file of the same package and for a module of Node. */
export function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
