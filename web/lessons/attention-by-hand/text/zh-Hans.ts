import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '手算注意力',
  goal: '学完这一课，给你任意一组小规模的 Q、K、V，你都能在纸上把注意力算出来。',
  tokens: ['我', '爱', 'AI', '也', '喜欢', '数学', '和', '诗'],
  steps: {
    inputs: {
      name: '输入',
      title: '每个 token 都有 q、k、v',
      explanation:
        '每一行对应一个 token：{qi} 表示它要找什么，{kj} 表示它凭什么被找到，{vj} 是被关注时给出的内容。初始数值都很小，可以在纸上逐步核对。',
    },
    scores: {
      name: '分数',
      title: '每个 query 对每个 key',
      explanation:
        '第 {i} 行第 {j} 列等于 {qi}{dot}{kj}：对应分量相乘再求和。结果越大，说明 token {i} 的需求与 token {j} 越匹配。',
    },
    scale: {
      name: '缩放',
      title: '除以 {rootD}，缩小差距',
      explanation:
        '维度 {d} 越高，点积里累加的项越多，分数的波动也越大。统一除以 {rootD}，排序不变，差距变小，避免 softmax 过早集中到一个 token 上。',
    },
    mask: {
      name: '掩码',
      title: '不许看后文',
      explanation:
        '第 {i} 行只能看到自己和之前的 token：凡是 {j} > {i} 的位置都换成 −∞，softmax 之后权重为 0。原来的分数还在，只是被挡住了。',
    },
    softmax: {
      name: 'softmax',
      title: '每一行的权重合计为 1',
      explanation:
        '先减去本行最大值，再取指数，最后除以本行之和。减最大值不会改变结果，只是防止指数溢出。得到的一行权重，就是一个 token 的注意力分配方案。',
    },
    output: {
      name: '输出',
      title: '按权重混合 value',
      explanation:
        '用第 {i} 行的权重对 V 的各行加权平均，得到 token {i} 的新向量 {oi}。对谁的权重大，谁的 value 占的比例就大。',
    },
  },
  questions: {
    'scores-number': { hint: '对应分量相乘再求和：{left} 与 {right}。' },
    'scale-number': { hint: '{d} 等于 {depth}，把分数除以 {rootDepth}。' },
    'mask-mark': {
      question: '第 {i} 行有哪些格子会被遮住？',
      hint: '一个 token 只能看到自己和之前的。',
    },
    'softmax-choice': {
      question: '“{row}”最关注哪个 token？',
      hint: '看第 {i} 行的分数，最大的分得最多。',
    },
    'softmax-number': { hint: '这一格的指数除以本行之和，保留两位小数即可。' },
    'output-number': { hint: 'V 第 {j} 列的每个数乘以各自的权重再相加，保留两位小数即可。' },
  },
  misconceptions: {
    forgot_root: '这是没有除以 {rootD} 得到的结果。',
    divided_by_d: '你除以的是 {d}，应当除以 {rootD}。',
    row_for_column: '这是对角线另一侧那一格的数。先看 query，再看 key。',
    wrong_direction: '这是沿着列做 softmax。总量 1 由每一行自己分配，应当沿着行做。',
    forgot_divide: '指数算对了，还要除以本行之和。',
    covers_past: '这些在前面，可以看到。要遮的是后面的。',
    covers_itself: '可以看到自己，对角线不用遮。',
  },
  teacher: {
    shows:
      '把注意力拆成五个可以在纸上完成的小步骤：分数、缩放、掩码、softmax、加权平均。自始至终，一行就是一个 token。',
    mistakes: [
      '把 K 的行当成列：可以与对角线另一侧的格子对照。',
      '除以 d 而不是 √d，或者忘了除。',
      '沿着列做 softmax；应当每一行之和为 1。',
      '以为输出是选出一个 value，其实是所有 value 的混合。',
    ],
    time: '纸笔练习 20 到 30 分钟，只演示约 10 分钟。',
  },
  notice: {
    overflow:
      '这里出现了 ∞ 或 NaN：某个数超出了 float32 的表示范围（上限约 3.4×10³⁸），后续步骤用到它，也可能得到 NaN。',
    input: {
      edit: '点击 Q、K、V 中任意一格即可改数，后面的每一步会马上更新。',
      row: '从 Q 到 O，同一行始终对应同一个 token。',
    },
    product: {
      largest: '分数最高的一格是“{row}”对“{column}”，为 {value}。',
      tie: '最高分是 {value}，共有 {count} 格并列。',
      asymmetric:
        '“{first}”对“{second}”得 {there}，反过来得 {back}：query 与 key 各是一套数，两个方向的分数不必相等。',
      symmetric: '“{first}”对“{second}”与反方向恰好都是 {there}，换一组数就未必如此。',
    },
    scale: {
      on: '所有分数都除以 {divisor}，最高分由 {before} 变为 {after}。',
      off: '缩放已关闭，分数会原样传给下一步。先去 softmax 看权重有多集中，再打开对比。',
      spread: '最高分与最低分的差距也按同样比例缩小。',
    },
    mask: {
      covered: '{total} 格中有 {count} 格被遮住，全部位于对角线右上方。',
      first: '“{first}”之前没有别的 token，只能把注意力全部留给自己。',
    },
    softmax: {
      largest: '“{row}”最关注的是“{column}”，权重为 {percent}。',
      tie: '“{row}”这一行有 {count} 个权重并列最大，各为 {percent}。',
      sum: 'Σ 由未经舍入的权重相加得到。',
      covered: '被遮住的格子权重为 0，其余格子重新分配总量 1。',
      unscaled: '当前没有缩放；打开开关，看看权重会变得多平均。',
    },
    mix: {
      largest: '“{row}”的新向量里，“{column}”的 value 占比最大：{percent}。',
      tie: '“{row}”的新向量里，有 {count} 个 value 占比并列最大，各为 {percent}。',
      between: '加权平均不会越界：O 的每一格都落在 V 同一列的最小值与最大值之间。',
    },
  },
};
