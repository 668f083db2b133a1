// Finds the lessons: every folder that holds one becomes a chapter, named in no other place. What a page
// loads at once, and what one language at a time, are modules of their own.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { root } from './find.mjs';

export const chaptersFolder = join(root, 'build', 'chapters');

const ownLessons = join(root, 'web', 'lessons');
const uiFolder = join(root, 'web', 'src', 'i18n');

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

/** A module of these imports and this content, in the generated folder. */
function moduleIn(target) {
  const from = (...path) => {
    const short = relative(target, join(...path))
      .split(sep)
      .join('/');
    return JSON.stringify(short.startsWith('.') ? short : `./${short}`);
  };
  return {
    from,
    text: (...lines) => ['// Written by wasm/toolchain/chapters.mjs.', ...lines, ''].join('\n'),
  };
}

/** The lessons alone, without a word of theirs. */
function lessonsModule(folders, { from, text }) {
  return text(
    `import type { Lesson } from ${from(root, 'web/src/state/lesson.ts')};`,
    ...folders.map(
      (folder, at) => `import { lesson as lesson${at} } from ${from(folder, 'lesson.ts')};`,
    ),
    '',
    `export const folders: readonly Lesson[] = [${folders.map((_, at) => `lesson${at}`).join(', ')}];`,
  );
}

/** Every word of one language; a lesson's by its id, which is the name of its folder. */
function textModule(language, folders, { from, text }) {
  return text(
    `import type { Texts } from ${from(root, 'web/src/element/texts.ts')};`,
    `import { text as ui } from ${from(uiFolder, 'text', `${language}.ts`)};`,
    ...folders.map(
      (folder, at) =>
        `import { text as text${at} } from ${from(folder, 'text', `${language}.ts`)};`,
    ),
    '',
    'export const texts: Texts = {',
    '  ui,',
    '  lessons: {',
    ...folders.map((folder, at) => `    ${JSON.stringify(basename(folder))}: text${at},`),
    '  },',
    '};',
  );
}

/** How each language is loaded. */
function loadersModule(languages, { from, text }) {
  return text(
    `import type { Loaders } from ${from(root, 'web/src/element/texts.ts')};`,
    '',
    'export const loaders: Loaders = {',
    ...languages.map(
      (language) => `  ${JSON.stringify(language)}: () => import('./text-${language}.ts'),`,
    ),
    '};',
  );
}

/** Lessons with their texts in every language: for tests and tools. */
function allModule(folders, { from, text }) {
  const imports = [`import type { Chapter } from ${from(ownLessons, 'chapters.ts')};`];
  const entries = folders.map((folder, at) => {
    imports.push(`import { lesson as lesson${at} } from ${from(folder, 'lesson.ts')};`);
    const texts = languagesIn(folder).map((language, of) => {
      const name = `text${at}_${of}`;
      imports.push(`import { text as ${name} } from ${from(folder, 'text', `${language}.ts`)};`);
      return `${JSON.stringify(language)}: ${name}`;
    });
    return `  { lesson: lesson${at}, text: { ${texts.join(', ')} } },`;
  });
  return text(...imports, '', 'export const folders: readonly Chapter[] = [', ...entries, '];');
}

/**
 * Writes the modules behind the imports '#chapters/…' into a folder, and gives its path. `more` are
 * further places to look for lesson folders: the tests have a lesson of their own.
 */
export function writeChapters({ more = [], target = chaptersFolder } = {}) {
  const folders = foldersIn([ownLessons, ...more]);
  const languages = languagesIn(uiFolder);
  const made = moduleIn(target);
  const contents = {
    'lessons.ts': lessonsModule(folders, made),
    'loaders.ts': loadersModule(languages, made),
    'all.ts': allModule(folders, made),
    ...Object.fromEntries(
      languages.map((language) => [`text-${language}.ts`, textModule(language, folders, made)]),
    ),
  };
  mkdirSync(target, { recursive: true });
  for (const [name, content] of Object.entries(contents)) {
    const file = join(target, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
    writeFileSync(file, content);
  }
  return target;
}
