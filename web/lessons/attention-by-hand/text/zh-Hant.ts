import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '手算注意力',
  goal: '走完這一課，拿到任何一組小小的 Q、K、V，你都能用紙筆算出注意力。',
  tokens: ['我', '愛', 'AI', '也', '喜歡', '數學', '和', '詩'],
  steps: {
    inputs: {
      name: '輸入',
      title: '每個 token 各有 q、k、v',
      explanation:
        '一列是一個 token。{qi} 是它在找什麼，{kj} 是它拿什麼讓別人來對，{vj} 是被看到時交出去的內容。起初的數字都很小，方便用紙筆驗算。',
    },
    scores: {
      name: '分數',
      title: '每個 query 對每個 key',
      explanation:
        '第 {i} 列、第 {j} 行是 {qi}{dot}{kj}：同位置相乘，再全部加起來。分數越高，token {i} 要找的和 token {j} 有的就越合。',
    },
    scale: {
      name: '縮放',
      title: '除以 {rootD}，把差距收小',
      explanation:
        '維度 {d} 越大，點積加的項越多，分數就容易拉得太開。全部除以 {rootD}，大小順序不變，差距變小，softmax 才不會太早只認一個。',
    },
    mask: {
      name: '遮罩',
      title: '看不到後面',
      explanation:
        '第 {i} 列只能看自己和前面的 token：{j} > {i} 的分數換成 −∞，經過 softmax 就是 0。分數沒有消失，只是被蓋住了。',
    },
    softmax: {
      name: 'softmax',
      title: '每一列分掉總量 1',
      explanation:
        '減掉這一列的最大值，取指數，再除以整列的和。減最大值不影響結果，只是不讓指數大到存不下。一列權重就是一個 token 怎麼分配它的注意力。',
    },
    output: {
      name: '輸出',
      title: '用權重混合 value',
      explanation:
        '拿第 {i} 列的權重，對 V 的各列做加權平均，就是 token {i} 的新向量 {oi}。注意誰多，誰的 value 就混進來多。',
    },
  },
  questions: {
    'scores-number': { hint: '同位置相乘，再全部加起來：{left} 和 {right}。' },
    'scale-number': { hint: '{d} 是 {depth}，把分數除以 {rootDepth}。' },
    'mask-mark': {
      question: '第 {i} 列有哪些格子會被蓋住？',
      hint: '一個 token 只看得到自己和前面的。',
    },
    'softmax-choice': {
      question: '「{row}」會把最多注意力給誰？',
      hint: '看第 {i} 列的分數，最大的拿到最多。',
    },
    'softmax-number': { hint: '這一格的指數，除以整列的和；寫到小數第二位就夠了。' },
    'output-number': {
      hint: 'V 第 {j} 行的每個數乘上自己的權重，再加起來；寫到小數第二位就夠了。',
    },
  },
  misconceptions: {
    forgot_root: '這是沒有除以 {rootD} 的結果。',
    divided_by_d: '你除的是 {d}，要除的是 {rootD}。',
    row_for_column: '這是對角線另一邊那一格的數。先看 query，再看 key。',
    wrong_direction: '這是沿著直行做 softmax。總量 1 是每一列自己分，要沿著橫列做。',
    forgot_divide: '指數算對了，還要除以整列的和。',
    covers_past: '那些在前面，是可以看的。要蓋的是後面的。',
    covers_itself: '自己可以看自己，對角線不用蓋。',
  },
  teacher: {
    shows:
      '把注意力拆成五個能用紙筆完成的小步驟：分數、縮放、遮罩、softmax、加權平均。從頭到尾，一列就是一個 token。',
    mistakes: [
      '把 K 的列當成行：可以對照對角線另一邊的格子。',
      '除以 d 而不是 √d，或忘了除。',
      'softmax 沿著直行做；每一列加起來應該是 1。',
      '以為輸出是挑一個 value，其實是全部的 value 混在一起。',
    ],
    time: '紙筆練習 20 到 30 分鐘，只示範約 10 分鐘。',
  },
  notice: {
    overflow:
      '這裡出現 ∞ 或 NaN：有個數超過 float32 的上限（大約 3.4×10³⁸）。後面的步驟碰到它，也可能變成 NaN。',
    input: {
      edit: '點一下 Q、K、V 的任何一格就能改數字，後面每一步立刻跟著變。',
      row: '從 Q 到 O，同一列始終是同一個 token。',
    },
    product: {
      largest: '分數最高的是「{row}」對「{column}」：{value}。',
      tie: '最高的分數是 {value}，有 {count} 格並列。',
      asymmetric:
        '「{first}」對「{second}」是 {there}，倒過來是 {back}：query 和 key 是兩組數，所以方向不同，分數可以不同。',
      symmetric: '「{first}」對「{second}」和倒過來剛好都是 {there}；換一組數就不一定了。',
    },
    scale: {
      on: '每個分數都除以 {divisor}：最高的從 {before} 變成 {after}。',
      off: '縮放關著，分數原封不動往下傳。到 softmax 看看權重有多偏，再打開來比。',
      spread: '最高和最低的差距，也縮成同樣的比例。',
    },
    mask: {
      covered: '{total} 格裡蓋住了 {count} 格，都在對角線的右上方。',
      first: '「{first}」前面沒有別的 token，只好把全部注意力留給自己。',
    },
    softmax: {
      largest: '「{row}」把最多的注意力給了「{column}」：{percent}。',
      tie: '「{row}」的最大權重有 {count} 個並列，各是 {percent}。',
      sum: 'Σ 是用沒有捨入的權重加出來的。',
      covered: '蓋住的格子權重是 0，1 由剩下的格子重新分。',
      unscaled: '現在沒有縮放；打開開關，看權重會平均多少。',
    },
    mix: {
      largest: '「{row}」的新向量裡，「{column}」的 value 占最多：{percent}。',
      tie: '「{row}」的新向量裡，有 {count} 個 value 並列最多，各占 {percent}。',
      between: '加權平均不會跑出範圍：O 的每一格，都在 V 同一行的最小和最大之間。',
    },
  },
};
