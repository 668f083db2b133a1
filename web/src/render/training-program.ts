// Both networks of the race as one PyTorch program: the same draws from the same seed, the same training.
import { comment, lines } from './python.ts';

export interface TrainingProgramWords {
  readonly title: string;
  readonly comments: {
    readonly settings: string;
    readonly batches: string;
    readonly positions: string;
    readonly layer: string;
    readonly transformer: string;
    readonly lstm: string;
    /** One generator draws the batches of both, one after the other. */
    readonly train: string;
    readonly score: string;
    readonly attention: string;
  };
  /** Placed into what is printed: the figure's own words for each. */
  readonly printed: {
    readonly transformer: string;
    readonly lstm: string;
    readonly step: string;
    readonly loss: string;
    readonly parameters: string;
    readonly digits: string;
    readonly sequences: string;
    readonly diagonal: string;
  };
}

export interface TrainingProgramInput {
  readonly seed: number;
  readonly rate: number;
  readonly width: number;
  readonly heads: number;
  readonly layers: number;
  readonly length: number;
  readonly batch: number;
  readonly steps: number;
  readonly vocabulary: number;
  /** Between the linear layers of a block, and of the LSTM's state in each direction. */
  readonly hidden: { readonly transformer: number; readonly lstm: number };
  readonly test: { readonly sequences: number; readonly seed: number };
  readonly words: TrainingProgramWords;
}

/** Attention is asked for in training too: PyTorch's fused way without weights rounds in other places. */
export function trainingProgram(input: TrainingProgramInput): string {
  const { seed, rate, width, heads, layers, length, batch, steps, vocabulary } = input;
  const { hidden, test, words } = input;
  const { comments, printed } = words;
  const text = (value: string): string => value.replace(/[\\"{}]/g, '');
  return lines(
    comment(words.title),
    'import math',
    '',
    'import torch',
    'import torch.nn as nn',
    'import torch.nn.functional as F',
    '',
    comment(comments.settings),
    `SEED, STEPS, BATCH, RATE = ${seed}, ${steps}, ${batch}, ${rate}`,
    `DIGITS, LENGTH, WIDTH, HEADS, LAYERS = ${vocabulary}, ${length}, ${width}, ${heads}, ${layers}`,
    '',
    '',
    comment(comments.batches),
    'def draw(count, generator):',
    '    digits = torch.randint(0, DIGITS, (count, LENGTH), generator=generator)',
    '    return digits, digits.flip(1)',
    '',
    '',
    comment(comments.positions),
    'def positions():',
    '    rates = torch.exp(torch.arange(0, WIDTH, 2) * (-math.log(10000.0) / WIDTH))',
    '    angles = torch.arange(LENGTH).unsqueeze(1) * rates',
    '    return torch.stack([angles.sin(), angles.cos()], dim=2).reshape(LENGTH, WIDTH)',
    '',
    '',
    comment(comments.layer),
    'class Layer(nn.Module):',
    '    def __init__(self):',
    '        super().__init__()',
    '        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)',
    `        self.feed = nn.Sequential(nn.Linear(WIDTH, ${hidden.transformer}), nn.ReLU(), nn.Linear(${hidden.transformer}, WIDTH))`,
    '        self.first, self.second = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)',
    '',
    '    def forward(self, x):',
    '        mixed, self.weights = self.attention(x, x, x, average_attn_weights=False)',
    '        x = self.first(x + mixed)',
    '        return self.second(x + self.feed(x))',
    '',
    '',
    comment(comments.transformer),
    'class Transformer(nn.Module):',
    '    def __init__(self):',
    '        super().__init__()',
    '        self.embedding = nn.Embedding(DIGITS, WIDTH)',
    '        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))',
    '        self.out = nn.Linear(WIDTH, DIGITS)',
    '        self.register_buffer("places", positions())',
    '',
    '    def forward(self, digits):',
    '        x = self.embedding(digits) + self.places',
    '        for layer in self.layers:',
    '            x = layer(x)',
    '        return self.out(x)',
    '',
    '',
    comment(comments.lstm),
    'class Recurrent(nn.Module):',
    '    def __init__(self):',
    '        super().__init__()',
    '        self.embedding = nn.Embedding(DIGITS, WIDTH)',
    `        self.lstm = nn.LSTM(WIDTH, ${hidden.lstm}, batch_first=True, bidirectional=True)`,
    `        self.out = nn.Linear(${2 * hidden.lstm}, DIGITS)`,
    '',
    '    def forward(self, digits):',
    '        return self.out(self.lstm(self.embedding(digits))[0])',
    '',
    '',
    comment(comments.train),
    'generator = torch.Generator().manual_seed(SEED)',
    `unseen, expected = draw(${test.sequences}, torch.Generator().manual_seed(${test.seed}))`,
    `for name, make in (("${text(printed.transformer)}", Transformer), ("${text(printed.lstm)}", Recurrent)):`,
    '    torch.manual_seed(SEED)',
    '    network = make()',
    '    adam = torch.optim.Adam(network.parameters(), lr=RATE)',
    '    for step in range(1, STEPS + 1):',
    '        digits, reverse = draw(BATCH, generator)',
    '        loss = F.cross_entropy(network(digits).flatten(0, 1), reverse.flatten())',
    '        adam.zero_grad()',
    '        loss.backward()',
    '        adam.step()',
    '        if step == 1 or step % 250 == 0:',
    `            print(f"  ${text(printed.step)} {step}: ${text(printed.loss)} {loss.item():.4f}")`,
    `    ${comment(comments.score)}`,
    '    with torch.no_grad():',
    '        right = network(unseen).argmax(-1) == expected',
    '    count = sum(each.numel() for each in network.parameters())',
    '    each, whole = right.float().mean().item(), right.all(1).float().mean().item()',
    `    print(f"{name}: ${text(printed.parameters)} {count}, ${text(printed.digits)} {each:.1%}, ${text(printed.sequences)} {whole:.1%}")`,
    '    if make is Transformer:',
    `        ${comment(comments.attention)}`,
    '        with torch.no_grad():',
    '            network(unseen[:1])',
    '        for layer in network.layers:',
    '            for weights in layer.weights[0]:',
    '                for row in weights:',
    '                    print("  " + " ".join(f"{weight:.2f}" for weight in row.tolist()))',
    `                print(f"  ${text(printed.diagonal)} {weights.flip(1).diagonal().mean().item():.3f}")`,
  );
}
