// A worker, however the page got its scripts.
import carried from '#carried';
import { QkvError } from '../error.ts';
import type { Message, Request } from './protocol.ts';

export interface WorkerPort {
  post(request: Request): void;
  terminate(): void;
}

export interface Listener {
  readonly hear: (message: Message) => void;
  /** The worker's own end: it heard something that it could not bear, or was ended by its host. */
  readonly fail: (cause: unknown) => void;
}

/** Beside this module; the name in a variable, since bundlers would look for it. */
const script = 'train.js';

export async function launch(
  url: string | URL | undefined,
  listener: Listener,
): Promise<WorkerPort> {
  const threads = threadsOfNode();
  if (carried !== null && url === undefined) return begin(blobOf(carried.worker), listener);
  const address = new URL(url ?? script, import.meta.url);
  // Not by the flags of this process: some are about its own program, and end a worker.
  if (threads) return ofNode(new threads.Worker(address, { execArgv: [] }), listener);
  try {
    return await begin(address.href, listener);
  } catch {
    // A worker's script must come from the page's own origin; its text may come from elsewhere.
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.href}: status ${response.status}`);
    return begin(blobOf(await response.text()), listener);
  }
}

/** No import of it, which bundlers for browsers would follow. */
function threadsOfNode() {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  return process?.getBuiltinModule?.('node:worker_threads');
}

const blobOf = (text: string): string =>
  URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

/** Once it has said that it is there. */
function begin(href: string, { hear, fail }: Listener): Promise<WorkerPort> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(href);
    const done = (): void => {
      if (href.startsWith('blob:')) URL.revokeObjectURL(href);
    };
    worker.onerror = (event) => {
      done();
      worker.terminate();
      reject(new QkvError('load_failed', `the worker ${href} did not start: ${event.message}`));
    };
    worker.onmessage = () => {
      done();
      worker.onmessage = ({ data }: MessageEvent<Message>) => {
        hear(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail(event.message);
      };
      worker.onmessageerror = () => {
        fail('a message could not be read');
      };
      resolve({
        post: (request) => {
          worker.postMessage(request);
        },
        terminate: () => {
          worker.terminate();
        },
      });
    };
  });
}

type Threads = NonNullable<ReturnType<typeof threadsOfNode>>;
type Thread = InstanceType<Threads['Worker']>;

function ofNode(worker: Thread, { hear, fail }: Listener): Promise<WorkerPort> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => {
      worker.off('error', reject);
      worker.on('message', hear);
      worker.on('error', fail);
      worker.on('exit', (code: number) => {
        fail(`ended with ${code}`);
      });
      resolve({
        post: (request) => {
          worker.postMessage(request);
        },
        terminate: () => {
          worker.removeAllListeners();
          void worker.terminate();
        },
      });
    });
  });
}
