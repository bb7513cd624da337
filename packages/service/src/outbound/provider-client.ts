import {
  clientLimits,
  connectGuarded,
  createConnector,
  exchange,
  type Ending,
  judgeUrl,
  resolveByServer,
} from '@countersign/outbound';
import type { OutboundPolicy } from './outbound-policy.ts';

/** Why a document could not be fetched from a provider. */
export type ProviderFault =
  | 'address'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'redirect'
  | 'status'
  | 'not-json';

/** A JSON object from a provider, or why there is none. */
export type ProviderAnswer =
  | { fault: null; body: Readonly<Record<string, unknown>> }
  | { fault: ProviderFault; status: number | null; body: Readonly<Record<string, unknown>> | null };

export interface ProviderRequest {
  url: string;
  /** Form of a POST. Absent: a GET. */
  form?: { body: string; headers: Readonly<Record<string, string>> };
  /** Access token of a GET. */
  bearer?: string;
}

/** Milliseconds in total, including the DNS look-up. */
const limitMs = 8_000;
/** Maximum bytes of a document: key sets of large providers have 20 KB. */
const mostBytes = 128 * 1024;
const over = new Error('exchange over');

/** Whether a URL may be called, judging by its text. */
export const mayCall = (url: string, policy: OutboundPolicy): boolean =>
  !('refused' in judgeUrl(url, policy));

/**
 * One request to a single sign-on provider, through the guard of outgoing connections. Never rejects; a redirect is a failure and
 * is not followed.
 */
export async function requestProvider(
  { url, form, bearer }: ProviderRequest,
  policy: OutboundPolicy,
): Promise<ProviderAnswer> {
  const judged = judgeUrl(url, policy);
  if ('refused' in judged) return failed('address');
  const { url: target } = judged.target;
  // Loaded on the first request: it is a megabyte.
  const { Client } = await import('undici');
  const { certificateAuthorities } = policy;
  const client = new Client(target.origin, {
    ...clientLimits,
    connect: createConnector((to) =>
      connectGuarded(to, {
        resolve: isLocalName(target, policy) ? () => Promise.resolve(['127.0.0.1', '::1']) : resolveByServer,
        policy: policy.addresses,
        limitMs,
        authorities: certificateAuthorities === null ? [] : [certificateAuthorities],
        client: null,
      }),
    ),
  });
  try {
    const outcome = await exchange(
      client,
      {
        path: target.pathname + target.search,
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...form?.headers,
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        },
        body: form?.body ?? null,
      },
      {
        headMs: limitMs,
        bodyMs: null,
        bodyBytes: mostBytes,
        keptBytes: mostBytes,
        signal: null,
        judgeHead: () => null,
      },
    );
    return answerOf(outcome);
  } finally {
    void client.destroy(over);
  }
}

const isLocalName = ({ hostname }: URL, { addresses }: OutboundPolicy): boolean =>
  hostname === 'localhost' && addresses.kinds.includes('loopback');

const failed = (
  fault: ProviderFault,
  status: number | null = null,
  body: Readonly<Record<string, unknown>> | null = null,
): ProviderAnswer => ({ fault, status, body });

function answerOf({ ended, head, body }: Awaited<ReturnType<typeof exchange>>): ProviderAnswer {
  if (ended !== 'complete' || head === null) return failed(faultOf(ended), head?.status ?? null);
  const { status } = head;
  if (status >= 300 && status < 400) return failed('redirect', status);
  const json = jsonOf(body);
  if (status !== 200) return failed('status', status, json);
  return json === null ? failed('not-json', status) : { fault: null, body: json };
}

function jsonOf(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function faultOf(ended: Ending): ProviderFault {
  if (typeof ended !== 'object')
    return ended === 'silence'
      ? 'timeout'
      : ended === 'too_large' || ended === 'headers_too_large'
        ? 'too-large'
        : 'unreachable';
  switch (ended.connect) {
    case 'denied':
    case 'wrong_peer':
      return 'address';
    case 'tls':
      return 'tls';
    case 'timeout':
      return 'timeout';
    default:
      return 'unreachable';
  }
}
