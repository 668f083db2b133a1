// Names of the browser that a file mentions, as values or as types.
import ts from 'typescript';
import { read } from './files.ts';

/** Every name that the library of the browser declares. */
export function browserNames(): ReadonlySet<string> {
  const text = read('node_modules/typescript/lib/lib.dom.d.ts');
  const names = new Set(['globalThis']);
  const { statements } = ts.createSourceFile('lib.dom.d.ts', text, ts.ScriptTarget.Latest);
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name)) names.add(name.text);
      }
    } else if (
      (ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isFunctionDeclaration(statement)) &&
      statement.name
    ) {
      names.add(statement.name.text);
    }
  }
  return names;
}

/** Whether an identifier names a member, not something in scope. */
function isMember(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isQualifiedName(parent) && parent.right === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node) ||
    ((ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isGetAccessor(parent) ||
      ts.isNamedTupleMember(parent)) &&
      parent.name === node)
  );
}

const declares = (node: ts.Identifier): boolean =>
  !isMember(node) &&
  !ts.isShorthandPropertyAssignment(node.parent) &&
  (node.parent as ts.NamedDeclaration).name === node;

export function browserNamesIn(text: string, names: ReadonlySet<string>): readonly string[] {
  const own = new Set<string>();
  const mentioned = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (declares(node)) own.add(node.text);
      else if (!isMember(node)) mentioned.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
  return [...mentioned].filter((name) => names.has(name) && !own.has(name));
}
