import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: '訓練：倒轉十個數字',
  goal: '走完這一課，你能說出損失怎麼降下來，注意力為什麼排成反對角線，以及每個數字的對率和整串全對差在哪裡。',
  tokens: [],
  steps: {
    guess: {
      name: '亂猜',
      title: '還沒訓練，只能亂猜',
      explanation:
        '兩個網路做同一件事：把一串數字倒過來寫。權重都還是隨機的，注意力差不多平均，每個數字都只能瞎猜。按左下角的鍵開始訓練。',
    },
    diagonal: {
      name: '反對角線浮現',
      title: '沒人教它倒著看',
      explanation:
        '小圈標出每個輸出該看的輸入，連起來就是反對角線。訓練順利的話，墨色從平均慢慢聚到圈上；還暈開的時候，兩旁若是同一個數字，就可能合起來壓過正解。',
    },
    solved: {
      name: '全對',
      title: '看對地方，抄過來就好',
      explanation:
        '注意力集中以後，每個輸出只要把倒過來那個位置的數字抄過來。不管兩端隔多遠，對注意力都只是一步。',
    },
    follow: {
      name: 'LSTM 跟上',
      title: '雙向 LSTM 要一步一步傳',
      explanation:
        '雙向 LSTM 從兩頭各讀一遍，一個數字要經過中間的每一步，才到得了需要它的地方。它的參數比較多，通常要訓練更久。',
    },
    end: {
      name: '結束',
      title: '同樣的步數，兩種成績',
      explanation:
        '一串裡只要錯一個數字，整串就不算對，所以每個數字的對率再高，整串全對也可能低得多。比的是這麼多步之內學到哪裡，不是誰永遠學不會。',
    },
  },
  questions: {
    'guess-number': {
      question: '還沒訓練時，每個數字會對百分之幾？',
      hint: '數字有 {digits} 種，網路什麼都還不知道。',
    },
    'solved-choice': {
      question: '輸出 0 最看哪一個輸入？',
      hint: '倒過來的第一個，是原來的哪一個？',
    },
    'end-number': {
      question: '訓練完，雙向 LSTM 有百分之幾整串全對？',
      hint: '先看它每個數字的對率：一串有 {length} 個，要全部都對。',
    },
  },
  misconceptions: {
    digit_rate: '這是每個數字的對率。一串裡的 {length} 個都對才算，比例會低得多。',
    same_place: '這是同一個位置。要倒過來：輸出的第一個，是輸入的最後一個。',
    share_for_percent: '要填百分之幾：一半是 50，不是 0.5。',
  },
  teacher: {
    shows:
      '同一個任務、同樣的步數，兩種網路同場訓練。沒有人告訴 Transformer 該看哪裡，注意力還是排成反對角線；損失從 ln 10 附近開始，因為一開始等於亂猜。',
    mistakes: [
      '把每個數字的對率當成整串全對的比例。',
      '以為輸出看的是同一個位置的輸入。',
      '以為注意力一開始就知道要倒著看，忘了那是學來的。',
      '看完這場就說 LSTM 學不會：它只是在這麼多步之內還沒學完。',
    ],
    time: '25 分鐘；換種子、學習率或長度再訓練，多留 15 分鐘。',
  },
  training: {
    transformer: 'Transformer',
    lstm: '雙向 LSTM',
    formula: { label: '要學的事：把輸入倒過來', loss: '損失：正解機率的對數，取負號' },
    task: {
      title: '一筆沒看過的題目',
      own: '你的數字',
      width: '線的粗細＝注意力',
      input: '輸入',
      target: '正解',
      said: '輸入 {digits}，正解 {target}。',
      wrong: '{name} 回答 {digits}，錯 {count} 個。',
    },
    score: {
      tested: '{tested} 筆測驗',
      digits: '每個數字',
      sequences: '整串全對',
      parameters: '參數',
      pace: '毫秒／步',
    },
    curves: {
      loss: '損失',
      better: '越低越好',
      sequences: '整串全對',
      guessing: '亂猜 ln {digits}',
      described: '第 {at} 步。',
      each: '{name} 的損失 {loss}，整串全對 {share}。',
    },
    map: {
      title: 'Transformer 的注意力',
      axes: '列：輸出 {i}，行：輸入 {j}',
      grid: 'Transformer 的注意力，列是輸出，行是輸入',
      cell: '輸出 {i} 看輸入 {j}（{digit}）：{weight}',
      output: '輸出 {i}，正解 {digit}',
      input: '輸入 {j}：{digit}',
      layer: '層',
      head: '頭',
    },
    reads: {
      right: '輸出 {i}：{looks}。猜 {digit}，對。',
      wrong: '輸出 {i}：{looks}。猜 {digit}，正解是 {target}（輸入 {j}）。',
      digit: '{digit} 共 {weight}（輸入 {inputs}）',
      spread: '還很分散',
      hidden: '輸出 {i}：最看輸入 {what}。',
      phrases: '{first}，{second}',
      list: '{first}、{second}',
    },
    bar: {
      train: '訓練',
      one: '訓練一步',
      again: '從頭再訓練',
      range: '訓練步數',
      of: '/ {all} 步',
      at: '第 {at} 步，共 {all} 步，{name}',
      speed: '速度',
      most: '全速',
    },
    settings: {
      seed: '種子',
      rate: '學習率',
      width: '寬度',
      heads: '頭數',
      layers: '層數',
      length: '長度',
      batch: '每步幾筆',
      why: '改了其中一項，兩個網路就從頭訓練。權重和題目都從種子抽出：種子和設定相同，結果就相同。',
      digits: '自己的數字',
      digitsWhy: '{length} 個數字，不必重新訓練。留空就用測驗的第一筆。',
      digitsWrong: '要剛好 {length} 個數字，每個是 0 到 9。',
      document: '用講義的設定訓練到底',
      documentWhy:
        '種子 {seed}、學習率 {rate}、寬度 {width}、頭數 {heads}、層數 {layers}、長度 {length}、每步 {batch} 筆。',
    },
    columns: {
      step: '步',
      loss: '損失',
      gradient: '梯度長度',
      digits: '每個數字答對',
      sequences: '整串答對',
    },
    program: {
      title: '{lesson}：用 PyTorch 從同一個種子訓練同樣的兩個模型',
      comments: {
        settings: '設定',
        batches: '題目：一串隨機的數字；答案是倒過來的那一串',
        positions: '位置編碼：偶數維是 sin，奇數維是 cos',
        layer: '一層：注意力、前饋，各自加上輸入再做 layer norm',
        transformer: 'Transformer：數字的向量加上位置，經過每一層，再選出數字',
        lstm: '雙向 LSTM：從兩頭各讀一遍，再選出數字',
        train: '兩個模型用同一個產生器出題：第二個接著第一個往下抽',
        score: '沒看過的題目答對多少',
        attention: '第一筆測驗題的注意力，一列是一個輸出',
      },
      printed: {
        step: '步',
        loss: '損失',
        parameters: '參數',
        digits: '每個數字答對',
        sequences: '整串答對',
        diagonal: '反對角線平均',
      },
    },
    files: { curves: '曲線存成 {name}', map: '注意力圖存成 {name}' },
    notice: {
      guessing: '{digits} 種數字裡亂猜，損失是 ln {digits} ≈ {guessing}。',
      start: '{digits} 種數字裡亂猜，損失是 ln {digits} ≈ {guessing}；實際量到 {first}、{second}。',
      even: '最大的權重是 {largest}；完全平均的話，每個都是 {even}。',
      diagonal: '小圈上的權重平均是 {mean}；注意力完全平均的話是 {even}。',
      solved: '{tested} 筆測驗，{name} 全部整串全對，{other} 是 {share}。',
      both: '{tested} 筆測驗，兩個網路全部整串全對。',
      none: '{tested} 筆測驗裡，兩個網路都還沒有一串全對。',
      product:
        '{name} 的數字對了 {digits}，整串全對是 {sequences}。如果各個數字的對錯互不相關，就會是 {digits} 的 {length} 次方：{power}。',
      document:
        '講義用同樣的設定，在這麼多步內得到：{transformer}，整串 {transformerAll}；{lstm}，整串 {lstmAll}（捨入會差零點幾）。',
      diverged: '{name} 的損失從第 {step} 步起不是數字了。到設定裡把學習率調小，再訓練一次。',
    },
  },
};
