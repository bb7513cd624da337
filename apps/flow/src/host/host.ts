import { type FlowEvent, handshakeRepeatMs } from '@countersign/contract';
import type { Dialect, Edge, FaultCode, HostFacts, HostWishes, Layout } from './dialect.ts';
import { createLegacyDialect, legacyHandshake, readLegacyAnswer } from './legacy.ts';
import { createStructuredChannel } from './structured.ts';

/** Milliseconds after which a host that has not responded is treated as an ordinary frame. */
const silentAfterMs = 10_000;

/** The surroundings of the page. */
export interface Host {
  /** The page is in a frame. */
  framed: boolean;
  layout(): Layout;
  /** The host reloads itself when the camera has to be requested again. */
  reloadHandled(): boolean;
  /** Returns a function that reloads the host at once; `null` if that is impossible. */
  forceReload(): (() => void) | null;
  /** Whether Tab passes the focus to the host, because the page is in its modal dialog. */
  takesFocus(): boolean;
  event(name: FlowEvent): void;
  step(step: { screen: string; index: number; total: number }): void;
  fault(code: FaultCode, options: { fatal: boolean; reference: string | null }): void;
  focusExit(edge: Edge): void;
  stay(): void;
}

/** The page's reactions to its host. */
export interface HostReaction extends HostWishes {
  /** The first response arrived, or none in time: layout and abilities are final. */
  onSettled(): void;
}

const randomNonce = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The surroundings of a page that is not in a frame. */
export const alone: Host = {
  framed: false,
  layout: () => 'page',
  reloadHandled: () => false,
  forceReload: () => null,
  takesFocus: () => false,
  event: () => undefined,
  step: () => undefined,
  fault: () => undefined,
  focusExit: () => undefined,
  stay: () => undefined,
};

type Message = (dialect: Dialect) => void;

/** Connects to the host page; does nothing if the page is not framed. */
export function connectHost(reaction: HostReaction): Host {
  return window.parent === window ? alone : new FramedHost(window.parent, reaction);
}

/** A host page in another window; uses both dialects until it responds in one. */
class FramedHost implements Host {
  readonly framed = true;
  readonly #parent: Window;
  readonly #reaction: HostReaction;
  readonly #channel = createStructuredChannel(randomNonce());
  readonly #structured: Dialect;
  readonly #legacy: Dialect;
  readonly #timers: ReturnType<typeof setTimeout>[];
  #origin: string | null = null;
  #facts: HostFacts | null = null;
  /** One dialect after a response; both if there was none in time. */
  #dialects: Dialect[] = [];
  /** Messages from before the dialect was determined. */
  #waiting: Message[] = [];

  constructor(parent: Window, reaction: HostReaction) {
    this.#parent = parent;
    this.#reaction = reaction;
    this.#structured = this.#channel.dialect(this.#post);
    this.#legacy = createLegacyDialect(this.#post);
    addEventListener('message', this.#receive);
    this.#greet();
    this.#timers = [
      ...handshakeRepeatMs.map((ms) => setTimeout(this.#greet, ms)),
      setTimeout(() => this.#settle([this.#structured, this.#legacy]), silentAfterMs),
    ];
  }

  layout(): Layout {
    return this.#facts?.layout ?? (this.#dialects.length > 0 ? 'page' : 'modal');
  }

  reloadHandled(): boolean {
    return this.#facts?.reloadHandled === true;
  }

  forceReload(): (() => void) | null {
    return this.#dialects.length === 1 ? this.#dialects[0]!.forceReload : null;
  }

  takesFocus(): boolean {
    return this.#facts?.layout === 'modal' && this.#dialects[0] === this.#structured;
  }

  event(name: FlowEvent): void {
    this.#send((dialect) => dialect.event(name));
  }

  step(step: { screen: string; index: number; total: number }): void {
    this.#send((dialect) => dialect.step(step));
  }

  fault(code: FaultCode, { fatal, reference }: { fatal: boolean; reference: string | null }): void {
    this.#send((dialect) => dialect.fault({ code, fatal, reference }));
  }

  focusExit(edge: Edge): void {
    this.#send((dialect) => dialect.focusExit(edge));
  }

  stay(): void {
    this.#send((dialect) => dialect.stay());
  }

  readonly #post = (message: unknown) => {
    // An opaque origin cannot be a target; nothing private is ever posted.
    const target = this.#origin === null || this.#origin === 'null' ? '*' : this.#origin;
    this.#parent.postMessage(message, target);
  };

  readonly #greet = () => {
    this.#post(this.#channel.hello());
    this.#post(legacyHandshake);
  };

  #send(message: Message): void {
    if (this.#dialects.length === 0) this.#waiting.push(message);
    else this.#dialects.forEach(message);
  }

  #settle(chosen: Dialect[]): void {
    this.#dialects = chosen;
    const late = this.#waiting;
    this.#waiting = [];
    for (const message of late) this.#send(message);
    this.#reaction.onSettled();
  }

  #choose(dialect: Dialect, facts: HostFacts, origin: string): void {
    if (this.#facts !== null) return;
    this.#facts = facts;
    this.#origin = origin;
    this.#timers.forEach(clearTimeout);
    this.#settle([dialect]);
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== this.#parent || (this.#origin !== null && origin !== this.#origin)) return;
    const isLegacy = this.#facts !== null && this.#dialects[0] === this.#legacy;
    const answer = isLegacy ? null : this.#channel.receive(data, this.#reaction);
    if (answer !== null) this.#choose(this.#structured, answer, origin);
    const older = answer === null ? readLegacyAnswer(data) : null;
    if (older !== null) this.#choose(this.#legacy, older, origin);
  };
}
