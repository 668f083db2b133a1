// The few words that a page has in every language at once: names of the languages, and what is said while
// the other words are on their way, or do not come.

export interface Essential {
  readonly language: string;
  readonly loading: string;
  readonly textFailed: string;
  readonly advice: string;
  readonly retry: string;
}

export const essential: Readonly<Record<'zh-Hant' | 'zh-Hans' | 'en', Essential>> = {
  'zh-Hant': {
    language: '繁體中文',
    loading: '正在載入',
    textFailed: '「{language}」的文字沒有載入成功。',
    advice: '可能是網路斷了，或檔案被擋住。檢查之後再試一次；若仍失敗，就重新載入這一頁。',
    retry: '再試一次',
  },
  'zh-Hans': {
    language: '简体中文',
    loading: '正在加载',
    textFailed: '“{language}”文本加载失败。',
    advice: '可能是网络中断，或文件被拦截。检查后请重试；若仍失败，请重新加载本页。',
    retry: '重试',
  },
  en: {
    language: 'English',
    loading: 'Loading',
    textFailed: 'The text in {language} did not load.',
    advice:
      'The network may be down or the file blocked. Check, then try again; if that fails, reload the page.',
    retry: 'Try again',
  },
};
