// Finds the lessons: every folder that holds one becomes a chapter, named in no other place.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from './find.mjs';

export const chaptersFile = join(root, 'build', 'chapters.ts');

const ownLessons = join(root, 'web', 'lessons');

/** Lesson folders below these, each with lesson.ts and text/<language>.ts. */
function foldersIn(places) {
  return places.flatMap((place) =>
    readdirSync(place, { withFileTypes: true })
      .filter((each) => each.isDirectory() && existsSync(join(place, each.name, 'lesson.ts')))
      .map((each) => join(place, each.name))
      .sort(),
  );
}

const languagesIn = (folder) =>
  readdirSync(join(folder, 'text'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();

/**
 * Writes the module behind the import '#chapters'. `more` are further places to look for lesson
 * folders: the tests have a lesson of their own.
 */
export function writeChapters({ more = [], file = chaptersFile } = {}) {
  const from = (path) => {
    const short = relative(dirname(file), path).split(sep).join('/');
    return JSON.stringify(short.startsWith('.') ? short : `./${short}`);
  };
  const imports = [`import type { Chapter } from ${from(join(ownLessons, 'index.ts'))};`];
  const entries = foldersIn([ownLessons, ...more]).map((folder, index) => {
    imports.push(`import { lesson as lesson${index} } from ${from(join(folder, 'lesson.ts'))};`);
    const texts = languagesIn(folder).map((language, at) => {
      const name = `text${index}_${at}`;
      imports.push(
        `import { text as ${name} } from ${from(join(folder, 'text', `${language}.ts`))};`,
      );
      return `${JSON.stringify(language)}: ${name}`;
    });
    return `  { lesson: lesson${index}, text: { ${texts.join(', ')} } },`;
  });
  const content = [
    '// Written by wasm/toolchain/chapters.mjs.',
    ...imports,
    '',
    'export const folders: readonly Chapter[] = [',
    ...entries,
    '];',
    '',
  ].join('\n');
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return file;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
