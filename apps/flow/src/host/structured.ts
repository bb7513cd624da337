import type { Dialect, HostFacts, HostWishes } from './dialect.ts';

const protocol = 1;

interface Incoming {
  type: string;
  seq: number;
  body: Record<string, unknown>;
}

/** Parses a host's message in this dialect with the right nonce; `null` for anything else. */
function readIncoming(data: unknown, nonce: string): Incoming | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Partial<Incoming> & { countersign?: unknown; from?: unknown; nonce?: unknown };
  const { countersign, from, type, seq, body } = message;
  if (countersign !== protocol || from !== 'host' || message.nonce !== nonce) return null;
  if (typeof type !== 'string' || !Number.isSafeInteger(seq) || typeof body !== 'object' || !body)
    return null;
  return { type, seq: seq!, body };
}

function factsOf({ embedded, reloadHandled }: Record<string, unknown>): HostFacts {
  return { layout: embedded === true ? 'embedded' : 'modal', reloadHandled: reloadHandled === true };
}

/** The structured dialect for one load of the page: its nonce, and the sequence numbers of both directions. */
export interface StructuredChannel {
  hello(): object;
  /** @returns the host's response to hello, or `null` when the message is something else; later messages reach `wishes` */
  receive(data: unknown, wishes: HostWishes): HostFacts | null;
  dialect(post: (message: object) => void): Dialect;
}

/** @param nonce 128 random bits in hexadecimal */
export function createStructuredChannel(nonce: string): StructuredChannel {
  let sent = 0;
  let lastSeq = 0;
  const message = (type: string, body: object) => {
    sent += 1;
    return { countersign: protocol, from: 'flow', type, nonce, seq: sent, body };
  };
  const act = ({ type, body }: Incoming, wishes: HostWishes) => {
    if (type === 'close_request') wishes.onClose();
    if (type === 'focus_enter' && (body['edge'] === 'start' || body['edge'] === 'end'))
      wishes.onFocus(body['edge']);
  };
  return {
    hello: () => message('hello', { protocols: [protocol], page: 'flow' }),
    receive(data, wishes) {
      const incoming = readIncoming(data, nonce);
      if (incoming === null || incoming.seq <= lastSeq) return null;
      lastSeq = incoming.seq;
      if (incoming.type === 'render')
        return incoming.body['protocol'] === protocol ? factsOf(incoming.body) : null;
      act(incoming, wishes);
      return null;
    },
    dialect: (post) => ({
      name: 'structured',
      event: (name) => post(message('event', { name })),
      step: (step) => post(message('step', step)),
      fault: ({ code, fatal, reference }) =>
        post(message('error', { code, fatal, ...(reference === null ? {} : { reference }) })),
      focusExit: (edge) => post(message('focus_exit', { edge })),
      stay: () => post(message('stay', {})),
      forceReload: null,
    }),
  };
}
