// Files of named tensors as the safetensors library writes them: eight bytes with the length of a
// header, the header in JSON, then the numbers in one run.
import { QkvError } from './error.ts';
import type { IntegerTensor, Tensor } from './types.ts';

export interface NamedTensor {
  readonly name: string;
  readonly value: Tensor | IntegerTensor;
}

export interface TensorFile {
  readonly tensors: readonly NamedTensor[];
  readonly metadata: Readonly<Record<string, string>>;
}

const METADATA = '__metadata__';
/** As much as the library itself reads. */
const MOST_HEADER = 100_000_000;

export function writeTensors({ tensors, metadata }: TensorFile): Uint8Array<ArrayBuffer> {
  let end = 0;
  const header: Record<string, unknown> = { [METADATA]: metadata };
  for (const { name, value } of tensors) {
    const begin = end;
    end += value.data.byteLength;
    header[name] = {
      dtype: value.data instanceof Int32Array ? 'I32' : 'F32',
      shape: value.shape,
      data_offsets: [begin, end],
    };
  }
  // Padded, so that the numbers start at a multiple of eight.
  let text = JSON.stringify(header);
  const encoder = new TextEncoder();
  text += ' '.repeat((8 - (encoder.encode(text).length % 8)) % 8);
  const head = encoder.encode(text);
  const file = new Uint8Array(8 + head.length + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(head.length), true);
  file.set(head, 8);
  let at = 8 + head.length;
  for (const { value } of tensors) {
    const { buffer, byteOffset, byteLength } = value.data;
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return file;
}

/** Everything is looked at before anything is believed. */
export function readTensors(file: Uint8Array): TensorFile {
  if (!(file instanceof Uint8Array)) throw damaged('it is no Uint8Array');
  if (file.length < 8) throw damaged(`it has ${file.length} bytes`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const length = view.getBigUint64(0, true);
  if (length > BigInt(Math.min(MOST_HEADER, file.length - 8))) {
    throw damaged(`its header would have ${length} bytes`);
  }
  const start = 8 + Number(length);
  const header = parsed(file.subarray(8, start));
  const metadata: Record<string, string> = {};
  const found: { readonly begin: number; readonly end: number; readonly tensor: NamedTensor }[] =
    [];
  for (const [name, entry] of Object.entries(header)) {
    if (name === METADATA) {
      for (const [key, value] of Object.entries(record(entry, name))) {
        if (typeof value !== 'string') throw damaged(`its metadata ${key} is no text`);
        metadata[key] = value;
      }
      continue;
    }
    const { dtype, shape, data_offsets: offsets } = record(entry, name);
    if (dtype !== 'F32' && dtype !== 'I32') throw damaged(`${name} is of ${String(dtype)}`);
    if (!counts(shape)) throw damaged(`${name} has no shape`);
    if (!counts(offsets) || offsets.length !== 2) throw damaged(`${name} has no place`);
    const [begin, end] = offsets as [number, number];
    const size = shape.reduce((product, extent) => product * extent, 1);
    if (end - begin !== 4 * size || start + end > file.length) {
      throw damaged(`${name} does not fill its place`);
    }
    // A copy, since numbers may lie at odd addresses.
    const bytes = file.slice(start + begin, start + end).buffer;
    const value =
      dtype === 'F32'
        ? { shape, data: new Float32Array(bytes) }
        : { shape, data: new Int32Array(bytes) };
    found.push({ begin, end, tensor: { name, value } });
  }
  // One after the other to the end: nothing shared, nothing hidden between.
  found.sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = 0;
  for (const { begin, end, tensor } of found) {
    if (begin !== at) throw damaged(`${tensor.name} does not begin where the one before ends`);
    at = end;
  }
  if (start + at !== file.length) throw damaged('it does not end with its last numbers');
  return { tensors: found.map(({ tensor }) => tensor), metadata };
}

function damaged(what: string): QkvError {
  return new QkvError('bad_option', `this is no safetensors file: ${what}`, { argument: 'file' });
}

function parsed(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw damaged('its header is no JSON');
  }
  return record(value, 'its header');
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw damaged(`${name} is no object`);
  }
  return value as Record<string, unknown>;
}

const counts = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.every((each) => Number.isSafeInteger(each) && (each as number) >= 0);
