// Models for onnxruntime, written as the bytes of their protocol buffers (onnx.proto).

const text = new globalThis.TextEncoder();

function number(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

/** A field that holds a whole number, and one that holds bytes: text, a message or data. */
const whole = (field, value) => [...number(field * 8), ...number(value)];
function bytes(field, value) {
  const content = typeof value === 'string' ? text.encode(value) : value;
  return [...number(field * 8 + 2), ...number(content.length), ...content];
}
const each = (field, values) => values.flatMap((value) => bytes(field, value));

const float = 1;
const kinds = { whole: 2, list: 7 };

const attribute = (name, value) =>
  Array.isArray(value)
    ? [...bytes(1, name), ...value.flatMap((item) => whole(8, item)), ...whole(20, kinds.list)]
    : [...bytes(1, name), ...whole(3, value), ...whole(20, kinds.whole)];

/** `inputs` and `output` are names. */
const node = (operator, inputs, output, attributes = {}) => [
  ...each(1, inputs),
  ...bytes(2, output),
  ...bytes(4, operator),
  ...each(
    5,
    Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  ),
];

function declared(name, shape) {
  const extents = shape.map((extent) => whole(1, extent));
  const tensor = [...whole(1, float), ...bytes(2, each(1, extents))];
  return [...bytes(1, name), ...bytes(2, bytes(1, tensor))];
}

const constant = (name, shape, data) => [
  ...shape.flatMap((extent) => whole(1, extent)),
  ...whole(2, float),
  ...bytes(8, name),
  ...bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
];

function model({ nodes, inputs, outputs, constants = [] }) {
  const graph = [
    ...each(1, nodes),
    ...bytes(2, 'graph'),
    ...each(5, constants),
    ...each(
      11,
      inputs.map(([name, shape]) => declared(name, shape)),
    ),
    ...each(
      12,
      outputs.map(([name, shape]) => declared(name, shape)),
    ),
  ];
  const operators = [...bytes(1, ''), ...whole(2, 17)];
  return Uint8Array.from([...whole(1, 8), ...bytes(7, graph), ...bytes(8, operators)]);
}

/** softmax(Q Kᵀ · scale + bias) V for (H, T, D); the bias is an input where causality is asked for. */
export function attentionModel({ kind, H, T, D, causal }) {
  const scale = constant('scale', [], Float32Array.of(1 / Math.sqrt(D)));
  const rows = [H, T, D];
  const cells = [H, T, T];
  const last = causal ? 'masked' : 'scaled';
  const traced = kind === 'traced';
  return model({
    nodes: [
      node('Transpose', ['k'], 'turned', { perm: [0, 2, 1] }),
      node('MatMul', ['q', 'turned'], 'scores'),
      node('Mul', ['scores', 'scale'], 'scaled'),
      ...(causal ? [node('Add', ['scaled', 'bias'], 'masked')] : []),
      ...(traced ? [node('Identity', ['scaled'], 'masked')] : []),
      node('Softmax', [last], 'weights', { axis: 2 }),
      node('MatMul', ['weights', 'v'], 'output'),
    ],
    constants: [scale],
    inputs: [...['q', 'k', 'v'].map((name) => [name, rows]), ...(causal ? [['bias', [T, T]]] : [])],
    outputs: [
      ...(traced ? ['scores', 'scaled', 'masked', 'weights'].map((name) => [name, cells]) : []),
      ['output', rows],
    ],
  });
}

/** x (m, k) · w (k, n). */
export const productModel = ({ m, k, n }) =>
  model({
    nodes: [node('MatMul', ['x', 'w'], 'output')],
    inputs: [
      ['x', [m, k]],
      ['w', [k, n]],
    ],
    outputs: [['output', [m, n]]],
  });
