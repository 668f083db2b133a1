// Which of our languages suits a BCP 47 tag.

// The members of the macrolanguage zh: whoever reads one of them in Han script reads Chinese.
const chinese = new Set('cdo cjy cmn cpx czh czo gan hak hsn lzh mnp nan wuu yue'.split(' '));

interface Writing {
  readonly language: string;
  readonly script: string | undefined;
}

/** null for a malformed tag, and for one that names no language. */
function writing(tag: string): Writing | null {
  // Two forms that Intl refuses: POSIX underscores, and zh-yue for yue.
  const plain = tag
    .trim()
    .replaceAll('_', '-')
    .replace(/^zh-(?=[a-z]{3}(-|$))/i, '');
  if (/^und$/i.test(plain)) return null;
  try {
    const { language, script } = new Intl.Locale(plain).maximize();
    return { language: chinese.has(language) ? 'zh' : language, script };
  } catch {
    return null;
  }
}

/** The first of the tags that one of the supported languages suits, by language and script. */
export function negotiate<L extends string>(
  tags: readonly string[],
  supported: readonly L[],
): L | null {
  for (const tag of tags) {
    const wanted = writing(tag);
    const found = supported.find((locale) => {
      const ours = writing(locale);
      return ours?.language === wanted?.language && ours?.script === wanted?.script;
    });
    if (wanted && found) return found;
  }
  return null;
}
