import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '为什么要除以根号 d',
  goal: '学完本课，你能说清向量变长时点积会分散到什么程度，以及放任不管时 softmax 会失去什么。',
  tokens: [],
  steps: {
    products: {
      name: '点积',
      title: '随机向量的点积',
      explanation:
        'query 和 key 各有 {d} 个分量，随机抽取，相互独立，均值为 0，方差为 1。点积把 {d} 项相加，有正有负。直方图里是几千个这样的点积：拖动 {d}，观察它们分散得多开。',
    },
    variance: {
      name: '方差',
      title: '究竟分散多开？',
      explanation:
        '每一项都是两个独立的数之积，两者均值为 0、方差为 1，因此这一项的均值也是 0，方差也是 1。{d} 个这样的项相加，结果如何？',
    },
    largest: {
      name: '权重',
      title: 'softmax 如何处理这些分数',
      explanation:
        '现在每个 query 有八个 key 竞争，softmax 把一行的八个分数变成权重。其中最大的能得到多少？这些 key 都是随机的，本不该有谁多得。',
    },
    entropy: {
      name: '熵',
      title: '还有几个 key 起作用？',
      explanation:
        '熵衡量一行的权重分配得有多均匀。各个 key 权重相同时熵最大，等于 key 个数的对数；全部归一个 key 时熵为 0。',
    },
    gradient: {
      name: '梯度',
      title: '还剩多少可供学习',
      explanation:
        '训练要反向穿过 softmax，需要知道每个分数变动一点，每个权重随之变动多少。这里画出的是一行中所有这些导数合起来的大小。只要有一个权重接近 1，所有导数都接近 0。',
    },
  },
  questions: {
    'variance-number': {
      question: '{d} = {width} 时，{qk} 的方差会是多少？',
      hint: '独立的项相加，方差也相加。一共有几项？',
    },
    'largest-number': {
      question: '{d} = {width}、{version}：八个权重中最大的一个，平均是多少？',
      hint: '介于平均分配与 1 之间。这些分数比上一行拉得更开吗？',
    },
    'entropy-choice': {
      question: '{d} = {width} 时，哪一种的权重分给更多的 key？',
      hint: '最大的权重占得越多，留给其他 key 的就越少。',
    },
    'gradient-choice': {
      question: '{d} = {width} 时，哪一种的梯度更大？',
      hint: '权重对自身分数的导数是 a (1 − a)。它何时接近 0？',
    },
  },
  misconceptions: {
    root_of_width: '这大约是 {rootWidth}，即标准差：一般的点积离 0 有多远。方差是它的平方。',
    width_squared: '只有每一项都是同一个数才会如此。独立的项有正有负，会抵消一部分。',
    unchanged_by_width: '只有 {d} 不起作用才会如此；但每多一个分量，每个分数就多加一项。',
    even_share: '这是平均分配的结果，相当于所有分数都相等。最大的会多一些。',
    takes_all: '还不到全部：有些行里有两个分数很接近，由它们分享权重。',
    forgot_root: '这是没有除以 {rootD} 得到的结果。',
    sharp_is_steep: '集中不等于陡：当一个权重几乎占去全部时，分数变动一点，几乎什么都不变。',
  },
  teacher: {
    shows:
      '缩放点积注意力中的根号从何而来：点积的方差随 d 增长，softmax 于是只剩一个 key，梯度随之消失；除以根号 d，无论 d 多大都能拉回来。随机数按教学文档的顺序抽取，种子 0 得到的就是文档中的表。',
    mistakes: [
      '把标准差根号 d 当成方差 d。',
      '除以 d：d 越大分数越接近，权重趋于平均分配。',
      '想找出“正确”的 key：分数是随机的，每一行最大的都不是同一个 key。',
      '以为 softmax 越确定，学得越快。',
    ],
    time: '20 分钟；再试其他种子和程序，另加 10 分钟。',
  },
  scaling: {
    root: '根号 d',
    width: 'd，一个向量有几个数',
    widthIs: 'd = {width}',
    unscaled: '不缩放',
    scaled: '除以 {rootD}',
    variance: '{qk} 的方差',
    largest: '最大权重',
    entropy: '熵',
    gradient: '梯度',
    dots: '{count} 对的 {qk}',
    weights: '{keys} 个权重中最大的，{count} 行',
    mean: {
      variance: '方差 {value}',
      largest: '平均 {value}',
      entropy: '熵 {value}',
      gradient: '梯度 {value}',
    },
    histogram: '{name}的直方图，{version}：{value}。',
    curves: '{name}随 {d} 的变化',
    curve: '{version}：从 d = {from} 的 {first} 到 d = {to} 的 {last}。',
    table: '三种 {d} 的实测',
    cell: '{name}，{version}，d = {width}：{value}',
    three: '{first}、{second}、{third}',
    held: '先猜再看',
    coming: '还在抽取',
    progress: '已抽取 {drawn} / {draws} 个随机数',
    stop: '停止',
    run: '开始抽取',
    finished: '表已算完。',
    stopped: '已停止。',
    wait: '这道题要用的数还在抽取，请稍后再对一次答案。',
    said: {
      dots: '为 {d} = {width} 抽取了 {pairs} 个点积，每个都是 {width} 项之和。',
      variance: '{value} 是 {d} = {width} 时抽取的 {pairs} 个 {qk} 的方差。',
      largest:
        '{value} 是 {rows} 行的平均：每行取 {keys} 个权重中最大的，{d} = {width}，{version}。如果对哪个 key 都没有偏好，应为 {even}。',
      entropy:
        '{value} 是 {rows} 行的 −Σ a ln a 的平均，{d} = {width}，{version}。权重全部相等时为 ln {keys} = {even}。',
      gradient:
        '{value} 是 {rows} 行的平均：每行把所有 ∂a/∂s 平方后相加再开方，{d} = {width}，{version}。',
      unscaled: '分数未缩放',
      scaled: '分数除以 {root} = {value}',
    },
    seed: '种子',
    document: '文档的数字（种子 0）',
    again: '换一组随机数',
    files: {
      table: '把表存为 {name}',
      curves: '把曲线存为 {name}',
      plots: '把直方图存为 {name}',
      before: '随机数生成器此前已抽取 240 个数：另一个例子的 Q、K、V。',
    },
    notice: {
      drawn: '所有的数都来自同一个随机数生成器，种子是 {seed}；同样的种子会再次得到同样的表。',
      move: '拖动 {d}、直接输入，或选择表中的一行。',
      variance: '方差大约就是 {d}：{d} = {widths} 时为 {values}。每个分量都加进方差为 1 的一项。',
      divided: '除以 {rootD}，方差就除以 {d}；剩下的是 {values}，与 {d} 的大小无关。',
      largest:
        '{d} 从 {first} 到 {last}，最大权重从 {unscaledFirst} 到 {unscaledLast}；除以 {rootD} 时，从 {scaledFirst} 到 {scaledLast}。',
      even: '这些是 {keys} 个权重中最大者的平均：毫无偏好时为 1/{keys}。',
      entropy:
        '{d} 从 {first} 到 {last}，熵从 {unscaledFirst} 到 {unscaledLast}；除以 {rootD} 时，从 {scaledFirst} 到 {scaledLast}。最大可达 ln {keys} = {even}。',
      gradient:
        '{d} 从 {first} 到 {last}，梯度从 {unscaledFirst} 到 {unscaledLast}；除以 {rootD} 时，从 {scaledFirst} 到 {scaledLast}。',
      learn: 'softmax 不向回传的，query 和 key 就学不到。因此分数要在 softmax 之前先除。',
    },
  },
};
