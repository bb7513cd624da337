import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, type Site, startSite, until } from '@countersign/browser-kit';
import { limitMs } from './person.ts';

const sdkFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../dist/sdk/2.5.0');

/** How a host page answers `VERIFF_HANDSHAKE`. `sdk`: it is our own SDK; `silent`: it never answers; `both`: in both dialects. */
export type HostKind = 'sdk' | 'current' | 'older' | 'oldest' | 'silent' | 'both';

/** What a host page may look like beside that. */
export interface HostOptions {
  kind: HostKind;
  /** Session URL. */
  url: string;
  reloadHandled?: boolean;
  /** The SDK shows the flow in the page, between two buttons; the later one is in a shadow tree. */
  embedded?: boolean;
  /** Attribute `allow` of the frame of scripted hosts. */
  allow?: string;
}

/** Globals of a host page. */
export interface HostPage {
  /** Everything that the frame posted as a string, and callbacks of the SDK, in order. */
  calls: string[];
  /** Structured messages that the frame posted to a scripted host. */
  messages: { type: string; nonce: string; seq: number; body: Record<string, unknown> }[];
  controller: { close(options?: { confirm?: boolean }): Promise<boolean>; closed: Promise<string> };
  /** Answers again, in the legacy dialect. */
  answer(frame: Window): void;
}

const answers: Record<string, string> = {
  current: `{ name: 'VERIFF_RENDER', payload: { version: '2.5.0', isReloadHandled: RELOAD, isVeriffIframeMobile: false, embeddedConfigured: false, embedded: false } }`,
  older: `{ name: 'VERIFF_RENDER', payload: { version: '1.9.0', isReloadHandled: RELOAD, isFullScreenSupported: true } }`,
  oldest: `'VERIFF_RENDER'`,
};

/** A host of the legacy dialect: compares strings, and removes the frame before it reports the end. */
const legacyScript = ({ kind, url, reloadHandled, allow }: HostOptions) => `
window.calls = [];
window.messages = [];
const ends = ['VERIFF_FINISHED', 'VERIFF_CANCELED'];
window.answer = (frame) => frame.postMessage(${(answers[kind] ?? answers['current']!).replace('RELOAD', String(reloadHandled === true))}, '*');
addEventListener('message', ({ data, source }) => {
  if (typeof data === 'object') {
    messages.push(data);
    if (${kind === 'both'} && data.type === 'hello')
      source.postMessage({ countersign: 1, from: 'host', type: 'render', nonce: data.nonce, seq: messages.length,
        body: { protocol: 1, sdk: 'scripted', embeddedRequested: false, narrow: false, embedded: false, reloadHandled: false } }, '*');
    return;
  }
  if (data === 'VERIFF_HANDSHAKE') {
    if (${kind !== 'silent'}) answer(source);
    return;
  }
  if (ends.includes(data) && ${kind !== 'silent'}) document.querySelector('iframe').remove();
  calls.push(data);
});
const frame = document.createElement('iframe');
frame.allow = ${JSON.stringify(allow ?? 'autoplay; camera; microphone')};
frame.width = 480;
frame.height = 760;
frame.title = 'Flow';
frame.src = ${JSON.stringify(url)};
document.querySelector('main').append(frame);
`;

const embeddedScript = `
const root = document.createElement('div');
Object.assign(root, { id: 'root' }).style.cssText = 'width:640px;height:700px';
const button = (id, parent) =>
  Object.assign(parent.appendChild(document.createElement('button')), { id, textContent: id });
const main = document.querySelector('main');
button('before', main);
main.append(root);
button('after', main.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }));
`;

const sdkScript = ({ url, reloadHandled, embedded }: HostOptions) => `
window.calls = [];
window.messages = [];
${embedded === true ? embeddedScript : ''}
window.controller = Countersign.createFrame({
  url: ${JSON.stringify(url)},
  embedded: ${embedded === true},
  embeddedOptions: { rootElementID: 'root' },
  onEvent: (name) => calls.push(name),
  onError: ({ code }) => calls.push('error ' + code),
  onStep: ({ screen }) => calls.push('step ' + screen),
  ${reloadHandled === true ? "onReload: () => calls.push('reload')," : ''}
});
`;

const hostPage = `<!doctype html><html lang="en"><head><title>Host</title><meta name="viewport" content="width=device-width"></head>
<body><main><h1>Host</h1></main><script src="/countersign.js"></script><script src="/host.js"></script></body></html>`;

/** Starts a host page on an origin of its own. */
export function startHost(options: HostOptions): Promise<Site> {
  const sdk = path.join(sdkFolder, 'countersign.js');
  if (!existsSync(sdk)) throw new Error(`${sdk}: must be built`);
  const type = 'text/javascript; charset=utf-8';
  const script = options.kind === 'sdk' ? sdkScript(options) : legacyScript(options);
  return startSite((at) => {
    if (at === '/') return { body: hostPage };
    if (at === '/countersign.js') return { body: readFileSync(sdk), type };
    return at === '/host.js' ? { body: script, type } : null;
  });
}

/** Waits until the host page received what is given, and returns all it received. */
export async function received(page: Page, wanted: string): Promise<string[]> {
  return (await until(page, {
    fn: (call: string) => {
      const { calls } = globalThis as unknown as HostPage;
      return calls.includes(call) ? calls : null;
    },
    args: [wanted],
    limitMs,
  }))!;
}
