import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '训练：倒转十个数字',
  goal: '学完这一课，你能说清损失如何下降、注意力为什么排成反对角线，以及单个数字的正确率与整串全对的差别。',
  tokens: [],
  steps: {
    guess: {
      name: '乱猜',
      title: '尚未训练，只能乱猜',
      explanation:
        '两个网络任务相同：把一串数字倒过来写。此时权重都是随机的，注意力近乎平均，每个数字都只能靠猜。点击左下角的按钮开始训练。',
    },
    diagonal: {
      name: '反对角线浮现',
      title: '没人教它倒着看',
      explanation:
        '圆圈标出每个输出应当看的输入，连起来就是反对角线。训练顺利时，墨色会从平均逐渐聚到圆圈上；尚未聚拢时，两旁如果是同一个数字，合起来就可能压过正确答案。',
    },
    solved: {
      name: '全对',
      title: '看对位置，照抄即可',
      explanation:
        '注意力集中之后，每个输出只需把镜像位置上的数字抄过来。无论两端相隔多远，对注意力来说都只是一步。',
    },
    follow: {
      name: 'LSTM 跟上',
      title: '双向 LSTM 要逐步传递',
      explanation:
        '双向 LSTM 从两端各读一遍，一个数字要经过中间的每一步，才能到达需要它的位置。它的参数更多，通常也要训练更久。',
    },
    end: {
      name: '结束',
      title: '步数相同，成绩不同',
      explanation:
        '一串中只要错一个数字，整串就不算对，因此单个数字的正确率再高，整串全对的比例也可能低得多。这里比较的是这么多步之内学到什么程度，而不是谁永远学不会。',
    },
  },
  questions: {
    'guess-number': {
      question: '训练之前，单个数字的正确率是百分之几？',
      hint: '数字共有 {digits} 种，网络还一无所知。',
    },
    'solved-choice': {
      question: '输出 0 最关注哪个输入？',
      hint: '倒过来的第一个，是原来的哪一个？',
    },
    'end-number': {
      question: '训练结束时，双向 LSTM 整串全对的比例是百分之几？',
      hint: '先看单个数字的正确率：一串有 {length} 个，必须全部正确。',
    },
  },
  misconceptions: {
    digit_rate: '这是单个数字的正确率。一串中的 {length} 个都对才算，比例要低得多。',
    same_place: '这是同一个位置。应当倒过来：输出的第一个，是输入的最后一个。',
    share_for_percent: '这里填百分数：一半是 50，而不是 0.5。',
  },
  teacher: {
    shows:
      '同一任务、相同步数，两种网络同场训练。没有人告诉 Transformer 该看哪里，注意力仍然排成了反对角线；损失从 ln 10 附近开始，因为起初等于乱猜。',
    mistakes: [
      '把单个数字的正确率当成整串全对的比例。',
      '以为输出看的是同一位置的输入。',
      '以为注意力一开始就会倒着看，忘了那是学出来的。',
      '由这一场断言 LSTM 学不会：它只是在这么多步之内还没学完。',
    ],
    time: '25 分钟；换种子、学习率或长度再训练，另加 15 分钟。',
  },
  training: {
    transformer: 'Transformer',
    lstm: '双向 LSTM',
    formula: { label: '学习目标：把输入倒过来', loss: '损失：正确答案概率的负对数' },
    task: {
      title: '一道没见过的题',
      own: '你的数字',
      width: '线的粗细＝注意力',
      input: '输入',
      target: '答案',
      said: '输入 {digits}，答案 {target}。',
      wrong: '{name} 回答 {digits}，错 {count} 个。',
    },
    score: {
      tested: '{tested} 道测试',
      digits: '单个数字',
      sequences: '整串全对',
      parameters: '参数',
      pace: '毫秒/步',
    },
    curves: {
      loss: '损失',
      better: '越低越好',
      sequences: '整串全对',
      guessing: '乱猜 ln {digits}',
      described: '第 {at} 步。',
      each: '{name} 的损失为 {loss}，整串全对 {share}。',
    },
    map: {
      title: 'Transformer 的注意力',
      axes: '行：输出 {i}，列：输入 {j}',
      grid: 'Transformer 的注意力，行是输出，列是输入',
      cell: '输出 {i} 看输入 {j}（{digit}）：{weight}',
      output: '输出 {i}，答案 {digit}',
      input: '输入 {j}：{digit}',
      layer: '层',
      head: '头',
    },
    reads: {
      right: '输出 {i}：{looks}。猜 {digit}，正确。',
      wrong: '输出 {i}：{looks}。猜 {digit}，答案是 {target}（输入 {j}）。',
      digit: '{digit} 共 {weight}（输入 {inputs}）',
      spread: '还很分散',
      hidden: '输出 {i}：最关注输入 {what}。',
      phrases: '{first}，{second}',
      list: '{first}、{second}',
    },
    bar: {
      train: '训练',
      one: '训练一步',
      again: '从头训练',
      range: '训练步数',
      of: '/ {all} 步',
      at: '第 {at} 步，共 {all} 步，{name}',
      speed: '速度',
      most: '全速',
    },
    settings: {
      seed: '种子',
      rate: '学习率',
      width: '宽度',
      heads: '头数',
      layers: '层数',
      length: '长度',
      batch: '每步题数',
      why: '修改其中任何一项，两个网络都会从头训练。权重和题目都由种子抽取：种子与设置相同，结果就相同。',
      digits: '自己的数字',
      digitsWhy: '{length} 个数字，无需重新训练。留空则使用测试的第一道题。',
      digitsWrong: '需要恰好 {length} 个数字，每个为 0 到 9。',
      document: '用讲义的设置训练到底',
      documentWhy:
        '种子 {seed}、学习率 {rate}、宽度 {width}、头数 {heads}、层数 {layers}、长度 {length}、每步 {batch} 道题。',
    },
    columns: {
      step: '步',
      loss: '损失',
      gradient: '梯度长度',
      digits: '每个数字答对',
      sequences: '整串答对',
    },
    program: {
      title: '{lesson}：用 PyTorch 从同一个种子训练同样的两个模型',
      comments: {
        settings: '设置',
        batches: '题目：一串随机的数字；答案是倒过来的那一串',
        positions: '位置编码：偶数维是 sin，奇数维是 cos',
        layer: '一层：注意力、前馈，各自加上输入再做 layer norm',
        transformer: 'Transformer：数字的向量加上位置，经过每一层，再选出数字',
        lstm: '双向 LSTM：从两头各读一遍，再选出数字',
        train: '两个模型用同一个生成器出题：第二个接着第一个往下抽',
        score: '没看过的题目答对多少',
        attention: '第一道测验题的注意力，一行是一个输出',
      },
      printed: {
        step: '步',
        loss: '损失',
        parameters: '参数',
        digits: '每个数字答对',
        sequences: '整串答对',
        diagonal: '反对角线平均',
      },
    },
    files: { curves: '曲线保存为 {name}', map: '注意力图保存为 {name}' },
    notice: {
      guessing: '在 {digits} 种数字中乱猜，损失是 ln {digits} ≈ {guessing}。',
      start:
        '在 {digits} 种数字中乱猜，损失是 ln {digits} ≈ {guessing}；实际测得 {first}、{second}。',
      even: '最大的权重是 {largest}；若完全平均，每个都是 {even}。',
      diagonal: '圆圈处的权重平均为 {mean}；若注意力完全平均，则为 {even}。',
      solved: '{tested} 道测试中，{name} 全部整串正确，{other} 为 {share}。',
      both: '{tested} 道测试，两个网络全部整串正确。',
      none: '{tested} 道测试中，两个网络都还没有一串全对。',
      product:
        '{name} 的单个数字正确率为 {digits}，整串全对为 {sequences}。如果各个数字的对错互不相关，就会是 {digits} 的 {length} 次方：{power}。',
      document:
        '讲义用相同的设置，在这么多步内得到：{transformer}，整串 {transformerAll}；{lstm}，整串 {lstmAll}（舍入会差零点几）。',
      diverged: '{name} 的损失从第 {step} 步起不再是数字。请在设置中调小学习率，再训练一次。',
    },
  },
};
