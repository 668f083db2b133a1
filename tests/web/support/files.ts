// The project's own files.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = new URL('../../../', import.meta.url);
export const absolute = (path: string): string => fileURLToPath(new URL(path, root));

/** Paths from the root of all files under a folder. */
export const filesUnder = (folder: string): readonly string[] =>
  readdirSync(new URL(`${folder}/`, root), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(path) : [path];
    })
    .sort();

export const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
