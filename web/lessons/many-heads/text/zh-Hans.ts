import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '多头注意力',
  goal: '学完这一课，你能跟着一个 token 走过投影、各个头，再合并回来，并说清头变多的代价。',
  tokens: ['我', '爱', 'AI', '也', '喜欢', '数学', '和', '诗'],
  sets: {
    words: { name: '熟悉的三个 token' },
    sentence: {
      name: '专门设计的头',
      tokens: ['我', '看', '书', '我', '写', '字', '我', '想'],
    },
    random: {
      name: '随机权重',
      tokens: ['一', '二', '三', '四', '五', '六', '七', '八'],
    },
  },
  steps: {
    inputs: {
      name: '输入',
      title: 'token 与权重矩阵',
      explanation:
        'X 的一行是一个 token。三个权重矩阵分别产生它的 query、key 和 value，训练要学的正是它们。token 用 one-hot 表示时，得到的就是你熟悉的 Q、K、V。',
    },
    project: {
      name: '投影',
      title: '与 X 做三次乘法',
      explanation:
        'X 的第 {i} 行乘以权重矩阵，就是 token {i} 的 query；key 和 value 也是如此。指向 Q、K、V 的任意一格，查看它如何相加得到。',
    },
    split: {
      name: '分头',
      title: '把各列分给各头',
      explanation:
        '每个头分到 Q、K、V 中相邻的几列，每一行都有份。这里没有计算：(T, D) 先看成 (T, H, D/H)，再转置为 (H, T, D/H)。少了这次转置，各行就会混在一起。',
    },
    scores: {
      name: '分数',
      title: '各头各自打分',
      explanation:
        '在一个头内部一切照旧：query {i} 与 key {j} 相乘，只是只用这个头分到的维度。要看哪个头，可在上方选择。',
    },
    weights: {
      name: 'softmax',
      title: '各头各做 softmax',
      explanation:
        '一个头的分数除以它自己宽度的平方根，再由每一行分配 1。各头的分数可以相加，权重却不能，因此不同的头可以关注不同的 token。',
    },
    outputs: {
      name: '混合',
      title: '各头混合自己的 value',
      explanation: '每个头用自己的权重，对自己分到的 V 求平均。输出与它的 value 一样窄。',
    },
    concat: {
      name: '拼接',
      title: '再并排拼接',
      explanation: '各头的输出按当初划分的顺序并排，宽度便恢复原样。',
    },
    result: {
      name: '结果',
      title: '再乘一次，让各头混合',
      explanation:
        '到此为止，没有一个头知道其他头。最后一个权重矩阵让结果的每一维都能取用所有的头。',
    },
  },
  questions: {
    'project-number': {
      hint: 'X 的第 {i} 行与转置后权重的第 {j} 列：对应相乘，再全部相加。',
    },
    'split-number': { hint: '头 {head} 从 Q 的每一行取走自己的那几维，第一个是哪一个？' },
    'scores-number': { hint: '对应相乘，再全部相加：{left} 和 {right}。' },
    'weights-choice': {
      question: '在头 {head} 中，“{row}”会把最多的注意力给谁？',
      hint: '看第 {i} 行的分数，最大的得到最多。',
    },
    'weights-number': {
      hint: '一个头宽 {depth}：分数除以 {rootDepth}，再沿着这一行做 softmax。',
    },
    'outputs-number': {
      hint: '这个头的第 {j} 列，每个 value 乘以各自的权重再相加，保留两位小数即可。',
    },
    'result-number': {
      hint: 'C 的第 {i} 行与转置后权重的第 {j} 列，保留两位小数即可。',
    },
  },
  misconceptions: {
    forgot_root: '这是没有除以平方根得到的结果。',
    root_of_whole: '你除以的是总宽度 {joined} 的平方根。一个头只宽 {depth}，应当除以 {rootDepth}。',
    whole_score: '这是用上全部维度的分数。头 {head} 只有自己的那几维。',
    other_head: '这是另一个头的同一格。',
    row_for_column: '这是对角线另一侧那一格的数。先看 query，再看 key。',
    wrong_direction: '这是沿着列做 softmax。总量 1 由每一行自己分配，应当沿着行做。',
    forgot_divide: '指数算对了，还要除以本行之和。',
    forgot_transpose: '这是 reshape 之后没有转置的结果：数值按内存顺序排列，各行混在了一起。',
    weights_not_transposed: '这是直接乘以 W 的结果。这里的 W 要转置，线性层就是这样计算的。',
  },
  teacher: {
    shows:
      '从输入到结果走完多头注意力，每一步都能看到形状：头就是几个维度，各头独立做注意力，最后一次乘法才混合。头变多，参数和乘法次数都不变，变大的只有分数矩阵。',
    mistakes: [
      '以为每个头都是一份完整的注意力：其实各只有 D/H 维。',
      '直接 reshape 成 (H, T, D/H)，少了转置。',
      '除以 √D，而不是 √(D/H)。',
      '以为各头的权重也能像分数那样相加。',
    ],
    time: '30 分钟；其中专门设计的头值得花 10 分钟。',
  },
  notice: {
    overflow:
      '这里出现了 ∞ 或 NaN：某个数超出了 float32 的上限（约 3.4×10³⁸）。后面用到它的步骤也可能得到 NaN。',
    input: {
      edit: '点击 X 或权重的任意一格即可修改，后面每一步都会立刻随之变化。',
      row: '从 X 到 Y，同一行始终是同一个 token。',
    },
    project: '行是 one-hot 时，乘法只是挑选：一个 token 取走权重中属于它的那些数。',
    split: {
      width: '{joined} 维分给 {heads} 个头，每头 {width} 维。',
      wrong: '灰色的是错误的做法：一个“头”里装的是切成小段的整行，根本不是头。',
    },
    product: {
      largest: '这个头里分数最高的是“{row}”对“{column}”：{value}。',
      tie: '这个头里最高分是 {value}，共有 {count} 格并列。',
      asymmetric: '“{first}”对“{second}”是 {there}，反过来是 {back}。',
      symmetric: '“{first}”对“{second}”是 {there}，反过来也是。',
    },
    heads: {
      add: '同一格的分数，各头相加就等于不分头的分数。',
      one: '只有一个头，就是原来的注意力。',
      opinions: '同一行，各头看法不同：对比各头的小图。',
    },
    softmax: {
      largest: '在这个头里，“{row}”把最多的注意力给了“{column}”：{percent}。',
      tie: '在这个头里，“{row}”的最大权重有 {count} 个并列，各为 {percent}。',
      sum: 'Σ 由未舍入的权重相加得到。',
      covered: '遮住的格子权重为 0，1 由其余的格子重新分配。',
      unscaled: '缩放已关闭；打开后看看权重会均匀多少。',
    },
    mix: {
      largest: '在这个头里，“{row}”的新向量以“{column}”占比最大：{percent}。',
      tie: '在这个头里，“{row}”的新向量有 {count} 个 value 并列最大，各占 {percent}。',
      between: '加权平均不会超出范围：每一格都在同一列 value 的最小值与最大值之间。',
    },
    concat: 'C 的每一列都说明自己来自哪个头：虚线就是分界。',
    combine: {
      mixes: '权重为单位矩阵时，Y 就是 C；换成别的权重，各头就会混合。',
      cost: '无论几个头，参数和乘法次数都一样；变多的是分数。',
    },
  },
};
