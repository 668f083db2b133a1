import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '多頭注意力',
  goal: '走完這一課，你能跟著一個 token 走過投影、各個頭，再合回來，也說得出頭變多要付出什麼。',
  tokens: ['我', '愛', 'AI', '也', '喜歡', '數學', '和', '詩'],
  sets: {
    words: { name: '熟悉的三個 token' },
    sentence: {
      name: '特別設計的頭',
      tokens: ['我', '看', '書', '我', '寫', '字', '我', '想'],
    },
    random: {
      name: '隨機的權重',
      tokens: ['一', '二', '三', '四', '五', '六', '七', '八'],
    },
  },
  steps: {
    inputs: {
      name: '輸入',
      title: 'token 和權重矩陣',
      explanation:
        'X 的一列是一個 token。三個權重矩陣分別做出它的 query、key 和 value，訓練要學的就是它們。token 用 one-hot 表示時，做出來的正是你認得的 Q、K、V。',
    },
    project: {
      name: '投影',
      title: '和 X 做三次乘法',
      explanation:
        'X 的第 {i} 列乘上權重矩陣，就是 token {i} 的 query；key 和 value 也是這樣來的。指著 Q、K、V 的任何一格，看它怎麼加出來。',
    },
    split: {
      name: '分頭',
      title: '把各行分給各頭',
      explanation:
        '每個頭分到 Q、K、V 裡相鄰的幾行，每一列都有份。這裡沒有計算：(T, D) 先讀成 (T, H, D/H)，再轉成 (H, T, D/H)。少了這一轉，各列就混在一起了。',
    },
    scores: {
      name: '分數',
      title: '各頭各打各的分數',
      explanation:
        '在一個頭裡面，一切照舊：query {i} 對上 key {j}，只是只用這個頭分到的維度。要看哪個頭，在上面選。',
    },
    weights: {
      name: 'softmax',
      title: '各頭做各的 softmax',
      explanation:
        '一個頭的分數，除以它自己寬度的平方根，再由每一列分掉 1。各頭的分數可以相加，權重卻不能，所以不同的頭可以看不同的 token。',
    },
    outputs: {
      name: '混合',
      title: '各頭混合自己的 value',
      explanation: '每個頭用自己的權重，平均自己分到的 V。輸出和它的 value 一樣窄。',
    },
    concat: {
      name: '接回',
      title: '再並排接起來',
      explanation: '各頭的輸出照當初分的順序並排，寬度就回到原來的樣子。',
    },
    result: {
      name: '結果',
      title: '再乘一次，讓各頭混合',
      explanation:
        '到這裡為止，沒有一個頭知道別的頭。最後一個權重矩陣，讓結果的每一維都能取用所有的頭。',
    },
  },
  questions: {
    'project-number': {
      hint: 'X 的第 {i} 列和轉置後權重的第 {j} 行：同位置相乘，再全部加起來。',
    },
    'split-number': { hint: '頭 {head} 從 Q 的每一列都拿走自己那幾維，第一個是哪一個？' },
    'scores-number': { hint: '同位置相乘，再全部加起來：{left} 和 {right}。' },
    'weights-choice': {
      question: '在頭 {head} 裡，「{row}」會把最多注意力給誰？',
      hint: '看第 {i} 列的分數，最大的拿到最多。',
    },
    'weights-number': {
      hint: '一個頭寬 {depth}：分數除以 {rootDepth}，再沿著這一列做 softmax。',
    },
    'outputs-number': {
      hint: '這個頭的第 {j} 行，每個 value 乘上自己的權重，再加起來；寫到小數第二位就夠了。',
    },
    'result-number': {
      hint: 'C 的第 {i} 列和轉置後權重的第 {j} 行；寫到小數第二位就夠了。',
    },
  },
  misconceptions: {
    forgot_root: '這是沒有除以平方根的結果。',
    root_of_whole: '你除以的是整個寬度 {joined} 的平方根。一個頭只寬 {depth}，要除以 {rootDepth}。',
    whole_score: '這是用上全部維度的分數。頭 {head} 只有自己那幾維。',
    other_head: '這是另一個頭的同一格。',
    row_for_column: '這是對角線另一邊那一格的數。先看 query，再看 key。',
    wrong_direction: '這是沿著直行做 softmax。總量 1 是每一列自己分，要沿著橫列做。',
    forgot_divide: '指數算對了，還要除以整列的和。',
    forgot_transpose: '這是 reshape 之後沒有轉置的結果：數字照記憶體的順序排，各列混在一起了。',
    weights_not_transposed: '這是直接乘 W 的結果。這裡的 W 要轉置，線性層就是這樣算的。',
  },
  teacher: {
    shows:
      '從輸入到結果走完多頭注意力，每一步都看得到形狀：頭就是幾個維度，各頭自己做注意力，最後一次乘法才混合。頭變多，參數和乘法次數都不變，變大的只有分數矩陣。',
    mistakes: [
      '以為每個頭都是一份完整的注意力：其實各只有 D/H 維。',
      '直接 reshape 成 (H, T, D/H)，少了轉置。',
      '除以 √D，而不是 √(D/H)。',
      '以為各頭的權重也能像分數那樣相加。',
    ],
    time: '30 分鐘；其中特別設計的頭值得花 10 分鐘。',
  },
  notice: {
    overflow:
      '這裡出現 ∞ 或 NaN：有個數超過 float32 的上限（大約 3.4×10³⁸）。後面的步驟碰到它，也可能變成 NaN。',
    input: {
      edit: '點一下 X 或權重的任何一格就能改數字，後面每一步立刻跟著變。',
      row: '從 X 到 Y，同一列始終是同一個 token。',
    },
    project: '列是 one-hot 的時候，乘法只是挑選：一個 token 挑走權重裡屬於它的那些數。',
    split: {
      width: '{joined} 維分給 {heads} 個頭，每頭 {width} 維。',
      wrong: '灰色的是錯的做法：一個「頭」裝的是切成小段的整列，根本不是頭。',
    },
    product: {
      largest: '這個頭裡分數最高的是「{row}」對「{column}」：{value}。',
      tie: '這個頭裡最高的分數是 {value}，有 {count} 格並列。',
      asymmetric: '「{first}」對「{second}」是 {there}，倒過來是 {back}。',
      symmetric: '「{first}」對「{second}」是 {there}，倒過來也是。',
    },
    heads: {
      add: '同一格的分數，各頭加起來，就等於不分頭的分數。',
      one: '只有一個頭，就是原來的注意力。',
      opinions: '同一列，各頭看法不同：比比看各頭的小圖。',
    },
    softmax: {
      largest: '在這個頭裡，「{row}」把最多的注意力給了「{column}」：{percent}。',
      tie: '在這個頭裡，「{row}」的最大權重有 {count} 個並列，各是 {percent}。',
      sum: 'Σ 是用沒有捨入的權重加出來的。',
      covered: '蓋住的格子權重是 0，1 由剩下的格子重新分。',
      unscaled: '現在沒有縮放；打開開關，看權重會平均多少。',
    },
    mix: {
      largest: '在這個頭裡，「{row}」的新向量以「{column}」占最多：{percent}。',
      tie: '在這個頭裡，「{row}」的新向量有 {count} 個 value 並列最多，各占 {percent}。',
      between: '加權平均不會跑出範圍：每一格都在同一行 value 的最小和最大之間。',
    },
    concat: 'C 的每一行都知道自己來自哪個頭：虛線就是分界。',
    combine: {
      mixes: '權重是單位矩陣時，Y 就是 C；換成別的權重，各頭就混在一起。',
      cost: '不管幾個頭，參數和乘法次數都一樣；變多的是分數。',
    },
  },
};
