import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '手算注意力',
  goal: '走完這一課，拿到任何一組小小的 Q、K、V，你都能用紙筆算出注意力。',
  tokens: ['我', '愛', 'AI'],
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
