import type { SimulatedReply } from './simulated-route.ts';

/** How a reply is sent. */
export type Wire =
  | { mode: 'plain' }
  /** Nothing is ever sent. */
  | { mode: 'hang' }
  | { mode: 'trickle'; bytesPerSecond: number }
  /** The connection is reset before a byte of the reply. */
  | { mode: 'reset_before_headers' }
  /** Head and half of the body, then a reset. */
  | { mode: 'reset_mid_body' }
  /** Head and half of the body, then a clean close. */
  | { mode: 'truncate' }
  /** The whole body after a head that declares half its length. */
  | { mode: 'bad_length' };

/** A reply before it is sent. */
export interface OutgoingReply {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON; text and bytes are sent unchanged. */
  body: unknown;
  /** Delay in milliseconds, including latency. */
  delayMs: number;
  wire: Wire;
}

/** Converts a route's reply, before any fault. */
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

/** The bytes of a body, and their content type unless the headers set another. */
export function bodyBytes(body: unknown): { bytes: Buffer; contentType: string } {
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body), contentType: 'application/json' };
  if (typeof body === 'string') return { bytes: Buffer.from(body), contentType: 'text/plain; charset=utf-8' };
  return { bytes: Buffer.from(JSON.stringify(body ?? null)), contentType: 'application/json' };
}

/** Whether a response with a status is sent. */
export const hasStatus = ({ wire }: OutgoingReply): boolean =>
  wire.mode !== 'hang' && wire.mode !== 'reset_before_headers';
