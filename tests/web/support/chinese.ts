// What a text in one script must not show of the other.

type Script = 'zh-Hant' | 'zh-Hans';
type Range = readonly [first: number, last: number];

/** The Chinese characters of a double-byte character set. */
function charactersOf(label: string, [first, last]: Range, trails: readonly Range[]): Set<string> {
  const decoder = new TextDecoder(label);
  const found = new Set<string>();
  for (let lead = first; lead <= last; lead++) {
    for (const [from, to] of trails) {
      for (let trail = from; trail <= to; trail++) {
        const text = decoder.decode(new Uint8Array([lead, trail]));
        if (/^\p{Script=Han}$/u.test(text)) found.add(text);
      }
    }
  }
  return found;
}

// The two national sets of characters in common use were drawn up for one script each: Big5 level 1
// for Taiwan, GB 2312 for the mainland. The few that they hold of the other script are taken out.
const common: Readonly<Record<Script, ReadonlySet<string>>> = {
  'zh-Hant': charactersOf(
    'big5',
    [0xa4, 0xc6],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ),
  'zh-Hans': charactersOf('gb2312', [0xb0, 0xf7], [[0xa1, 0xfe]]),
};
/** Terms of the field beyond those sets: Big5 has entropy and feed-forward on its second level. */
const further: Readonly<Record<Script, string>> = { 'zh-Hant': '熵饋', 'zh-Hans': '' };
const strangers: Readonly<Record<Script, string>> = {
  'zh-Hant': '虫儿坏听愿么着',
  'zh-Hans': '後徵於',
};

/** Words of the other side of the strait. */
const foreignWords: Readonly<Record<Script, readonly string[]>> = {
  'zh-Hant': '掩碼 概率 網絡 數據 字符 默認 方差 屏幕 鼠標 內存 程序 循環神經'.split(' '),
  'zh-Hans': '遮罩 机率 网路 字元 预设 变异数 萤幕 滑鼠 记忆体 递回 程式'.split(' '),
};

export const foreignParts = (text: string, script: Script): readonly string[] => [
  ...Array.from(text).filter(
    (character) =>
      /\p{Script=Han}/u.test(character) &&
      !further[script].includes(character) &&
      (!common[script].has(character) || strangers[script].includes(character)),
  ),
  ...foreignWords[script].filter((word) => text.includes(word)),
];

/**
 * ASCII punctuation that touches a Chinese character, with or without a space between;
 * a bracket may stand after a space.
 */
export const halfWidthPunctuation = (text: string): readonly string[] =>
  text.match(
    /\p{Script=Han} ?[,;:!?]|[,;:!?] ?\p{Script=Han}|\p{Script=Han}[()]|[()]\p{Script=Han}|\p{Script=Han}\.( |$|\p{Script=Han})|["']\p{Script=Han}|\p{Script=Han}["']/gu,
  ) ?? [];

// Words in which the two characters do not count rows or columns.
const otherUses =
  /[進进平執执並并運运流發发銀银可實实]行|行[為为動动進进人]|[序排陣阵並并系数數羅罗]列|列[出表舉举印]|[下上]列/g;

const rowAndColumn: Readonly<Record<Script, readonly [row: string, column: string]>> = {
  'zh-Hant': ['列', '行'],
  'zh-Hans': ['行', '列'],
};

export interface Counted {
  readonly row: boolean;
  readonly column: boolean;
}

/** Whether a sentence speaks of rows and of columns, which Taiwan and the mainland name crosswise. */
export function counted(text: string, locale: Script | 'en'): Counted {
  if (locale === 'en') {
    const words = text.replace(/\{\w+\}/g, '');
    return { row: /\brows?\b/i.test(words), column: /\bcolumns?\b/i.test(words) };
  }
  const words = text.replace(otherUses, '');
  const [row, column] = rowAndColumn[locale];
  return { row: words.includes(row), column: words.includes(column) };
}

/** Placeholders of rows that are called columns, and the reverse. */
export function crossed(text: string, script: Script): readonly string[] {
  const [row, column] = rowAndColumn[script];
  const pattern = `\\{(i|rows?)\\} ?${column}|\\{(j|columns?)\\} ?${row}`;
  return text.match(new RegExp(pattern, 'g')) ?? [];
}
