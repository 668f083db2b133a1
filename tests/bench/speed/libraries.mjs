// The libraries that run in Node and in browsers alike, by the names that the tables give them.

/** `file` gives the address of a library's module in the page; in Node, where it is none, they find their own. */
export const libraries = ({ file, tensorflow }) => ({
  'ours, simd128': async () => (await import('./ours.mjs')).load('simd128', file),
  'ours, relaxed': async () => (await import('./ours.mjs')).load('relaxed', file),
  'onnxruntime-web': async () => (await import('../peers/onnxruntime.mjs')).loadWeb(file),
  'tfjs-wasm': async () => (await import('../peers/tensorflow.mjs')).load(tensorflow),
  'jax-js': async () => (await import('../peers/jax.mjs')).load(),
  'ml-matrix': async () => (await import('../peers/ml_matrix.mjs')).load(),
  'plain JavaScript': async () => (await import('./plain_javascript.mjs')).load(),
});
