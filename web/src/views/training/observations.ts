// Which sentences are true of the numbers as they are now.
import { powerOf } from '../../render/power.ts';
import { percent } from '../numbers.ts';
import { rich } from '../symbols.ts';
import type { Part } from '../symbols.ts';
import type { View } from '../view.ts';
import type { Contestant, Scene } from './scene.ts';
import { secretOf } from './secret.ts';
import { countOf, twoDecimals, vocabulary, wordsOf } from './words.ts';

/** What the document reports of its own run: shares of digits and of sequences. */
const reported = {
  transformer: { digits: 1, sequences: 1 },
  lstm: { digits: 0.95, sequences: 0.611 },
} as const;

/** As many as there is always room for: nothing moves while it trains. */
const most = 2;

export function observations(view: View, scene: Scene): readonly (readonly Part[])[] {
  const names = wordsOf(view);
  const found = [
    ...(['transformer', 'lstm'] as const).flatMap((network) =>
      diverged(view, names[network], scene[network]),
    ),
    ...start(view, scene),
    ...document(view, scene),
    ...product(view, scene),
    ...won(view, scene),
    ...diagonal(view, scene),
  ];
  return found.slice(0, most);
}

type Sentences = readonly (readonly Part[])[];

function diverged(view: View, name: string, { diverged: step }: Contestant): Sentences {
  return step === null ? [] : [rich(wordsOf(view).notice.diverged, { name, step })];
}

/** Before any training: the loss is near that of guessing, and the weights are near to even. */
function start(view: View, scene: Scene): Sentences {
  const { notice: words, transformer, lstm } = wordsOf(view);
  if (scene.at > 0) return [];
  const [first, second] = [scene.transformer.losses[0], scene.lstm.losses[0]];
  const guessing = twoDecimals(scene.guessing);
  return [
    first === undefined || second === undefined
      ? rich(words.guessing, { digits: vocabulary, guessing })
      : rich(words.start, {
          digits: vocabulary,
          guessing,
          first: `${transformer} ${twoDecimals(first)}`,
          second: `${lstm} ${twoDecimals(second)}`,
        }),
    ...even(view, scene),
  ];
}

function even(view: View, { attention, sequence }: Scene): Sentences {
  if (!attention) return [];
  const largest = attention.data.reduce((a, b) => (b > a ? b : a), 0);
  return [
    rich(wordsOf(view).notice.even, {
      largest: twoDecimals(largest),
      even: twoDecimals(1 / sequence.length),
    }),
  ];
}

function diagonal(view: View, scene: Scene): Sentences {
  if (scene.diagonal === null || scene.at === 0 || secretOf(view) === 'map') return [];
  return [
    rich(wordsOf(view).notice.diagonal, {
      mean: twoDecimals(scene.diagonal),
      even: twoDecimals(1 / scene.sequence.length),
    }),
  ];
}

/** Who has all sequences right. */
function won(view: View, scene: Scene): Sentences {
  const { notice: words, transformer, lstm } = wordsOf(view);
  if (scene.at === 0 || secretOf(view) === 'sequences') return [];
  const [first, second] = [scene.transformer, scene.lstm].map(({ marks }) => marks.at(-1));
  if (!first || !second) return [];
  const tested = countOf(scene.scored);
  const all = [first, second].map(({ sequences }) => sequences === 1);
  if (all[0] && all[1]) return [rich(words.both, { tested })];
  if (all[0] === all[1]) {
    return first.sequences === 0 && second.sequences === 0 ? [rich(words.none, { tested })] : [];
  }
  const other = all[0] ? second : first;
  return [
    rich(words.solved, {
      tested,
      name: all[0] ? transformer : lstm,
      other: all[0] ? lstm : transformer,
      share: percent(other.sequences),
    }),
  ];
}

/** A sequence is right when all of its digits are. */
function product(view: View, scene: Scene): Sentences {
  const { notice: words, transformer, lstm } = wordsOf(view);
  if (secretOf(view) !== null) return [];
  const found = (['lstm', 'transformer'] as const)
    .map((network) => ({ network, mark: scene[network].marks.at(-1) }))
    .find(({ mark }) => mark && mark.digits >= 0.5 && mark.digits < 1);
  if (!found?.mark) return [];
  const { digits, sequences } = found.mark;
  return [
    rich(words.product, {
      name: found.network === 'lstm' ? lstm : transformer,
      digits: percent(digits),
      sequences: percent(sequences),
      length: scene.sequence.length,
      power: percent(powerOf(digits, scene.sequence.length)),
    }),
  ];
}

/** At the end, with the document's settings. */
function document(view: View, scene: Scene): Sentences {
  const { notice: words, transformer, lstm } = wordsOf(view);
  if (scene.changed || scene.at < scene.most || secretOf(view) === 'sequences') return [];
  return [
    rich(words.document, {
      transformer: `${transformer} ${percent(reported.transformer.digits)}`,
      transformerAll: percent(reported.transformer.sequences),
      lstm: `${lstm} ${percent(reported.lstm.digits)}`,
      lstmAll: percent(reported.lstm.sequences),
    }),
  ];
}
