// Finds the lessons: every folder that holds one becomes a chapter, named in no other place. What a page
// loads at once, what in one language, and what of one lesson in it, are modules of their own.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { runInNewContext } from 'node:vm';
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

/** What is said around the lessons in one language; of the lessons the titles, which the list of chapters needs. */
function pageModule(language, chapters, { from, text }) {
  return text(
    `import type { PageText } from ${from(root, 'web/src/element/texts.ts')};`,
    `import { text as ui } from ${from(uiFolder, 'text', `${language}.ts`)};`,
    '',
    'export const text: PageText = {',
    '  ui,',
    '  titles: {',
    ...chapters.map(
      ({ lesson, text: words }) =>
        `    ${JSON.stringify(lesson.id)}: ${JSON.stringify(words[language].title)},`,
    ),
    '  },',
    '};',
  );
}

/** Every word of one lesson in one language. */
const lessonModule = (language, folder, { from, text }) =>
  text(`export { text } from ${from(folder, 'text', `${language}.ts`)};`);

/** A lesson goes by its id, which is the name of its folder. */
const nameOf = (language, folder) => `text-${language}-${basename(folder)}.ts`;

/** How each of these is loaded. */
function loadersModule(languages, folders, { from, text }) {
  return text(
    `import type { Loaders } from ${from(root, 'web/src/element/texts.ts')};`,
    '',
    'export const loaders: Loaders = {',
    ...languages.flatMap((language) => [
      `  ${JSON.stringify(language)}: {`,
      `    page: () => import('./text-${language}.ts'),`,
      '    lessons: {',
      ...folders.map(
        (folder) =>
          `      ${JSON.stringify(basename(folder))}: () => import('./${nameOf(language, folder)}'),`,
      ),
      '    },',
      '  },',
    ]),
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

/** The chapters in order, with all their words, from the sources that the written modules name. */
export async function chaptersIn(target) {
  const { build } = await import('esbuild'); // not there before set-up
  const { outputFiles } = await build({
    entryPoints: [join(ownLessons, 'chapters.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'lessons',
    alias: { '#chapters': target },
    write: false,
    logLevel: 'warning',
  });
  return runInNewContext(`${outputFiles[0].text}; lessons.chapters`);
}

/**
 * Writes the modules behind the imports '#chapters/…' into a folder, and gives its path. `more` are
 * further places to look for lesson folders: the tests have a lesson of their own.
 */
export async function writeChapters({ more = [], target = chaptersFolder } = {}) {
  const folders = foldersIn([ownLessons, ...more]);
  const languages = languagesIn(uiFolder);
  const made = moduleIn(target);
  const written = new Set();
  const put = (name, content) => {
    written.add(name);
    const file = join(target, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
    writeFileSync(file, content);
  };
  mkdirSync(target, { recursive: true });
  put('lessons.ts', lessonsModule(folders, made));
  put('all.ts', allModule(folders, made));
  put('loaders.ts', loadersModule(languages, folders, made));
  const chapters = await chaptersIn(target);
  for (const language of languages) {
    put(`text-${language}.ts`, pageModule(language, chapters, made));
    for (const folder of folders) {
      put(nameOf(language, folder), lessonModule(language, folder, made));
    }
  }
  for (const name of readdirSync(target)) if (!written.has(name)) rmSync(join(target, name));
  return target;
}
