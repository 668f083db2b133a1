import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '因果掩码',
  goal: '学完这一课，你能说清掩码做了什么，也明白为什么有了它，所有位置可以同时训练。',
  tokens: ['我', '爱', 'AI', '也', '喜欢', '数学', '和', '诗'],
  sets: {
    words: { name: '三个 token，四维' },
    tensors: {
      name: '五个 token，十六维，随机生成',
      tokens: ['一', '二', '三', '四', '五', '六', '七', '八'],
    },
  },
  steps: {
    inputs: {
      name: '输入',
      title: '两组数值，任选其一',
      explanation:
        '可以用已经熟悉的数值，也可以用随机生成的五个 token、每个十六维。过宽的矩阵只显示颜色，指向某一格即可读出它的数值。',
    },
    scores: {
      name: '分数',
      title: '先算出所有组合',
      explanation:
        '每个 query 仍与每个 key 相乘，后面的也不例外。无论之后怎样遮，这里都是一次矩阵乘法：{qi}{dot}{kj}，再除以 {rootD}。',
    },
    mask: {
      name: '掩码',
      title: '用 −∞ 做成的模板',
      explanation: '在 softmax 之前，遮住的分数换成 −∞，未遮住的不动。',
    },
    softmax: {
      name: 'softmax',
      title: '剩下的重新分配 1',
      explanation:
        'e 的 −∞ 次方等于 0，遮住的格子在分母里也不出现，第 {i} 行未遮住的格子重新分完总量 1。格子角上是没有掩码时的权重。',
    },
    output: {
      name: '输出',
      title: '只用看得见的 value',
      explanation:
        '第 {i} 行只对看得见的 value 求平均。遮住的 value 完全不参与，连乘以 0 也没有：即便它是 NaN，结果也不受影响。',
    },
    leak: {
      name: '泄漏',
      title: '如果看到了后面？',
      explanation:
        '这是没有掩码时的输出；发生变化的格子，角上写着原来的数。这样训练的模型只需照抄要预测的词，等到真正生成时便无处可抄。',
    },
    decode: {
      name: '逐个生成',
      title: '一次一个，还是一次全部',
      explanation:
        '模型生成文字时，token 逐个出现：query {i} 只能遇到目前已有的 key。这里把每一行都这样单独计算，再与一次算完的那一行对照。',
    },
  },
  covers: {
    none: '现在什么都没有遮：每个 token 都能看到所有 token。',
    causal: '因果掩码遮住 {j} > {i} 的格子：token {i} 只能看到自己和之前的。',
    'lower-right': 'query 是 S 个 token 中的最后 T 个，因此遮住 {j} > {i} + S − T 的格子。',
    window: 'token {i} 最多看到与窗口宽度一样多的 token，最后一个是自己。',
    padding: '填充的 token 任何 query 都看不到。',
    byHand: '个别格子经过手动修改。',
  },
  questions: {
    'mask-mark': {
      question: '第 {i} 行有哪些格子会被遮住？',
      hint: '逐个检查 key：看得到吗？',
    },
    'softmax-number': {
      hint: '分母只加未遮住的格子：用这一格的指数除以它们之和，保留两位小数即可。',
    },
    'output-number': {
      hint: '未遮住的格子重新分配 1 得到权重，乘以各自的 value 再相加，保留两位小数即可。',
    },
    'leak-unchanged': {
      question: '没有掩码时，谁的输出不变？',
      hint: '找出原本就没有任何格子被遮住的那一行。',
    },
  },
  misconceptions: {
    forgot_root: '这是没有除以 {rootD} 得到的结果。',
    row_for_column: '这是对角线另一侧那一格的数。先看 query，再看 key。',
    wrong_direction: '这是沿着列做 softmax。总量 1 由每一行自己分配，应当沿着行做。',
    forgot_divide: '指数算对了，还要除以未遮住的格子之和。',
    covers_past: '这些看得见，不用遮。',
    covers_itself: '这里可以看到自己，那一格不用遮。',
    forgot_renormalise: '分母里还留着遮住的格子。把它们去掉，剩下的重新分完 1。',
    masked_after_softmax:
      '你是在 softmax 之后才把权重改为 0，这一行之和便不足 1。应当先遮，再做 softmax。',
  },
  teacher: {
    shows:
      '掩码是在 softmax 之前修改分数；每一行会重新分配 1；去掉掩码会泄漏什么；一次带掩码的乘法与逐个生成得到的每一行相同。',
    mistakes: [
      '在 softmax 之后才遮，每一行之和便不是 1。',
      '把遮住的分数换成 0 而不是 −∞：e 的 0 次方是 1。',
      '连对角线也遮住：自己可以看到自己。',
      '把填充掩码和因果掩码当成一回事；两者可以同时使用。',
    ],
    time: '20 分钟；加上填充和窗口，再加 10 分钟。',
  },
  notice: {
    overflow:
      '这里出现了 ∞ 或 NaN：某个数超出了 float32 的上限（约 3.4×10³⁸）。后面用到它的步骤也可能得到 NaN。',
    input: {
      edit: '点击任意一格即可修改。query 可以少于 key，此时 Q 只放其中几个 token。',
      row: '从 Q 到 O，同一行始终是同一个 token。',
    },
    product: {
      largest: '分数最高的是“{row}”对“{column}”：{value}。',
      tie: '最高分是 {value}，共有 {count} 格并列。',
      asymmetric: '“{first}”对“{second}”是 {there}，反过来是 {back}。掩码只会留下后者。',
      symmetric: '“{first}”对“{second}”与反过来都是 {there}。掩码只会留下后者。',
    },
    mask: {
      covered: '{total} 格中遮住了 {count} 格。',
      first: '“{first}”只能看到自己。',
      toggle: '点击格子可以遮住或打开；点击 token 的按钮，可以把它作为填充。',
      empty:
        '“{row}”已经没有可看的了。这里的权重和输出都是 0；许多库会算 0 除以 0，得到 NaN，并继续扩散。',
    },
    softmax: {
      largest: '“{row}”把最多的注意力给了“{column}”：{percent}。',
      tie: '“{row}”的最大权重有 {count} 个并列，各为 {percent}。',
      sum: 'Σ 由未舍入的权重相加得到。',
      covered: '遮住的格子权重为 0，1 由其余的格子重新分配。',
      unscaled: '缩放已关闭；打开后看看权重会均匀多少。',
      removed: '没有掩码时，“{row}”有 {percent} 的注意力会落在遮住的格子上；现在都归未遮住的格子。',
      poison: '没有掩码时，填充中的 NaN 会传到这一行的每个权重。',
      empty: '“{row}”没有可看的了：权重全为 0，输出也为 0。许多库在这里给出 NaN。',
    },
    mix: {
      largest: '“{row}”的新向量中，“{column}”的 value 占比最大：{percent}。',
      tie: '“{row}”的新向量中，有 {count} 个 value 并列最大，各占 {percent}。',
      between: '加权平均不会超出范围：O 的每一格都在 V 同一列的最小值与最大值之间。',
    },
    leak: {
      some: '去掉掩码后，这些输出会变：{rows}。',
      none: '没有输出会变：这个掩码什么也没遮。',
      why: '原本就能看到全部的那一行，逐位都没有变化。',
    },
    decode: {
      same: '两种算法的每一行都逐位相同。',
      differs: '用这个掩码，有些行看了逐个生成时还没有出现的 token，因此结果不同：{rows}。',
      parallel: '所以训练可以并行：一次乘法就得到所有位置的输出，每个位置都如同刚刚生成到那里。',
    },
  },
};
