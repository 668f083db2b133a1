// Attention once more, in doubles and in plain loops: what the engine's results are held against.
import type { AttentionOptions, Tensor } from './engine.ts';

export interface ReferenceSteps {
  readonly scores: number[];
  readonly scaled: number[];
  readonly masked: number[];
  readonly weights: number[];
  readonly output: number[];
}

const last = (shape: readonly number[], back: number): number => shape[shape.length - back] ?? 1;

/** Where the (T, S) matrix of a mask or bias begins for head h of batch b: 1 or absent = the same for all. */
function matrixAt({ shape }: Tensor, b: number, h: number): number {
  const heads = last(shape, 3);
  const batch = last(shape, 4) === 1 ? 0 : b;
  return (batch * heads + (heads === 1 ? 0 : h)) * last(shape, 2) * last(shape, 1);
}

export function reference(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  options: AttentionOptions = {},
): ReferenceSteps {
  const [B, H, T, Dk] = [last(q.shape, 4), last(q.shape, 3), last(q.shape, 2), last(q.shape, 1)];
  const [S, Dv] = [last(k.shape, 2), last(v.shape, 1)];
  const scale = options.scale ?? 1 / Math.sqrt(Dk);
  const steps: ReferenceSteps = { scores: [], scaled: [], masked: [], weights: [], output: [] };

  const skipped = (b: number, h: number, i: number, j: number): boolean => {
    const { causal, causalAlignment, mask, bias } = options;
    const edge = causalAlignment === 'lower-right' ? i + S - T : i;
    return (
      (causal === true && j > edge) ||
      (mask !== undefined && mask.data[matrixAt(mask, b, h) + i * S + j] === 0) ||
      (bias !== undefined && bias.data[matrixAt(bias, b, h) + i * S + j] === -Infinity)
    );
  };

  for (let m = 0; m < B * H; m++) {
    const [b, h] = [Math.floor(m / H), m % H];
    for (let i = 0; i < T; i++) {
      const open: number[] = [];
      const row: number[] = [];
      for (let j = 0; j < S; j++) {
        let score = 0;
        for (let d = 0; d < Dk; d++) {
          score += at(q, (m * T + i) * Dk + d) * at(k, (m * S + j) * Dk + d);
        }
        const { bias } = options;
        const added = bias === undefined ? 0 : at(bias, matrixAt(bias, b, h) + i * S + j);
        const skip = skipped(b, h, i, j);
        steps.scores.push(score);
        steps.scaled.push(score * scale);
        steps.masked.push(skip ? -Infinity : score * scale + added);
        row.push(score * scale + added);
        if (!skip) open.push(j);
      }
      const max = open.reduce((most, j) => Math.max(most, row[j] as number), -Infinity);
      const exponentials = open.map((j) => Math.exp((row[j] as number) - max));
      const sum = exponentials.reduce((total, e) => total + e, 0);
      const weights = new Array<number>(S).fill(0);
      open.forEach((j, n) => (weights[j] = (exponentials[n] as number) / sum));
      steps.weights.push(...weights);
      for (let d = 0; d < Dv; d++) {
        steps.output.push(
          open.reduce(
            (total, j) => total + (weights[j] as number) * at(v, (m * S + j) * Dv + d),
            0,
          ),
        );
      }
    }
  }
  return steps;
}

const at = ({ data }: Tensor, i: number): number => data[i] as number;
