// `npm start`: set up, build, serve.
import { join } from 'node:path';
import { buildOrExit } from './build.mjs';
import { root } from './find.mjs';
import { serveAsAsked } from './serve.mjs';

await buildOrExit();
try {
  const { url } = await serveAsAsked(join(root, 'dist', 'site'));
  console.log(`QKV Lab is at ${url} (Ctrl-C ends it)`);
} catch (error) {
  console.error(`start: ${error.message}`);
  process.exit(1);
}
