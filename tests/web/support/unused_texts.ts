// Keys of the texts that no source reads, found by the type checker: a key counts as read where an
// access, a destructuring or a lookup by a union of names resolves to its declaration, also under
// another type to which a call hands the group over.
import ts from 'typescript';

/** Every declared key below a type, with the path by which people know it. */
function keysBelow(
  checker: ts.TypeChecker,
  type: ts.Type,
  path: string,
): [ts.Declaration, string][] {
  const keys: [ts.Declaration, string][] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const declaration = property.declarations?.[0];
    if (!declaration) continue;
    const name = path + property.name;
    keys.push([declaration, name], ...inside(checker, checker.getTypeOfSymbol(property), name));
  }
  const indexed = checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
  return indexed ? [...keys, ...inside(checker, indexed, `${path}*`)] : keys;
}

const inside = (checker: ts.TypeChecker, type: ts.Type, name: string) =>
  (type.flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayLikeType(type)
    ? keysBelow(checker, type, `${name}.`)
    : [];

/** A type of the caller's own that a group of texts was handed over as: [theirs, ours] by key. */
type Alias = readonly [ts.Declaration, ts.Declaration];

class Reader {
  readonly read = new Set<ts.Declaration>();
  private readonly aliases: Alias[] = [];

  constructor(private readonly checker: ts.TypeChecker) {}

  private declarations(symbol: ts.Symbol | undefined): readonly ts.Declaration[] {
    const roots = symbol ? this.checker.getRootSymbols(symbol) : [];
    return roots.flatMap((root) => root.declarations ?? []);
  }

  private add(symbol: ts.Symbol | undefined): void {
    this.declarations(symbol).forEach((declaration) => this.read.add(declaration));
  }

  private named(object: ts.Type, name: string): ts.Symbol | undefined {
    return this.checker.getPropertyOfType(this.checker.getNonNullableType(object), name);
  }

  private handOver(argument: ts.Expression): void {
    const theirs = this.checker.getContextualType(argument);
    if (theirs) this.pair(theirs, this.checker.getTypeAtLocation(argument), 4);
  }

  /** Groups within groups too; types that contain themselves end at some depth. */
  private pair(theirs: ts.Type, ours: ts.Type, depth: number): void {
    if (theirs === ours || (ours.flags & ts.TypeFlags.Object) === 0 || depth === 0) return;
    for (const property of this.checker.getPropertiesOfType(theirs)) {
      const own = this.named(ours, property.name);
      if (!own) continue;
      for (const their of this.declarations(property)) {
        for (const our of this.declarations(own)) {
          if (our !== their) this.aliases.push([their, our]);
        }
      }
      const below = [property, own].map((each) => this.checker.getTypeOfSymbol(each));
      if (below[0] && below[1]) this.pair(below[0], below[1], depth - 1);
    }
  }

  visit(node: ts.Node): void {
    const { checker } = this;
    if (ts.isPropertyAccessExpression(node)) this.add(checker.getSymbolAtLocation(node.name));
    if (ts.isElementAccessExpression(node)) {
      const object = checker.getTypeAtLocation(node.expression);
      const key = checker.getTypeAtLocation(node.argumentExpression);
      const names = checker.getBaseConstraintOfType(key) ?? key;
      for (const name of names.isUnion() ? names.types : [names]) {
        if (name.isStringLiteral()) this.add(this.named(object, name.value));
      }
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name)) {
        this.add(this.named(checker.getTypeAtLocation(node.parent), name.text));
      }
    }
    if (ts.isCallExpression(node)) {
      node.arguments.forEach((argument) => {
        this.handOver(argument);
      });
    }
    ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  /** What was read under the caller's type was read. */
  resolve(): void {
    let before: number;
    do {
      before = this.read.size;
      for (const [their, our] of this.aliases) if (this.read.has(their)) this.read.add(our);
    } while (this.read.size > before);
  }
}

/** Text files export their text under an explicit type; that type and the files themselves read nothing. */
export function unusedKeys(program: ts.Program, textFiles: readonly string[]): readonly string[] {
  const checker = program.getTypeChecker();
  const keys = new Map<ts.Declaration, string>();
  for (const path of textFiles) {
    const file = program.getSourceFile(path);
    const symbol = file && checker.getSymbolAtLocation(file);
    for (const exported of symbol ? checker.getExportsOfModule(symbol) : []) {
      for (const [declaration, name] of keysBelow(checker, checker.getTypeOfSymbol(exported), '')) {
        keys.set(declaration, name);
      }
    }
  }
  const reader = new Reader(checker);
  for (const file of program.getSourceFiles()) {
    if (!file.isDeclarationFile && !textFiles.includes(file.fileName)) reader.visit(file);
  }
  reader.resolve();
  return [...keys].filter(([declaration]) => !reader.read.has(declaration)).map(([, name]) => name);
}
