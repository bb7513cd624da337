import {
  type CloseReason,
  type FlowError,
  type FlowEvent,
  type FrameController,
  type FrameOptions,
  MESSAGES,
  type ReportedCode,
} from './api.ts';
import { type FlowMessage, readMessage } from './message.ts';
import type { Target } from './options.ts';
import { createView } from './view.ts';

/** Version of this package. */
const version = '2.5.0';
const protocol = 1;
/** Milliseconds a loaded page has to send its first message. */
const afterLoadMs = 10_000;
const inAllMs = 30_000;

/** Pattern of `onError` codes: a newer flow may send codes that this version does not list. */
const faultCode = /^[A-Z_]+$/;

/** Runs a callback of the page; whatever it throws is reported later, like any uncaught error. */
function call<Value>(callback: ((value: Value) => void) | undefined, value: Value): void {
  try {
    callback?.(value);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

/** How a frame is shown. `narrow`: a small viewport, or input without hover. */
function modeOf(root: HTMLElement | null) {
  const touch = matchMedia('(hover:none)').matches;
  const narrow = touch || matchMedia('(max-width:767px)').matches;
  if (touch && !document.querySelector('meta[name=viewport]')) console.warn('meta viewport: must be set');
  const embedded = root !== null && !narrow;
  if (embedded) {
    const { width, height } = root.getBoundingClientRect();
    if (width < 600 || height < 680)
      console.warn(`rootElementID: must be at least 600x680, not ${width}x${height}`);
  }
  return { embeddedRequested: root !== null, narrow, embedded };
}

/**
 * Opens a frame and connects it to the callbacks.
 * @param onRemoved called once, when the frame is gone and before any callback
 * @returns the controller with the frame, which a page may remove from its document by itself
 */
export function openFrame(
  { href, origin, root }: Target,
  options: FrameOptions,
  onRemoved: () => void,
): [FrameController, HTMLIFrameElement] {
  const mode = modeOf(root);
  let nonce = '';
  let lastSeq = 0;
  let sent = 0;
  let isOpen = true;
  let isLate = false;
  const timers: ReturnType<typeof setTimeout>[] = [];
  let confirming: ((removed: boolean) => void)[] = [];
  let resolveClosed: (reason: CloseReason) => void;
  const closed = new Promise<CloseReason>((resolve) => {
    resolveClosed = resolve;
  });
  const view = createView({
    href,
    origin,
    title: options.title || 'Identity verification',
    root: mode.embedded ? root : null,
    onWrap: (edge) => post('focus_enter', { edge }),
  });

  const { frame } = view;
  const post = (type: string, body: object) => {
    sent += 1;
    const { contentWindow } = frame;
    if (!contentWindow) remove('host');
    else if (nonce)
      contentWindow.postMessage(
        { countersign: protocol, from: 'host', type, nonce, seq: sent, body },
        origin,
      );
  };
  const report = (code: ReportedCode, reference?: unknown) => {
    const message = `${code}: see docs/guides/embed.md`;
    const error: FlowError = typeof reference === 'string' ? { code, message, reference } : { code, message };
    if (options.onError) call(options.onError, error);
    else console.warn(message);
  };
  const stopTimers = () => timers.forEach(clearTimeout);
  /** Resolves every pending `close({ confirm: true })`. */
  const settle = (removed: boolean) => {
    for (const resolve of confirming) resolve(removed);
    confirming = [];
  };
  const remove = (reason: CloseReason) => {
    if (!isOpen) return;
    isOpen = false;
    stopTimers();
    removeEventListener('message', receive);
    removeEventListener('keydown', onKey);
    try {
      view.remove();
    } finally {
      onRemoved();
      resolveClosed(reason);
      settle(true);
    }
  };
  const cancel = () => {
    remove('canceled');
    call(options.onEvent, MESSAGES.CANCELED);
  };
  const timeOut = () => {
    if (!frame.contentWindow) return remove('host');
    stopTimers();
    isLate = true;
    view.showFault(load, cancel);
    report('HANDSHAKE_TIMEOUT');
  };
  const awaitHello = () => {
    nonce = '';
    isLate = false;
    view.hideFault();
    timers.push(setTimeout(timeOut, inAllMs));
  };
  const load = () => {
    awaitHello();
    frame.src = href;
  };
  const onLoad = () => {
    if (!nonce && !isLate) timers.push(setTimeout(timeOut, afterLoadMs));
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || mode.embedded) return;
    if (nonce) post('close_request', { reason: 'escape' });
    else if (isLate) cancel();
  };
  const greet = ({ nonce: fresh, seq, body: { protocols } }: FlowMessage) => {
    if (!Array.isArray(protocols)) return;
    nonce = fresh;
    lastSeq = seq;
    isLate = false;
    stopTimers();
    view.hideFault();
    if (!protocols.includes(protocol)) return report('PROTOCOL_UNSUPPORTED');
    post('render', { protocol, sdk: version, ...mode, reloadHandled: !!options.onReload });
  };
  const onEvent = (name: FlowEvent) => {
    if (!Object.values(MESSAGES).includes(name)) return;
    if (name === 'FINISHED') remove('finished');
    if (name === 'CANCELED') remove('canceled');
    if (name === 'RELOAD_REQUEST') call(options.onReload, undefined as never);
    call(options.onEvent, name);
  };
  /** Members of the body are checked where they are used. */
  const act = ({ type, body }: FlowMessage) => {
    const { name, screen, index, total, code, reference, edge } = body;
    if (type === 'event') onEvent(name as FlowEvent);
    if (type === 'stay') settle(false);
    if (type === 'error' && typeof code === 'string' && faultCode.test(code))
      report(code as ReportedCode, reference);
    if (type === 'focus_exit' && (edge === 'start' || edge === 'end')) view.leave(edge);
    if (
      type === 'step' &&
      typeof screen === 'string' &&
      typeof index === 'number' &&
      typeof total === 'number'
    )
      call(options.onStep, { screen, index, total });
  };
  const receive = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const message = readMessage(event.data);
    if (!message || (message.nonce === nonce && message.seq <= lastSeq)) return;
    if (message.type === 'hello') return greet(message);
    if (message.nonce !== nonce) return;
    lastSeq = message.seq;
    act(message);
  };

  addEventListener('message', receive);
  addEventListener('keydown', onKey);
  frame.addEventListener('load', onLoad);
  try {
    view.show();
    awaitHello();
  } catch (error) {
    remove('host');
    throw error;
  }
  return [
    {
      closed,
      close({ confirm } = {}) {
        if (!isOpen || !confirm || !nonce) {
          remove('host');
          return Promise.resolve(true);
        }
        return new Promise((resolve) => {
          confirming.push(resolve);
          post('close_request', { reason: 'host' });
        });
      },
    },
    frame,
  ];
}
