import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '為什麼要除以根號 d',
  goal: '走完這一課，你說得出向量變長時內積會散得多開，也知道放著不管的話 softmax 會失去什麼。',
  tokens: [],
  steps: {
    products: {
      name: '內積',
      title: '隨機向量的內積',
      explanation:
        'query 和 key 各有 {d} 個分量，都是隨機抽的，互相獨立，平均 0、變異數 1。內積要加 {d} 項，有正有負。直方圖裡是幾千個這樣的內積：拖動 {d}，看它們散得多開。',
    },
    variance: {
      name: '變異數',
      title: '到底散得多開？',
      explanation:
        '每一項是兩個獨立的數相乘，兩個都是平均 0、變異數 1，所以這一項也是平均 0、變異數 1。{d} 個這樣的項加起來會怎樣？',
    },
    largest: {
      name: '權重',
      title: 'softmax 拿到這樣的分數',
      explanation:
        '現在每個 query 有八個 key 在搶，softmax 把一列的八個分數變成權重。最大的那個會拿到多少？這些 key 都是隨機的，本來就沒有誰該多分一點。',
    },
    entropy: {
      name: '熵',
      title: '還有幾個 key 算數？',
      explanation:
        '熵說的是一列的權重分得有多平均。每個 key 一樣多的時候最大，等於 key 個數的對數；全部歸一個 key 的時候是 0。',
    },
    gradient: {
      name: '梯度',
      title: '還剩多少可以拿來學',
      explanation:
        '訓練時要倒著走過 softmax，得知道每個分數動一點，每個權重會跟著動多少。這裡畫的是一列裡所有這些導數合起來的大小。只要有一個權重接近 1，所有導數都接近 0。',
    },
  },
  questions: {
    'variance-number': {
      question: '{d} = {width} 的時候，{qk} 的變異數會是多少？',
      hint: '獨立的項相加，變異數也相加。一共有幾項？',
    },
    'largest-number': {
      question: '{d} = {width}、{version}：八個權重裡最大的那個，平均是多少？',
      hint: '會在平分的份量和 1 之間。這些分數比上一列拉得更開嗎？',
    },
    'entropy-choice': {
      question: '{d} = {width} 的時候，哪一種的權重分給比較多個 key？',
      hint: '最大的權重拿得越多，剩給別人的就越少。',
    },
    'gradient-choice': {
      question: '{d} = {width} 的時候，哪一種的梯度比較大？',
      hint: '權重對自己那個分數的導數是 a (1 − a)。什麼時候會接近 0？',
    },
  },
  misconceptions: {
    root_of_width: '這大約是 {rootWidth}，也就是標準差：一般的內積離 0 有多遠。變異數是它的平方。',
    width_squared: '每一項都是同一個數才會這樣。獨立的項有正有負，會抵消掉一部分。',
    unchanged_by_width: '{d} 沒有影響才會這樣；可是每多一個分量，每個分數就多加一項。',
    even_share: '這是平分的份量，等於所有分數都一樣。最大的那個會多一些。',
    takes_all: '還不到全部：有些列裡有兩個分數靠得很近，權重由它們分。',
    forgot_root: '這是沒有除以 {rootD} 的結果。',
    sharp_is_steep: '集中不等於陡：一個權重幾乎拿走全部的時候，分數動一點，什麼都不太會變。',
  },
  teacher: {
    shows:
      '縮放點積注意力裡的根號從哪裡來：內積的變異數跟著 d 一起長，softmax 就會只剩一個 key，梯度也跟著消失；除以根號 d，不管 d 多大都能拉回來。亂數照教材的順序抽，種子 0 得到的就是教材裡的表。',
    mistakes: [
      '把標準差根號 d 當成變異數 d。',
      '除以 d：這樣 d 越大分數靠得越近，權重會趨向平分。',
      '想找出「正確」的 key：分數是隨機的，每一列最大的都不是同一個 key。',
      '以為 softmax 越有把握，學得越快。',
    ],
    time: '20 分鐘；再試別的種子和程式，多 10 分鐘。',
  },
  scaling: {
    root: '根號 d',
    width: 'd，一個向量有幾個數',
    widthIs: 'd = {width}',
    unscaled: '不縮放',
    scaled: '除以 {rootD}',
    variance: '{qk} 的變異數',
    largest: '最大權重',
    entropy: '熵',
    gradient: '梯度',
    dots: '{count} 對的 {qk}',
    weights: '{keys} 個權重中最大的，{count} 列',
    mean: {
      variance: '變異數 {value}',
      largest: '平均 {value}',
      entropy: '熵 {value}',
      gradient: '梯度 {value}',
    },
    histogram: '{name}的直方圖，{version}：{value}。',
    curves: '{name}隨 {d} 的變化',
    curve: '{version}：從 d = {from} 的 {first} 到 d = {to} 的 {last}。',
    table: '三種 {d} 的實測',
    cell: '{name}，{version}，d = {width}：{value}',
    three: '{first}、{second}、{third}',
    held: '先猜再看',
    coming: '還在抽',
    progress: '已抽 {drawn} / {draws} 個亂數',
    stop: '停止',
    run: '開始抽',
    finished: '表算好了。',
    stopped: '停了。',
    wait: '這一題要用的數還在抽，等一下再對一次答案。',
    said: {
      dots: '為 {d} = {width} 抽了 {pairs} 個內積，每個都是 {width} 項的和。',
      variance: '{value} 是 {d} = {width} 時抽的 {pairs} 個 {qk} 的變異數。',
      largest:
        '{value} 是 {rows} 列的平均：每列取 {keys} 個權重中最大的，{d} = {width}，{version}。如果沒有偏好哪個 key，會是 {even}。',
      entropy:
        '{value} 是 {rows} 列的 −Σ a ln a 的平均，{d} = {width}，{version}。權重全部一樣的話是 ln {keys} = {even}。',
      gradient:
        '{value} 是 {rows} 列的平均：每列把所有 ∂a/∂s 平方後相加再開根號，{d} = {width}，{version}。',
      unscaled: '分數沒有縮放',
      scaled: '分數除以 {root} = {value}',
    },
    seed: '種子',
    document: '教材的數字（種子 0）',
    again: '換一組亂數',
    files: {
      table: '把表存成 {name}',
      curves: '把曲線存成 {name}',
      plots: '把直方圖存成 {name}',
      before: '亂數產生器之前已經抽過 240 個數：另一個例子的 Q、K、V。',
    },
    notice: {
      drawn: '所有的數都來自同一個亂數產生器，種子是 {seed}；同樣的種子會再得到同樣的表。',
      move: '拖動 {d}、直接輸入，或選表裡的一列。',
      variance: '變異數大約就是 {d}：{d} = {widths} 時是 {values}。每個分量都加進一項變異數 1。',
      divided: '除以 {rootD}，變異數就除以 {d}；剩下的是 {values}，不管 {d} 是多少。',
      largest:
        '{d} 從 {first} 到 {last}，最大權重從 {unscaledFirst} 到 {unscaledLast}；除以 {rootD} 的話，從 {scaledFirst} 到 {scaledLast}。',
      even: '這些是 {keys} 個權重中最大那個的平均：毫無偏好的話是 1/{keys}。',
      entropy:
        '{d} 從 {first} 到 {last}，熵從 {unscaledFirst} 到 {unscaledLast}；除以 {rootD} 的話，從 {scaledFirst} 到 {scaledLast}。最大可以到 ln {keys} = {even}。',
      gradient:
        '{d} 從 {first} 到 {last}，梯度從 {unscaledFirst} 到 {unscaledLast}；除以 {rootD} 的話，從 {scaledFirst} 到 {scaledLast}。',
      learn: 'softmax 不往回傳的，query 和 key 就學不到。所以分數要在 softmax 之前先除。',
    },
  },
};
