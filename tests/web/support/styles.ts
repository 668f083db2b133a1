// Style sheets are texts to the bundler. To Node they are none of its business, and empty.
import { register } from 'node:module';

const hooks = `export const load = (url, context, next) =>
  url.endsWith('.css')
    ? { format: 'module', shortCircuit: true, source: 'export default ""' }
    : next(url, context);`;

/** Before a module is imported, by a call of import(), that stands on a style sheet. */
export function ignoreStyles(): void {
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
