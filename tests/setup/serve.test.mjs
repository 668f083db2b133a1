import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { serve } from '../../wasm/toolchain/serve.mjs';
import { lay } from './support/machine.mjs';

const base = mkdtempSync(join(tmpdir(), 'qkv-serve-'));
const site = join(base, 'site');
const wasm = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
let server;

before(async () => {
  lay(base, {
    'site/index.html': '<p>頁</p>',
    'site/site.js': 'export {}',
    'site/a b.css': 'p{}',
    'site/embed/index.html': 'embed',
    'site/embed/data.bin': '1',
    'secret.txt': 'secret',
    'site-too/secret.txt': 'secret',
  });
  writeFileSync(join(site, 'qkv-core.wasm'), wasm);
  symlinkSync('../secret.txt', join(site, 'link.txt'));
  server = await serve({ folder: site });
});

after(async () => {
  await server.close();
  rmSync(base, { recursive: true });
});

// fetch would tidy the path before it is sent.
function ask(path, { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    httpRequest({ port: server.port, host: '127.0.0.1', path, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'";

describe('each answer', () => {
  for (const [path, status, type] of [
    ['/', 200, 'text/html; charset=utf-8'],
    ['/index.html?lesson=x', 200, 'text/html; charset=utf-8'],
    ['/site.js', 200, 'text/javascript; charset=utf-8'],
    ['/a%20b.css', 200, 'text/css; charset=utf-8'],
    ['/qkv-core.wasm', 200, 'application/wasm'],
    ['/embed/', 200, 'text/html; charset=utf-8'],
    ['/embed/data.bin', 200, 'application/octet-stream'],
    ['/nothing.js', 404, 'text/plain; charset=utf-8'],
    ['/site.js/', 404, 'text/plain; charset=utf-8'],
    ['/%E0%A4%A', 400, 'text/plain; charset=utf-8'],
    ['/a%00b', 400, 'text/plain; charset=utf-8'],
  ]) {
    it(`${path}: ${status}, ${type}, with the policy`, async () => {
      const { status: actual, headers } = await ask(path);
      assert.equal(actual, status);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['content-security-policy'], policy);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    });
  }
});

it('sends the file whole, with its length', async () => {
  const { body, headers } = await ask('/qkv-core.wasm');
  assert.deepEqual(body, wasm);
  assert.equal(headers['content-length'], String(wasm.length));
});

it('HEAD gives the headers of GET and no body', async () => {
  const head = await ask('/', { method: 'HEAD' });
  const get = await ask('/');
  assert.equal(head.body.length, 0);
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
    assert.equal(head.headers[name], get.headers[name], name);
  }
});

it('a browser asks again each time, and gets 304 while nothing changed', async () => {
  const { headers } = await ask('/site.js');
  assert.equal(headers['cache-control'], 'no-cache');
  const again = { headers: { 'If-None-Match': headers.etag } };
  const same = await ask('/site.js', again);
  assert.deepEqual([same.status, same.body.length], [304, 0]);
  writeFileSync(join(site, 'site.js'), 'export { }');
  assert.equal((await ask('/site.js', again)).status, 200);
});

it('a folder without its slash is redirected to it', async () => {
  const { status, headers } = await ask('/embed');
  assert.deepEqual([status, headers.location], [301, './embed/']);
});

it('nothing outside the folder can be had', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/embed/../../secret.txt',
    '/../site-too/secret.txt',
    '//etc/passwd',
    '/..\\secret.txt',
    '/link.txt',
  ]) {
    const { status, body } = await ask(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(String(body), /secret/);
  }
});

it('other methods are refused', async () => {
  const { status, headers } = await ask('/', { method: 'POST' });
  assert.deepEqual([status, headers.allow], [405, 'GET, HEAD']);
});

describe('npm start listens where it is told', () => {
  const module = new URL('../../wasm/toolchain/serve.mjs', import.meta.url).href;
  const script = `
    import { serveAsAsked } from '${module}';
    try {
      const { url, close } = await serveAsAsked('.');
      console.log(url);
      await close();
    } catch (error) {
      console.log(error.message);
      process.exitCode = 1;
    }`;
  const start = (env) =>
    new Promise((resolve) => {
      const args = ['--input-type=module', '-e', script];
      execFile(
        process.execPath,
        args,
        { env: { PATH: process.env.PATH, ...env } },
        (error, stdout) => resolve({ status: error?.code ?? 0, line: stdout.trim() }),
      );
    });

  it('at 127.0.0.1:8080, or the next free port', async () => {
    const taken = await serve({ folder: site, port: 8080 }).catch(() => undefined);
    const { status, line } = await start({});
    assert.equal(status, 0, line);
    assert.match(line, /^http:\/\/127\.0\.0\.1:80[89]\d\/$/);
    assert.notEqual(line, 'http://127.0.0.1:8080/');
    await taken?.close();
  });

  it('at PORT and HOST', async () => {
    const { line } = await start({ PORT: '0', HOST: 'localhost' });
    assert.match(line, /^http:\/\/localhost:\d+\/$/);
  });

  it('not elsewhere when that PORT is taken', async () => {
    const { status, line } = await start({ PORT: String(server.port) });
    assert.equal(status, 1);
    assert.equal(line, `port ${server.port} on 127.0.0.1 is taken: choose another PORT, or none`);
  });

  it('and says what is wrong with a PORT or HOST that cannot be', async () => {
    for (const PORT of ['http', '-1', '65536', '80.5']) {
      assert.deepEqual(await start({ PORT }), {
        status: 1,
        line: `PORT is a number from 0 to 65535, and it is "${PORT}"`,
      });
    }
    const { status, line } = await start({ PORT: '0', HOST: '192.0.2.1' });
    assert.equal(status, 1);
    assert.match(line, /^cannot listen on 192\.0\.2\.1, port 0 \(E\w+\): check HOST$/);
  });
});
