// Courses in the systems that teachers write them with: two pages each, the lines of README in them, and
// the host's own build.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hostLines } from '../../web/support/readme.ts';
import { pageOf } from './course.ts';
import type { CourseOptions } from './course.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

/** What README says to paste, as many lines as its row has. */
function linesFor(host: string, count: number): readonly string[] {
  const lines = hostLines(readme, host);
  assert.equal(lines.length, count, `README has ${lines.length} lines for ${host}`);
  return lines;
}

export const tag =
  '<qkv-lab lesson="attention-by-hand" step="scores" lang="en" state="v=1&amp;predict=0"></qkv-lab>';

const state = 'v=1&predict=0&lesson=attention-by-hand&step=scores&lang=en';

/** The frame page, and the single file as a platform would frame it. */
const frames = (up: string, folder = `${up}qkv/`): string => `
<iframe id="frame" title="Frame" src="${folder}frame.html?lang=en#${state}" width="100%" height="800"></iframe>

<iframe id="file" title="File" src="${folder}lesson.html?chapters=hidden#${state}" width="100%" height="800"></iframe>
`;

const copies = (folder: string): Record<string, string> => ({
  [folder]: 'embed',
  [`${folder}/lesson.html`]: 'qkv-lab.html',
});

/** Browsers ask for an icon where a page names none; an empty one is no fault of the page. */
function build(folder: string, site: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  writeFileSync(join(folder, site, 'favicon.ico'), '');
}

const python = '/usr/bin/python3';

export function mkdocs(): CourseOptions {
  const [script = ''] = linesFor('MkDocs', 1);
  return {
    copies: copies('docs/qkv'),
    pages: {
      // Its features ask for an address of the site, whatever it is.
      'mkdocs.yml': `site_name: Course
site_url: http://127.0.0.1/
theme: { name: material, font: false, features: [navigation.instant] }
nav: [index.md, figure.md, frames.md]
`,
      'docs/index.md': '# Course\n',
      'docs/figure.md': `# Figure\n\n${script}\n${tag}\n`,
      'docs/frames.md': `# Frames\n${frames('../')}`,
    },
    make: (folder) => {
      build(folder, 'site', python, '-m', 'mkdocs', 'build', '--quiet');
    },
    served: 'site',
  };
}

export function sphinx(): CourseOptions {
  const settings = linesFor('Sphinx', 2);
  return {
    copies: copies('_static/qkv'),
    pages: {
      'conf.py': `project = 'Course'
extensions = ['myst_parser']
html_theme = 'sphinx_book_theme'
${settings.join('\n')}
`,
      'index.md': `# Figure\n\n${tag}\n\n\`\`\`{toctree}\nframes\n\`\`\`\n`,
      'frames.md': `# Frames\n${frames('', '_static/qkv/')}`,
    },
    make: (folder) => {
      build(folder, 'site', python, '-m', 'sphinx', '-q', '-b', 'html', '.', 'site');
    },
    served: 'site',
  };
}

export function vitepress(): CourseOptions {
  const settings = linesFor('VitePress', 2);
  const site = '.vitepress/dist';
  return {
    copies: copies('public/qkv'),
    pages: {
      '.vitepress/config.mjs': `export default {
  title: 'Course',
  themeConfig: { search: { provider: 'local' }, nav: [{ text: 'Frames', link: '/frames' }] },
  ${settings.join(',\n  ')},
};
`,
      'index.md': `# Figure\n\n${tag}\n`,
      'frames.md': `# Frames\n${frames('/')}`,
    },
    make: (folder) => {
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
      const program = resolve('node_modules/vitepress/bin/vitepress.js');
      build(folder, site, process.execPath, program, 'build');
    },
    served: site,
  };
}

/** It is not among what the project installs: 1,200 packages. A newer webpack than this breaks its build. */
const docusaurusPackages = {
  dependencies: {
    '@docusaurus/core': '3.10.0',
    '@docusaurus/preset-classic': '3.10.0',
    react: '19.1.0',
    'react-dom': '19.1.0',
  },
  overrides: { webpack: '5.101.3' },
};

export function docusaurus(): CourseOptions {
  const [scripts = ''] = linesFor('Docusaurus', 1);
  return {
    copies: copies('static/qkv'),
    pages: {
      'package.json': JSON.stringify({ private: true, ...docusaurusPackages }),
      'docusaurus.config.js': `export default {
  title: 'Course',
  url: 'http://127.0.0.1',
  baseUrl: '/',
  ${scripts},
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
};
`,
      'docs/figure.md': `---\nslug: /\n---\n# Figure\n\n${tag}\n`,
      'docs/frames.md': `# Frames\n${frames('/')}`,
    },
    make: (folder) => {
      const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
      execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      const program = join(folder, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
      build(folder, 'build', process.execPath, program, 'build');
    },
    served: 'build',
  };
}

/** Slides before and after one with the figure and one with its frame. */
export function reveal(): CourseOptions {
  const [script, frame, host] = linesFor('reveal.js', 3);
  const deck = `<div class="reveal"><div class="slides">
<section id="first"><h2>First</h2></section>
<section id="figure">${tag}</section>
<section id="frame">${frame?.replace('" width', `#${state}" width`)}</section>
<section id="last"><h2>Last</h2></section>
</div></div>
<script src="reveal/reveal.js"></script>
<script>Reveal.initialize({ hash: true, transition: 'none' });</script>`;
  const head = `<link rel="stylesheet" href="reveal/reveal.css">
<link rel="stylesheet" href="reveal/theme/white.css">${script}${host}`;
  return {
    copies: copies('qkv'),
    pages: { 'slides.html': pageOf(deck, head) },
    make: (folder) => {
      cpSync('node_modules/reveal.js/dist', join(folder, 'reveal'), { recursive: true });
    },
  };
}
