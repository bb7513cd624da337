import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, type Page, type Site, startSite, until } from '@countersign/browser-kit';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

export const builtFile = (file: string): string => path.join(root, 'dist/sdk/2.5.0', file);
/** A file of the built package. */
export const built = (file: string): string => readFileSync(builtFile(file), 'utf8');

/** Functions that the scripted pages offer to tests. */
export interface Scripted {
  Countersign: {
    createFrame(options: Record<string, unknown>): Controller;
    CountersignError: new () => Error & { code: string };
  };
  /** Callbacks, console warnings and uncaught errors of the host page, in order. */
  calls: string[];
  controller: Controller;
  /** In the flow page: messages that arrived from the host. */
  received: Message[];
  /** In the flow page: posts a message of the structured dialect; `changes` overrides its members. */
  post(type: string, body?: object, changes?: object): void;
}

interface Controller {
  close(options?: { confirm?: boolean }): Promise<boolean>;
  closed: Promise<string>;
}

interface Message {
  countersign: number;
  from: string;
  type: string;
  nonce: string;
  seq: number;
  body: Record<string, unknown>;
}

const hostScript = `
window.calls = [];
for (const name of ['warn'])
  console[name] = (text) => calls.push(name + ': ' + text);
addEventListener('error', (event) => { calls.push('uncaught: ' + event.message.replace(/^.*Error: /, '')); event.preventDefault(); });
`;

const flowScript = `
window.received = [];
let seq = 0;
window.post = (type, body = {}, changes = {}) => {
  seq += 1;
  parent.postMessage({ countersign: 1, from: 'flow', type, nonce: '00112233445566778899aabbccddeeff', seq, body, ...changes }, '*');
};
addEventListener('message', ({ data }) => received.push(data));
if (!location.search.includes('silent')) post('hello', { protocols: [1], page: 'test' });
`;

const hostPage = (head: string) => `<!doctype html><html lang="en"><head><title>Host</title>${head}
<script src="/host.js"></script><script src="/countersign.js"></script></head>
<body><main><h1>Host</h1><button id="opener">Open</button><div id="root"></div><button id="behind">Behind</button>
<p id="tall"></p></main><script src="/size.js"></script></body></html>`;

const viewport = '<meta name="viewport" content="width=device-width">';

/** A strict policy, as on security-conscious sites: no inline styles, no inline scripts, no script sinks. */
const strictPolicy = (flow: string) =>
  `default-src 'none'; script-src 'self'; frame-src ${flow}; require-trusted-types-for 'script'; trusted-types 'none'`;

const sizeScript = `
const root = document.getElementById('root');
root.style.width = '800px';
root.style.height = '800px';
document.getElementById('tall').style.height = '3000px';
`;

const script = (body: string): Document => ({ body, type: 'text/javascript; charset=utf-8' });

/** A host page and a flow page on two origins. */
export interface Sites {
  host: Site;
  flow: Site;
  close(): Promise<void>;
}

/** Host pages: `/` , `/strict` with a security policy, `/bare` without viewport meta. The flow page is at `/v/…`. */
export async function startSites(): Promise<Sites> {
  const flow = await startSite((at) => {
    if (at === '/flow.js') return script(flowScript);
    if (!at.startsWith('/v/')) return null;
    return {
      body: '<!doctype html><html lang="en"><head><title>Flow</title></head><body><button id="first">First</button><button id="last">Last</button><script src="/flow.js"></script></body></html>',
    };
  });
  const pages: Record<string, Document> = {
    '/': { body: hostPage(viewport) },
    '/bare': { body: hostPage('') },
    '/strict': {
      body: hostPage(viewport),
      headers: { 'content-security-policy': strictPolicy(flow.origin) },
    },
    '/host.js': script(hostScript),
    '/size.js': script(sizeScript),
    '/countersign.js': script(built('countersign.js')),
  };
  const host = await startSite((at) => pages[at] ?? null);
  return {
    host,
    flow,
    async close() {
      await host.close();
      await flow.close();
    },
  };
}

/** Opens a frame with every callback recorded in `calls`. @param options JSON members of the options */
export const open = (page: Page, options: object): Promise<void> =>
  page.run((given: object) => {
    const host = globalThis as unknown as Scripted;
    const record =
      (name: string) =>
      (value?: unknown): void => {
        const frames = document.querySelectorAll('iframe').length;
        host.calls.push(`${name} ${value === undefined ? '' : JSON.stringify(value)} frames=${frames}`);
      };
    host.controller = host.Countersign.createFrame({
      onEvent: record('onEvent'),
      onReload: record('onReload'),
      onError: record('onError'),
      onStep: record('onStep'),
      ...given,
    });
    void host.controller.closed.then((reason) => host.calls.push(`closed ${reason}`));
  }, options);

/** Waits until the flow page has the reply to its handshake, and returns what arrived in it. */
export async function received(page: Page, atLeast = 1): Promise<Message[]> {
  return until(
    {
      run: (fn, ...args) => page.runInFrame(0, fn, ...args),
    },
    {
      fn: (count: number) => {
        const { received: list } = globalThis as unknown as Scripted;
        return list !== undefined && list.length >= count ? list : null;
      },
      args: [atLeast],
    },
  ) as Promise<Message[]>;
}

/** Posts a message from the flow page. */
export const post = (page: Page, type: string, body: object = {}, changes: object = {}): Promise<void> =>
  page.runInFrame(
    0,
    (...message: [string, object, object]) => (globalThis as unknown as Scripted).post(...message),
    type,
    body,
    changes,
  );

/** Waits until the host page has recorded this many calls, and returns them. */
export const calls = (page: Page, atLeast: number): Promise<string[] | null> =>
  until(page, {
    fn: (count: number) => {
      const { calls: list } = globalThis as unknown as Scripted;
      return list.length >= count ? list : null;
    },
    args: [atLeast],
  });
