// Which room may import which: the table of the architecture, and the verdict on one import.
import { posix } from 'node:path';
import ts from 'typescript';

interface Room {
  readonly name: string;
  readonly holds: RegExp;
  /** Besides itself and what every room may import: types and error. */
  readonly may: readonly string[];
  /** Of these rooms it may import types alone. */
  readonly typesOf?: readonly string[];
  /** Packages and headers that are not ours, beyond the C++ standard library. */
  readonly outside?: RegExp;
}

const eigen = /^Eigen\//;
const lit = /^lit(\/|$)/;

/** First match wins. */
export const rooms: readonly Room[] = [
  // A header lies in the room of its source: src/simd/info.cpp defines what info.hpp declares.
  {
    name: 'simd',
    holds: /^core\/(src\/simd\/|include\/qkv\/info\.hpp$)/,
    may: [],
    outside: /^xsimd\//,
  },
  { name: 'types', holds: /^core\/(include\/qkv|src)\/(types\.[ch]pp|version\.hpp\.in)$/, may: [] },
  {
    name: 'error',
    holds: /^core\/((include\/qkv|src)\/error\.[ch]pp|src\/(check\.hpp|arena\.[ch]pp))$/,
    may: [],
  },
  { name: 'random', holds: /^core\/(include\/qkv|src)\/random\.[ch]pp$/, may: [], outside: eigen },
  { name: 'trace', holds: /^core\/(include\/qkv|src)\/trace\.[ch]pp$/, may: [] },
  { name: 'ops', holds: /^core\/(include\/qkv|src)\/ops\//, may: ['simd'], outside: eigen },
  {
    name: 'nn',
    holds: /^core\/(include\/qkv|src)\/nn\//,
    may: ['ops', 'random', 'trace'],
    outside: eigen,
  },
  {
    name: 'models and train',
    holds: /^core\/(include\/qkv|src)\/(models|train)\//,
    may: ['nn', 'ops', 'random', 'trace'],
    outside: eigen,
  },
  { name: 'examples', holds: /^core\/examples\//, may: ['public headers'] },
  {
    name: 'bindings',
    holds: /^wasm\/bindings\//,
    may: ['public headers'],
    outside: /^(emscripten\/.*|emscripten|malloc)\.h$/,
  },
  { name: 'engine', holds: /^wasm\/engine\//, may: [], outside: /^#(glue|train-glue|carried)$/ },
  {
    name: 'toolchain',
    holds: /^wasm\/toolchain\//,
    may: [],
    outside: /^(node:|esbuild$|fflate$|prettier$|typescript$|eslint$)/,
  },
  { name: 'render', holds: /^web\/src\/render\//, may: [] },
  { name: 'i18n', holds: /^web\/src\/i18n\//, may: [] },
  { name: 'styles', holds: /^web\/src\/styles\//, may: [] },
  { name: 'state', holds: /^web\/src\/state\//, may: [], typesOf: ['engine'] },
  {
    name: 'views',
    holds: /^web\/src\/views\//,
    may: ['state', 'render', 'i18n', 'styles'],
    typesOf: ['engine'],
    outside: lit,
  },
  {
    name: 'element and embed',
    holds: /^web\/(src\/element|embed)\//,
    may: ['views', 'state', 'engine', 'lessons'],
    outside: /^(lit(\/.*)?|#chapters\/loaders|#later\/(picture|sheet|training|scaling))$/,
  },
  {
    name: 'lessons',
    holds: /^web\/lessons\//,
    may: [],
    typesOf: ['state', 'engine'],
    outside: /^#chapters\/(lessons|all)$/,
  },
];

export const roomOf = (path: string): Room | undefined =>
  rooms.find(({ holds }) => holds.test(path));

export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

function importsOfTypeScript(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    // A computed import can be anything: it is reported under its own text, which no row allows.
    if (node)
      found.push({
        specifier: ts.isStringLiteralLike(node) ? node.text : node.getText(),
        typeOnly,
      });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const names = clause?.namedBindings;
      const allTypes =
        clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (clause !== undefined &&
          clause.name === undefined &&
          names !== undefined &&
          ts.isNamedImports(names) &&
          names.elements.length > 0 &&
          names.elements.every(({ isTypeOnly }) => isTypeOnly));
      add(node.moduleSpecifier, allTypes);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, true);
    } else if (ts.isCallExpression(node)) {
      const { expression } = node;
      const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
      if (isImport || (ts.isIdentifier(expression) && expression.text === 'require')) {
        add(node.arguments[0], false);
      }
    } else if (
      ts.isImportEqualsDeclaration(node) &&
      ts.isExternalModuleReference(node.moduleReference)
    ) {
      add(node.moduleReference.expression, node.isTypeOnly);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));

const importsOfCpp = (text: string): Import[] =>
  [...withoutComments(text).matchAll(/^[ \t]*#[ \t]*include[ \t]*(.*)$/gm)].map(
    ([, what = '']) => ({
      specifier: /^["<](.*)[">]\s*$/.exec(what)?.[1] ?? what,
      typeOnly: false,
    }),
  );

export const isCpp = (path: string): boolean => /\.(cpp|hpp|h|cc|in)$/.test(path);

export const importsOf = (path: string, text: string): readonly Import[] =>
  isCpp(path) ? importsOfCpp(text) : importsOfTypeScript(path, text);

/** The file of ours that an import means; null for what is not ours. */
function target(path: string, specifier: string, exists: (path: string) => boolean): string | null {
  if (!isCpp(path)) {
    return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null;
  }
  if (specifier === 'version.hpp') return 'core/src/version.hpp.in'; // generated from it
  return (
    [
      posix.join(posix.dirname(path), specifier),
      `core/include/${specifier}`,
      `core/src/${specifier}`,
    ].find(exists) ?? null
  );
}

/** What is wrong with an import; null for nothing. */
export function verdict(
  path: string,
  { specifier, typeOnly }: Import,
  exists: (path: string) => boolean,
): string | null {
  const room = roomOf(path);
  if (!room) return `${path} lies in no room`;
  const file = target(path, specifier, exists);
  if (file === null) {
    if (path.startsWith('core/include/') && eigen.test(specifier))
      return `${path}: Eigen in a public header`;
    // A header of the standard library has no folder.
    const standard = isCpp(path) && /^[a-z_]+$/.test(specifier);
    return standard || room.outside?.test(specifier)
      ? null
      : `${path} imports ${specifier} from outside`;
  }
  const other = roomOf(file);
  if (!other || !exists(file)) return `${path} imports ${specifier}, which lies in no room`;
  const isPublic = file.startsWith('core/include/');
  const allowed =
    other === room ||
    room.may.includes(other.name) ||
    (room.may.includes('public headers') && isPublic) ||
    (typeOnly && room.typesOf?.includes(other.name)) ||
    (path.startsWith('core/') &&
      (other.name === 'types' || (other.name === 'error' && room.name !== 'simd')));
  return allowed ? null : `${room.name} may not import ${other.name}: ${path} imports ${specifier}`;
}
