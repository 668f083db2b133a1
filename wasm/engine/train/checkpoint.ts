// Weights, and whatever else training goes on from, as a file of named tensors.
import { QkvError } from '../error.ts';
import type { TensorFile } from '../safetensors.ts';
import type { IntegerTensor, Tensor } from '../types.ts';
import type { Checkpoint } from './protocol.ts';

const M = 'optimizer.m';
const V = 'optimizer.v';
const WORDS = 'batches.words';
const extras: ReadonlySet<string> = new Set([M, V, WORDS]);

export function fileOf({ parameters, optimizer }: Checkpoint): TensorFile {
  if (!optimizer) return { tensors: parameters, metadata: { format: 'pt' } };
  const { m, v, words, steps, used } = optimizer;
  return {
    tensors: [
      ...parameters,
      { name: M, value: m },
      { name: V, value: v },
      { name: WORDS, value: words },
    ],
    metadata: { format: 'pt', steps: String(steps), used: String(used) },
  };
}

const refused = (message: string): QkvError =>
  new QkvError('shape_mismatch', message, { argument: 'file' });

/** What the file says of these parameters: all of them and no others, in their shapes. */
export function checkpointOf(
  { tensors, metadata }: TensorFile,
  parameters: Checkpoint['parameters'],
): Checkpoint {
  const found = new Map(tensors.map(({ name, value }) => [name, value]));
  const take = (name: string, shape: readonly number[]): Tensor => {
    const value = found.get(name);
    if (value === undefined) throw refused(`the file has no ${name}`);
    if (!(value.data instanceof Float32Array)) throw refused(`${name} is not of float32`);
    if (value.shape.join() !== shape.join()) {
      throw refused(`${name} is (${value.shape.join(', ')}), expected (${shape.join(', ')})`);
    }
    return value as Tensor;
  };
  const known = new Set(parameters.map(({ name }) => name));
  const other = tensors.find(({ name }) => !known.has(name) && !extras.has(name));
  if (other) throw refused(`the network has no ${other.name}`);
  const taken = parameters.map(({ name, value }) => ({ name, value: take(name, value.shape) }));
  if (!found.has(M)) return { parameters: taken, optimizer: null };
  const count = [parameters.reduce((sum, { value }) => sum + value.data.length, 0)];
  const words = found.get(WORDS);
  if (!words || !(words.data instanceof Int32Array) || words.shape.join() !== '624') {
    throw refused('the file has a state of the optimizer and none of the batches');
  }
  const moments = found.get(V)?.data.length === 0 ? [0] : count; // sgd has no second ones
  return {
    parameters: taken,
    optimizer: {
      m: take(M, count),
      v: take(V, moments),
      words: words as IntegerTensor,
      steps: countOf(metadata.steps, 2 ** 31 - 1),
      used: countOf(metadata.used, 624),
    },
  };
}

function countOf(text: string | undefined, most: number): number {
  const count = /^\d{1,10}$/.test(text ?? '') ? Number(text) : NaN;
  if (!(count <= most)) throw refused('the file does not say how far it had come');
  return count;
}
