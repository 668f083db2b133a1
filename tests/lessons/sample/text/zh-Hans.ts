import type { LessonText } from '../../../../web/src/state/lesson-text.ts';

export const text: LessonText = {
  title: '示例',
  goal: '学完这一课，就知道一课的文件夹里有什么。',
  tokens: ['红', '绿', '蓝'],
  steps: {
    inputs: {
      name: '输入',
      title: '两个 token',
      explanation: '一行对应一个 token：{qi} 提问，{kj} 回应，{vj} 是给出的内容。',
    },
    scores: {
      name: '分数',
      title: '两两计算分数',
      explanation: '第 {i} 行第 {j} 列等于 {qi}{dot}{kj}。',
    },
    softmax: {
      name: 'softmax',
      title: '每一行分配总量 1',
      explanation: '分数越高，权重越大。',
    },
    output: {
      name: '输出',
      title: '混合 value',
      explanation: '第 {i} 行按自己的权重混合 V 的各行。',
    },
  },
  questions: {
    'scores-number': { hint: '对应分量相乘再求和：{left} 与 {right}。' },
  },
  misconceptions: { row_for_column: '这是对角线另一侧那一格的数。' },
  teacher: {
    shows: '一课就是一个文件夹。',
    mistakes: ['到处找登记课程的清单。'],
    time: '1 分钟。',
  },
  notice: {
    overflow: '有一个数太大了。',
    input: { edit: '点击任意一格即可改数。', row: '同一行始终对应同一个 token。' },
    product: {
      largest: '分数最高的一格是“{row}”对“{column}”，为 {value}。',
      tie: '最高分是 {value}，共有 {count} 格并列。',
      asymmetric: '“{first}”对“{second}”得 {there}，反过来得 {back}。',
      symmetric: '“{first}”与“{second}”两个方向都是 {there}。',
    },
    mask: { covered: '{total} 格中有 {count} 格被遮住。', first: '“{first}”只看自己。' },
    softmax: {
      largest: '“{row}”最关注的是“{column}”，权重为 {percent}。',
      tie: '“{row}”有 {count} 个权重并列，各为 {percent}。',
      sum: 'Σ 由未经舍入的权重相加得到。',
      covered: '被遮住的格子权重为 0。',
      unscaled: '当前没有缩放。',
    },
    mix: {
      largest: '“{row}”里“{column}”占比最大：{percent}。',
      tie: '“{row}”里有 {count} 个 value 并列，各占 {percent}。',
      between: '加权平均不会越界。',
    },
  },
};
