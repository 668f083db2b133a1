import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '因果遮罩',
  goal: '走完這一課，你說得出遮罩做了什麼，也知道為什麼有了它，所有位置可以一起訓練。',
  tokens: ['我', '愛', 'AI', '也', '喜歡', '數學', '和', '詩'],
  sets: {
    words: { name: '三個 token，四維' },
    tensors: {
      name: '五個 token，十六維，隨機抽出',
      tokens: ['一', '二', '三', '四', '五', '六', '七', '八'],
    },
  },
  steps: {
    inputs: {
      name: '輸入',
      title: '兩組數字，任選一組',
      explanation:
        '可以用已經熟悉的數字，也可以用隨機抽出的五個 token、每個十六維。太寬的矩陣只畫顏色，指到哪一格，就讀哪一格的數。',
    },
    scores: {
      name: '分數',
      title: '先算完每一對',
      explanation:
        '每個 query 還是對上每個 key，後面的也算在內。不管遮罩之後怎麼蓋，這裡就是一次矩陣乘法：{qi}{dot}{kj}，再除以 {rootD}。',
    },
    mask: {
      name: '遮罩',
      title: '用 −∞ 做的模板',
      explanation: '做 softmax 之前，蓋住的分數換成 −∞，沒蓋住的不動。',
    },
    softmax: {
      name: 'softmax',
      title: '剩下的重新分掉 1',
      explanation:
        'e 的 −∞ 次方是 0，蓋住的格子連分母裡都沒有它，第 {i} 列沒蓋住的格子自己分完總量 1。格子角落是沒有遮罩時的權重。',
    },
    output: {
      name: '輸出',
      title: '只用看得到的 value',
      explanation:
        '第 {i} 列只平均它看得到的 value。蓋住的 value 完全不參加，連乘上 0 都沒有：就算它是 NaN，結果也不受影響。',
    },
    leak: {
      name: '偷看',
      title: '要是看得到後面呢？',
      explanation:
        '這是沒有遮罩的輸出；有變的格子，角落寫著原來的數。這樣訓練出來的模型只要抄下該預測的字就好，等到真的要寫，就沒得抄了。',
    },
    decode: {
      name: '逐字',
      title: '一次一個，或一次全部',
      explanation:
        '模型寫字的時候，token 一個一個出現：query {i} 只遇得到目前為止的 key。這裡把每一列都這樣單獨算一次，再和整個大矩陣算出來的那一列比對。',
    },
  },
  covers: {
    none: '現在什麼都沒蓋：每個 token 都看得到所有 token。',
    causal: '因果遮罩蓋住 {j} > {i} 的格子：token {i} 看得到自己和前面的。',
    'lower-right': 'query 是 S 個 token 裡的最後 T 個，所以蓋住 {j} > {i} + S − T 的格子。',
    window: 'token {i} 最多看得到和視窗寬度一樣多的 token，最後一個是自己。',
    padding: '填充的 token 哪個 query 都看不到。',
    byHand: '有些格子手動改過。',
  },
  questions: {
    'mask-mark': {
      question: '第 {i} 列有哪些格子會被蓋住？',
      hint: '一個一個 key 看過去：看得到嗎？',
    },
    'softmax-number': {
      hint: '分母只加沒蓋住的格子：這一格的指數除以它們的和；寫到小數第二位就夠了。',
    },
    'output-number': {
      hint: '用沒蓋住的格子重新分掉 1 的權重，乘上各自的 value 再加；寫到小數第二位就夠了。',
    },
    'leak-unchanged': {
      question: '沒有遮罩的話，誰的輸出不會變？',
      hint: '找找看哪一列本來就什麼都沒蓋。',
    },
  },
  misconceptions: {
    forgot_root: '這是沒有除以 {rootD} 的結果。',
    row_for_column: '這是對角線另一邊那一格的數。先看 query，再看 key。',
    wrong_direction: '這是沿著直行做 softmax。總量 1 是每一列自己分，要沿著橫列做。',
    forgot_divide: '指數算對了，還要除以沒蓋住的格子的和。',
    covers_past: '那些看得到，不用蓋。',
    covers_itself: '這裡自己可以看自己，那一格不用蓋。',
    forgot_renormalise: '分母裡還留著蓋住的格子。把它們拿掉，剩下的自己分完 1。',
    masked_after_softmax:
      '你是做完 softmax 才把權重改成 0，這一列加起來就不到 1 了。要先遮，再做 softmax。',
  },
  teacher: {
    shows:
      '遮罩是在 softmax 之前改分數；每一列會重新分掉 1；拿掉遮罩會洩漏什麼；一次帶遮罩的乘法，和逐字算出來的每一列都相同。',
    mistakes: [
      '做完 softmax 才遮，每一列加起來就不是 1。',
      '把蓋住的分數換成 0 而不是 −∞：e 的 0 次方是 1。',
      '連對角線也蓋住：自己可以看自己。',
      '把填充遮罩和因果遮罩當成同一件事；兩者可以並用。',
    ],
    time: '20 分鐘；加上填充和視窗，再 10 分鐘。',
  },
  notice: {
    overflow:
      '這裡出現 ∞ 或 NaN：有個數超過 float32 的上限（大約 3.4×10³⁸）。後面的步驟碰到它，也可能變成 NaN。',
    input: {
      edit: '點一下任何一格就能改數字。query 可以比 key 少，這時 Q 只放其中幾個 token。',
      row: '從 Q 到 O，同一列始終是同一個 token。',
    },
    product: {
      largest: '分數最高的是「{row}」對「{column}」：{value}。',
      tie: '最高的分數是 {value}，有 {count} 格並列。',
      asymmetric: '「{first}」對「{second}」是 {there}，倒過來是 {back}。遮罩只會留下後者。',
      symmetric: '「{first}」對「{second}」和倒過來都是 {there}。遮罩只會留下後者。',
    },
    mask: {
      covered: '{total} 格裡蓋住了 {count} 格。',
      first: '「{first}」只看得到自己。',
      toggle: '點格子可以蓋住或打開；點 token 的按鈕，就把它當作填充。',
      empty:
        '「{row}」什麼都看不到了。這裡的權重和輸出都是 0；許多函式庫會算 0 除以 0，得到 NaN，再一路傳下去。',
    },
    softmax: {
      largest: '「{row}」把最多的注意力給了「{column}」：{percent}。',
      tie: '「{row}」的最大權重有 {count} 個並列，各是 {percent}。',
      sum: 'Σ 是用沒有捨入的權重加出來的。',
      covered: '蓋住的格子權重是 0，1 由剩下的格子重新分。',
      unscaled: '現在沒有縮放；打開開關，看權重會平均多少。',
      removed:
        '沒有遮罩的話，「{row}」有 {percent} 的注意力會落在蓋住的格子上；現在都歸沒蓋住的了。',
      poison: '沒有遮罩的話，填充裡的 NaN 會傳到這一列的每個權重。',
      empty: '「{row}」什麼都看不到：權重全是 0，輸出也是 0。許多函式庫在這裡會給 NaN。',
    },
    mix: {
      largest: '「{row}」的新向量裡，「{column}」的 value 占最多：{percent}。',
      tie: '「{row}」的新向量裡，有 {count} 個 value 並列最多，各占 {percent}。',
      between: '加權平均不會跑出範圍：O 的每一格，都在 V 同一行的最小和最大之間。',
    },
    leak: {
      some: '拿掉遮罩，這些輸出會變：{rows}。',
      none: '沒有輸出會變：這個遮罩什麼都沒蓋。',
      why: '本來就看得到全部的那一列，一個位元都沒有變。',
    },
    decode: {
      same: '兩種算法的每一列都完全相同，一個位元都不差。',
      differs: '用這個遮罩，有些列看了逐字時還沒出現的 token，所以結果不同：{rows}。',
      parallel: '所以訓練可以平行：一次乘法就得到所有位置的輸出，每個位置都像剛剛寫到那裡。',
    },
  },
};
