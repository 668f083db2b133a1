// The engine as a script that carries all within it; such a bundle is made for a test alone.
import { loadEngine } from '../../../wasm/engine/index.ts';

Object.assign(globalThis, { loadEngine });
