// What the measured page runs: the same jobs, asked for from outside.
import { jobs } from './jobs.mjs';
import { libraries } from './libraries.mjs';

const file = (name) => new URL(name, globalThis.location.href).href;
Object.assign(globalThis, { jobs: jobs(libraries({ file, tensorflow: file('./') })) });
