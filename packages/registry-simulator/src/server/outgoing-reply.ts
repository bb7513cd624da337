import type { SimulatedReply } from './simulated-route.ts';

/** How a reply is put on the wire. */
export type Wire =
  | { mode: 'plain' }
  /** Nothing is ever sent. */
  | { mode: 'hang' }
  | { mode: 'trickle'; bytesPerSecond: number }
  /** The connection is reset before a byte of the reply. */
  | { mode: 'reset_before_headers' }
  /** Head and half of the body, then a reset. */
  | { mode: 'reset_mid_body' }
  /** Head and half of the body, then an orderly end. */
  | { mode: 'truncate' }
  /** The whole body behind a head that promises half of it. */
  | { mode: 'bad_length' };

/** A reply on its way out. */
export interface OutgoingReply {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** A value is sent as JSON; text and bytes as they are. */
  body: unknown;
  /** Milliseconds to wait, latency included. */
  delayMs: number;
  wire: Wire;
}

/** What a route answered, before any fault. */
export function outgoing(reply: SimulatedReply, latencyMs: number): OutgoingReply {
  const headers = Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status: reply.status,
    headers: Object.fromEntries(headers),
    body: reply.body,
    delayMs: latencyMs + (reply.delayMs ?? 0),
    wire: { mode: reply.silent === true ? 'hang' : 'plain' },
  };
}

/** The bytes of a body and the type they are labelled with unless the headers have another. */
export function bodyBytes(body: unknown): { bytes: Buffer; contentType: string } {
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body), contentType: 'application/json' };
  if (typeof body === 'string') return { bytes: Buffer.from(body), contentType: 'text/plain; charset=utf-8' };
  return { bytes: Buffer.from(JSON.stringify(body ?? null)), contentType: 'application/json' };
}

/** Whether something is sent that has a status. */
export const hasStatus = ({ wire }: OutgoingReply): boolean =>
  wire.mode !== 'hang' && wire.mode !== 'reset_before_headers';
