import type { LessonText } from '../../../../web/src/state/lesson-text.ts';

export const text: LessonText = {
  title: '範例',
  goal: '走完這一課，就知道一課的資料夾裡有什麼。',
  tokens: ['紅', '綠', '藍'],
  steps: {
    inputs: {
      name: '輸入',
      title: '兩個 token',
      explanation: '一列是一個 token：{qi} 發問，{kj} 回應，{vj} 是交出去的內容。',
    },
    scores: {
      name: '分數',
      title: '兩兩算分數',
      explanation: '第 {i} 列、第 {j} 行是 {qi}{dot}{kj}。',
    },
    softmax: {
      name: 'softmax',
      title: '每一列分掉 1',
      explanation: '分數高的，權重就大。',
    },
    output: {
      name: '輸出',
      title: '混合 value',
      explanation: '第 {i} 列照自己的權重，混合 V 的各列。',
    },
  },
  questions: {
    'scores-number': { hint: '同位置相乘，再加起來：{left} 和 {right}。' },
  },
  misconceptions: { row_for_column: '這是對角線另一邊那一格的數。' },
  teacher: {
    shows: '一課就是一個資料夾。',
    mistakes: ['到處找要登記課程的清單。'],
    time: '1 分鐘。',
  },
  notice: {
    overflow: '有個數太大了。',
    input: { edit: '點一下格子就能改數字。', row: '一列始終是同一個 token。' },
    product: {
      largest: '分數最高的是「{row}」對「{column}」：{value}。',
      tie: '最高的分數是 {value}，有 {count} 格並列。',
      asymmetric: '「{first}」對「{second}」是 {there}，倒過來是 {back}。',
      symmetric: '「{first}」和「{second}」兩個方向都是 {there}。',
    },
    mask: { covered: '{total} 格裡蓋住了 {count} 格。', first: '「{first}」只看自己。' },
    softmax: {
      largest: '「{row}」把最多的注意力給了「{column}」：{percent}。',
      tie: '「{row}」有 {count} 個權重並列，各是 {percent}。',
      sum: 'Σ 是用沒有捨入的權重加出來的。',
      covered: '蓋住的格子權重是 0。',
      unscaled: '現在沒有縮放。',
    },
    mix: {
      largest: '「{row}」裡「{column}」占最多：{percent}。',
      tie: '「{row}」裡有 {count} 個 value 並列，各占 {percent}。',
      between: '加權平均不會跑出範圍。',
    },
  },
};
