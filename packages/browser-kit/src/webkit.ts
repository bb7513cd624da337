import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { type Browser, callText, type Camera, type Key, type Page } from './page.ts';

const libraries = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
const miniBrowser = `/usr/lib/${libraries}/webkit2gtk-4.1/MiniBrowser`;
const startMs = 60_000;

/** WebDriver's code points of keys. */
const keyCodes: Record<Key, string> = { Tab: '\uE004', Escape: '\uE00C', Enter: '\uE007', ' ': ' ' };
const shiftCode = '\uE008';

/** Starts a virtual X server (Xvfb) and returns its display, `:N`. */
async function startDisplay(xvfb: string): Promise<{ server: ChildProcess; display: string }> {
  const server = spawn(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = (await once(server.stdio[3] as Readable, 'data', {
    signal: AbortSignal.timeout(startMs),
  })) as [Buffer];
  return { server, display: `:${number.toString().trim()}` };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function waitForDriver(base: string): Promise<void> {
  const deadline = performance.now() + startMs;
  for (;;) {
    const answer = await fetch(`${base}/status`).catch(() => null);
    if (answer?.ok) return;
    if (performance.now() > deadline)
      throw new Error(`WebKitWebDriver: must answer at ${base} within ${startMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const senderTo =
  (base: string): Send =>
  async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };

/** Ends a child process and waits for its exit. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/**
 * Starts WebKit on its own display, driven over W3C WebDriver.
 * @param programs absolute paths of WebKitWebDriver and Xvfb
 */
export async function launchWebKit(programs: readonly string[], camera: Camera): Promise<Browser> {
  const [driverPath, xvfb] = programs;
  if (camera !== 'fake') throw new Error(`camera: must be "fake" in WebKit, not ${JSON.stringify(camera)}`);
  if (!existsSync(miniBrowser)) throw new Error(`${miniBrowser}: must exist; install webkit2gtk-driver`);
  const { server, display } = await startDisplay(xvfb!);
  const port = await freePort();
  const driver = spawn(driverPath!, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const stop = async () => {
    await end(driver);
    await end(server);
  };
  try {
    const base = `http://127.0.0.1:${port}`;
    await waitForDriver(base);
    const session = await openSession(senderTo(base));
    const send = senderTo(`${base}/session/${session}`);
    return {
      newPage: () => openPage(send),
      async close() {
        try {
          await send('DELETE', '');
        } finally {
          await stop();
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openSession(send: Send): Promise<string> {
  const args = ['--automation', '--enable-mock-capture-devices=true', '--enable-media-stream=true'];
  const { sessionId } = (await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: miniBrowser, args },
        timeouts: { script: 60_000, pageLoad: 60_000 },
      },
    },
  })) as { sessionId: string };
  return sessionId;
}

/** Runs script text in the current window or frame; a promise is awaited. */
async function runText(send: Send, text: string): Promise<unknown> {
  const script = `const done = arguments[0];
    Promise.resolve().then(() => ${text}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
  const result = (await send('POST', '/execute/async', { script, args: [] })) as {
    value?: unknown;
    error?: string;
  };
  if (result.error !== undefined) throw new Error(result.error);
  return result.value;
}

async function openPage(sendToSession: Send): Promise<Page> {
  const { handle } = (await sendToSession('POST', '/window/new', { type: 'window' })) as { handle: string };
  const send: Send = async (...request) => {
    await sendToSession('POST', '/window', { handle });
    return sendToSession(...request);
  };
  return {
    async goto(url) {
      await send('POST', '/url', { url });
    },
    run: async (fn, ...args) => (await runText(send, callText(fn, args))) as never,
    async runInFrame(index, fn, ...args) {
      await send('POST', '/frame', { id: index });
      try {
        return (await runText(sendToSession, callText(fn, args))) as never;
      } finally {
        await sendToSession('POST', '/frame', { id: null });
      }
    },
    async runText(script) {
      await send('POST', '/execute/sync', { script, args: [] });
    },
    ...inputOf(send),
    screenshot: async () => Buffer.from((await send('GET', '/screenshot')) as string, 'base64'),
    beforeLoad: () =>
      Promise.reject(new Error('beforeLoad: must be called in Chromium or Firefox, not in WebKit')),
    setPreferences: () =>
      Promise.reject(new Error('setPreferences: must be called in Chromium, not in WebKit')),
    addAuthenticator: () =>
      Promise.reject(new Error('addAuthenticator: must be called in Chromium, not in WebKit')),
    throttle: () => Promise.reject(new Error('throttle: must be called in Chromium, not in WebKit')),
    setOffline: () => Promise.reject(new Error('setOffline: must be called in Chromium, not in WebKit')),
    async close() {
      await send('DELETE', '/window');
    },
  };
}

const inputOf = (send: Send): Pick<Page, 'press' | 'clickAt' | 'setViewport'> => ({
  async press(key, { shift = false } = {}) {
    await send('POST', '/actions', { actions: [keyActions(keyCodes[key], shift)] });
  },
  async clickAt(x, y) {
    await send('POST', '/actions', { actions: [clickActions(Math.round(x), Math.round(y))] });
  },
  async setViewport({ width, height, touch = false }) {
    if (touch) throw new Error('touch: must be false in WebKit');
    const frame = '[outerWidth - innerWidth, outerHeight - innerHeight]';
    const [across, down] = (await runText(send, frame)) as [number, number];
    await send('POST', '/window/rect', { width: width + across, height: height + down });
  },
});

function keyActions(value: string, shift: boolean) {
  const pressed = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  const actions = shift
    ? [{ type: 'keyDown', value: shiftCode }, ...pressed, { type: 'keyUp', value: shiftCode }]
    : pressed;
  return { type: 'key', id: 'keyboard', actions };
}

const clickActions = (x: number, y: number) => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', duration: 0, x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});
