import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { essential } from '../../web/src/i18n/essential.ts';
import { placeholders } from '../../web/src/i18n/template.ts';
import { locales } from '../../web/src/state/types.ts';
import type { Locale } from '../../web/src/state/types.ts';
import { counted, crossed, foreignParts, halfWidthPunctuation } from './support/chinese.ts';
import { absolute, filesUnder, read } from './support/files.ts';
import { unusedKeys } from './support/unused_texts.ts';

const web = filesUnder('web');
const folders = [...new Set(web.map((path) => /^(.*\/text)\/[^/]+\.ts$/.exec(path)?.[1]))].filter(
  (folder) => folder !== undefined,
);

/** Every sentence by its path; an item of a list has its index in the path. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  assert.ok(
    typeof value === 'object' && value !== null,
    `${path} is neither text nor a group of texts`,
  );
  return Object.entries(value).flatMap(([key, below]) =>
    flatten(below, path ? `${path}.${key}` : key),
  );
}

const load = async (folder: string, locale: Locale): Promise<Map<string, string>> =>
  new Map(flatten({ ...((await import(`../../${folder}/${locale}.ts`)) as object) }));

const texts = new Map(
  await Promise.all(
    folders.map(async (folder) => {
      const [hant, hans, en] = await Promise.all([
        load(folder, 'zh-Hant'),
        load(folder, 'zh-Hans'),
        load(folder, 'en'),
      ]);
      return [folder, { 'zh-Hant': hant, 'zh-Hans': hans, en }] as const;
    }),
  ),
);

const inLanguage = (locale: Locale): Map<string, string> => new Map(flatten(essential[locale]));
texts.set('web/src/i18n/essential', {
  'zh-Hant': inLanguage('zh-Hant'),
  'zh-Hans': inLanguage('zh-Hans'),
  en: inLanguage('en'),
});

/** Numbers with a noun or a verb after them that is right for two and more alone. */
const plurals = (text: string): readonly string[] =>
  text.match(
    /\{(count|total|given|expected|rows|columns|heads|joined|width|depth|size|most)\}( \w+)?? (are|were|have|(?!is\b)\w+s)\b/g,
  ) ?? [];

/** A finding per sentence that has one, so that all of them show at once. */
const findings = (find: (text: string, locale: Locale) => readonly string[]): string[] =>
  [...texts].flatMap(([folder, byLocale]) =>
    locales.flatMap((locale) =>
      [...byLocale[locale]].flatMap(([key, text]) =>
        find(text, locale).map((what) => `${folder}/${locale} ${key}: ${what}`),
      ),
    ),
  );

describe('texts', () => {
  it('exist in every language, wherever there are texts', () => {
    assert.ok(folders.includes('web/src/i18n/text'));
    const lessons = new Set(web.map((path) => /^web\/lessons\/([^/]+)\//.exec(path)?.[1]));
    for (const lesson of lessons) {
      if (lesson) assert.ok(folders.includes(`web/lessons/${lesson}/text`), lesson);
    }
    for (const folder of folders) {
      const files = web.filter((path) => path.startsWith(`${folder}/`));
      assert.deepEqual(
        files,
        [...locales]
          .sort()
          .map((locale) => `${folder}/${locale}.ts`)
          .sort(),
      );
    }
  });

  for (const [folder, byLocale] of texts) {
    it(`${folder} has the same keys in every language`, () => {
      const keys = (locale: Locale) => [...byLocale[locale].keys()].sort();
      assert.ok(keys('en').length > 4);
      for (const locale of locales) assert.deepEqual(keys(locale), keys('en'), locale);
    });

    it(`${folder} has the same placeholders in every language`, () => {
      for (const locale of locales) {
        for (const [key, text] of byLocale[locale]) {
          const names = (from: string) => [...new Set(placeholders(from))].sort();
          assert.deepEqual(names(text), names(byLocale.en.get(key) ?? ''), `${locale} ${key}`);
        }
      }
    });

    it(`${folder} speaks of rows and columns in each language’s own word`, () => {
      const wrong: string[] = [];
      for (const [key, text] of byLocale.en) {
        const en = counted(text, 'en');
        const hant = counted(byLocale['zh-Hant'].get(key) ?? '', 'zh-Hant');
        const hans = counted(byLocale['zh-Hans'].get(key) ?? '', 'zh-Hans');
        // One may leave out what the other says, but what both count must be the same.
        const both = (hant.row || hant.column) && (hans.row || hans.column);
        if (both && (hant.row !== hans.row || hant.column !== hans.column)) {
          wrong.push(`${key}: 列/行`);
        }
        const only = en.row !== en.column ? (en.row ? 'column' : 'row') : null;
        if (only && (hant[only] || hans[only]))
          wrong.push(`${key}: not the ${only} of the English`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  it('say something, without blanks around it or a brace left over', () => {
    assert.deepEqual(
      findings((text) => [
        ...(text.trim() === '' ? ['empty'] : []),
        ...(text !== text.trim() ? ['blank at an end'] : []),
        ...(/[{}]/.test(text.replace(/\{[a-z][A-Za-z0-9]*\}/g, '')) ? ['broken placeholder'] : []),
        ...(/[<>]|&\w+;/.test(text.replaceAll(' > ', '')) ? ['markup'] : []),
      ]),
      [],
    );
  });

  it('keep to one script and to its side of the strait', () => {
    assert.deepEqual(
      findings((text, locale) => (locale === 'en' ? [] : foreignParts(text, locale))),
      [],
    );
  });

  it('have Chinese only where they are Chinese', () => {
    assert.deepEqual(
      findings((text, locale) => (locale === 'en' ? (text.match(/\p{Script=Han}/gu) ?? []) : [])),
      [],
    );
  });

  it('punctuate Chinese in full width', () => {
    assert.deepEqual(
      findings((text, locale) => (locale === 'en' ? [] : halfWidthPunctuation(text))),
      [],
    );
  });

  it('count in English so that one is no plural', () => {
    assert.deepEqual(
      findings((text, locale) => (locale === 'en' ? plurals(text) : [])).filter(
        (found) => !/\.tie: /.test(found), // said of two and more
      ),
      [],
    );
  });

  it('call {row} a row and {column} a column', () => {
    assert.deepEqual(
      findings((text, locale) => (locale === 'en' ? [] : crossed(text, locale))),
      [],
    );
  });
});

describe('the checks on Chinese', () => {
  const known =
    '愛爱 來来 個个 們们 對对 時时 說说 這这 會会 為为 樣样 點点 東东 長长 問问 間间 學学 實实 數数 據据 張张 陣阵 權权 維维 ' +
    '輸输 網网 碼码 變变 異异 機机 遞递 頭头 態态 圖图 應应 還还 進进 邊边 過过 開开 關关 現现 標标 縮缩 於于 後后 將将 麼么 壞坏 聽听';
  for (const pair of known.split(' ')) {
    const [traditional = '', simplified = ''] = pair;
    it(`tell ${traditional} from ${simplified}`, () => {
      assert.deepEqual(foreignParts(traditional, 'zh-Hant'), []);
      assert.deepEqual(foreignParts(simplified, 'zh-Hans'), []);
      assert.deepEqual(foreignParts(traditional, 'zh-Hans'), [traditional]);
      // These two are characters of their own in traditional texts.
      const shared = ['后', '于'].includes(simplified);
      assert.deepEqual(foreignParts(simplified, 'zh-Hant'), shared ? [] : [simplified]);
    });
  }

  it('see words of the other side', () => {
    assert.deepEqual(foreignParts('因果掩碼', 'zh-Hant'), ['掩碼']);
    assert.deepEqual(foreignParts('因果遮罩', 'zh-Hans'), ['遮罩']);
  });

  it('see half-width punctuation, and leave numbers and formulas alone', () => {
    for (const text of ['好,壞', '好, 壞', '好:1', '(好', '好.', '好. 壞', '好?', '"好']) {
      assert.notDeepEqual(halfWidthPunctuation(text), [], text);
    }
    for (const text of [
      '好，壞',
      '−2、0.5、1/3',
      'softmax(x) 是',
      '第 {i} 列',
      'q·k = 1.5。',
      '步驟 {a}/{b}',
    ]) {
      assert.deepEqual(halfWidthPunctuation(text), [], text);
    }
  });

  it('know rows from columns on both sides', () => {
    assert.deepEqual(counted('第 {i} 列', 'zh-Hant'), { row: true, column: false });
    assert.deepEqual(counted('第 {i} 列', 'zh-Hans'), { row: false, column: true });
    assert.deepEqual(counted('每一行与每一列', 'zh-Hans'), { row: true, column: true });
    assert.deepEqual(counted('排列、進行、序列、執行', 'zh-Hant'), { row: false, column: false });
    assert.deepEqual(counted('“{row}” of {columns}', 'en'), { row: false, column: false });
    assert.deepEqual(counted('Row {i} of the columns', 'en'), { row: true, column: true });
    assert.deepEqual(crossed('第 {i} 行、{columns} 列', 'zh-Hant'), ['{i} 行', '{columns} 列']);
    assert.deepEqual(crossed('第 {i} 行、{columns} 列', 'zh-Hans'), []);
  });
});

describe('keys of the texts', () => {
  const config = ts.parseConfigFileTextToJson('tsconfig.json', read('tsconfig.json'))
    .config as unknown;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, absolute('.'));
  const textFiles = folders.flatMap((folder) =>
    locales.map((locale) => absolute(`${folder}/${locale}.ts`)),
  );

  it('are all read somewhere', () => {
    const program = ts.createProgram(web.filter((path) => path.endsWith('.ts')).map(absolute), {
      ...options,
      types: [],
    });
    assert.deepEqual(unusedKeys(program, textFiles), []);
  });

  it('would be missed if they were not', () => {
    const virtual: Readonly<Record<string, string>> = {
      'text.ts': `
        interface Step { name: string; forgotten: string }
        interface Text {
          read: string; unread: string; list: readonly string[];
          group: { one: string; two: string; three: string; four: string; five: string };
          other: { one: string };
          steps: Readonly<Record<string, Step>>;
        }
        export const text: Readonly<Text> = null!;`,
      'view.ts': `
        import { text } from './text.ts';
        function show(words: { five: string }) { return words.five; }
        export function view(key: 'one' | 'two', step: string) {
          const { group, list: words } = text;
          const { three } = group;
          // text.unread, text.other.one
          return [text.read, words[0], group[key], three, show(group), text.steps[step]?.name, text.other];
        }`,
    };
    const folder = absolute('web/virtual/');
    const host = ts.createCompilerHost(options);
    const original = host.getSourceFile.bind(host);
    const own = (name: string) =>
      name.startsWith(folder) ? virtual[name.slice(folder.length)] : undefined;
    host.directoryExists = () => true;
    host.fileExists = (name) => own(name) !== undefined || ts.sys.fileExists(name);
    host.readFile = (name) => own(name) ?? ts.sys.readFile(name);
    host.getSourceFile = (name, ...rest) => {
      const source = own(name);
      return source === undefined
        ? original(name, ...rest)
        : ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
    };
    const names = Object.keys(virtual).map((name) => folder + name);
    const program = ts.createProgram(names, { ...options, types: [] }, host);
    assert.deepEqual(unusedKeys(program, [`${folder}text.ts`]), [
      'unread',
      'group.four',
      'other.one',
      'steps.*.forgotten',
    ]);
  });
});
