// A static file server for the built page and for browser tests.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
].join('; ');

export const mimeTypes = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The file that a request path means: `{ status }`, `{ status, location }` or `{ status, file, stat }`. */
export function resolvePath(folder, path) {
  let name;
  try {
    name = decodeURIComponent(path);
  } catch {
    return { status: 400 };
  }
  if (name.includes('\0')) return { status: 400 };
  try {
    const top = realpathSync(folder);
    // Links are followed first: what counts is where the file really lies.
    let file = realpathSync(join(top, name));
    if (file !== top && !file.startsWith(top + sep)) return { status: 404 };
    let stat = statSync(file);
    if (stat.isDirectory()) {
      if (!path.endsWith('/')) return { status: 301, location: `./${path.split('/').at(-1)}/` };
      file = join(file, 'index.html');
      stat = statSync(file);
    } else if (path.endsWith('/')) return { status: 404 };
    return stat.isFile() ? { status: 200, file, stat } : { status: 404 };
  } catch {
    return { status: 404 };
  }
}

function answer(folder, headers, request, response) {
  const end = (status, more = {}) => {
    const body = `${status}\n`;
    response.writeHead(status, {
      ...headers,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': body.length,
      ...more,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return end(405, { Allow: 'GET, HEAD' });
  const { status, file, stat, location } = resolvePath(folder, request.url.split('?')[0]);
  if (location) return end(status, { Location: location });
  if (!file) return end(status);
  const tag = `W/"${stat.size.toString(36)}-${Math.round(stat.mtimeMs * 1000).toString(36)}"`;
  const known = { ...headers, 'Cache-Control': 'no-cache', ETag: tag };
  const tags = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  if (tags.includes(tag) || tags.includes('*')) {
    response.writeHead(304, known);
    return response.end();
  }
  response.writeHead(200, {
    ...known,
    'Content-Type': mimeTypes[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': stat.size,
    'Last-Modified': stat.mtime.toUTCString(),
  });
  if (request.method === 'HEAD') return response.end();
  return createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** Serves `folder`; resolves to `{ url, port, close }` once it listens, rejects when it cannot. */
export function serve({ folder, host = '127.0.0.1', port = 0, headers = {} }) {
  const all = {
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  };
  const server = createServer((request, response) => answer(folder, all, request, response));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: actual } = server.address();
      const anywhere = host === '0.0.0.0' || host === '::';
      const shown = anywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
      const close = () =>
        new Promise((closed) => {
          server.close(closed);
          server.closeAllConnections();
        });
      resolve({ url: `http://${shown}:${actual}/`, port: actual, close });
    });
  });
}

const defaultPort = 8080;
const portsToTry = 20;

/** Serves where PORT and HOST say; without PORT, at the first free port from 8080 on. */
export async function serveAsAsked(folder) {
  const { PORT, HOST } = process.env;
  const host = HOST || '127.0.0.1';
  if (PORT && !(/^\d+$/.test(PORT) && Number(PORT) < 65536)) {
    throw new ServeError(`PORT is a number from 0 to 65535, and it is "${PORT}"`);
  }
  const first = PORT ? Number(PORT) : defaultPort;
  const last = PORT ? first : first + portsToTry - 1;
  for (let port = first; ; port++) {
    try {
      return await serve({ folder, host, port });
    } catch (error) {
      if (error.code === 'EADDRINUSE' && port < last) continue;
      throw new ServeError(whyNot(error, host, port, PORT));
    }
  }
}

export class ServeError extends Error {}

function whyNot(error, host, port, asked) {
  if (error.code === 'EADDRINUSE') {
    const advice = asked ? 'choose another PORT, or none' : 'set PORT';
    return `port ${port} on ${host} is taken: ${advice}`;
  }
  if (error.code === 'EACCES')
    return `port ${port} is not allowed to this user: choose a PORT from 1024 on`;
  return `cannot listen on ${host}, port ${port} (${error.code ?? error.message}): check HOST`;
}
