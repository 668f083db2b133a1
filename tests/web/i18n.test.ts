import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { negotiate } from '../../web/src/i18n/negotiate.ts';
import { fill, placeholders, segments } from '../../web/src/i18n/template.ts';
import { locales } from '../../web/src/state/types.ts';

describe('negotiate', () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    'zh-Hant': [
      ...[
        'zh-TW',
        'zh-HK',
        'zh-MO',
        'zh-Hant',
        'zh-Hant-TW',
        'zh-Hant-CN',
        'zh-Hant-SG',
        'ZH-tw',
        'zh_TW',
        'zh-hant',
      ],
      ...[
        'yue',
        'yue-HK',
        'yue-Hant',
        'zh-yue',
        'zh-yue-HK',
        'hak-TW',
        'nan-TW',
        'cmn-Hant',
        'lzh-Hant',
        'und-TW',
        'und-Hant',
      ],
      ...['zh-TW-u-co-stroke', 'zh-Hant-x-private', ' zh-TW '],
    ],
    'zh-Hans': [
      ...[
        'zh',
        'zh-CN',
        'zh-SG',
        'zh-MY',
        'zh-Hans',
        'zh-Hans-TW',
        'zh-Hans-HK',
        'ZH',
        'zh_CN',
        'zh-hans-cn',
      ],
      ...[
        'yue-Hans',
        'yue-CN',
        'yue-Hans-HK',
        'zh-yue-Hans',
        'cmn',
        'zh-cmn-Hans-CN',
        'wuu',
        'und-CN',
        'und-Hans',
      ],
      'zh-CN-u-nu-hanidec',
    ],
    en: ['en', 'en-GB', 'en-US', 'en-TW', 'EN_us', 'en-Latn', 'en-u-hc-h12', 'en-US-x-twain'],
  };
  for (const [locale, tags] of Object.entries(table)) {
    for (const tag of tags) {
      it(`${tag} is read in ${locale}`, () => {
        assert.equal(negotiate([tag], locales), locale);
      });
    }
  }

  it('knows when a language is none of ours', () => {
    const others = [
      'fr',
      'ja',
      'ja-JP',
      'ko',
      'de-CH',
      'vi',
      'tlh',
      'zh-Latn',
      'zh-Latn-pinyin',
      'zh-Bopo',
      'en-Shaw',
      'nan-Latn',
    ];
    for (const tag of others) assert.equal(negotiate([tag], locales), null, tag);
  });

  it('takes a malformed tag for none', () => {
    const malformed = [
      '',
      ' ',
      '*',
      'und',
      'UND',
      'x',
      'x-private',
      'e',
      'english',
      'zh-',
      '-zh',
      'zh--TW',
      'zh-CN-Hant',
    ];
    malformed.push(
      'zh TW',
      'zh/TW',
      '中文',
      '__proto__',
      'constructor',
      '<b>',
      'zh-TW;q=0.9',
      '1',
      '\u0000',
      'i-klingon',
    );
    malformed.push('zh-'.repeat(100_000), 'a'.repeat(1_000_000));
    for (const tag of malformed) assert.equal(negotiate([tag], locales), null, tag.slice(0, 40));
  });

  it('takes the first of the reader’s languages that is ours', () => {
    assert.equal(negotiate(['fr', 'zh-HK', 'en'], locales), 'zh-Hant');
    assert.equal(negotiate(['', 'en-GB', 'zh'], locales), 'en');
    assert.equal(negotiate(['fr', '<b>'], locales), null);
    assert.equal(negotiate([], locales), null);
  });

  it('brings every language of ours to itself', () => {
    for (const locale of locales) assert.equal(negotiate([locale], locales), locale);
  });
});

describe('templates', () => {
  it('put values in the place of names', () => {
    assert.equal(fill('第 {i} 列：{value}', { i: 2, value: '−∞' }), '第 2 列：−∞');
    assert.equal(fill('{a}{a}', { a: 'x' }), 'xx');
    assert.equal(fill('nothing', {}), 'nothing');
    assert.equal(fill('', {}), '');
  });

  it('never look into a value, and leave other braces alone', () => {
    assert.equal(fill('{a}', { a: '{b}', b: 'no' }), '{b}');
    assert.equal(fill('{} {A} {a b} {1} {x', { a: 1 }), '{} {A} {a b} {1} {x');
    assert.equal(fill('{a}', { a: '$&' }), '$&');
  });

  it('refuse to print a sentence with a hole', () => {
    assert.throws(() => fill('{row} {column}', { row: 1 }), /no value for \{column\}/);
    assert.throws(() => fill('{toString}', {}), RangeError);
  });

  it('come apart into text and names', () => {
    assert.deepEqual(segments('{qi}{dot}{kj}: multiply'), [
      { name: 'qi' },
      { name: 'dot' },
      { name: 'kj' },
      ': multiply',
    ]);
    assert.deepEqual(placeholders('Row {i}, column {j}: {rootD}, {i}'), ['i', 'j', 'rootD', 'i']);
    assert.deepEqual(segments(''), []);
  });
});
