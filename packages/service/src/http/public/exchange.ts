import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemCause } from '@countersign/contract';
import type { IntegrationKeys, SecretKey } from '../../signing/key-ring.ts';

/** One request to the public API, and what is known about it so far. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path below `/v1` as sent, without the query but with its slash: `/sessions`. */
  path: string;
  /** The path component as the client sent it, which feedback signatures cover. */
  fullPath: string;
  query: string;
  /** Client address, determined through trusted proxies only. */
  address: string;
  requestId: string;
  /** When its headers had arrived, by the monotonic clock of this process, in milliseconds. */
  arrivedAt: number;
  /** `Origin` of a browser's call to session creation; `null` if not relevant. */
  origin: string | null;
  /** Integration and key that sign the answer; `null` until the API key is known. */
  signer: { integration: IntegrationKeys; key: SecretKey } | null;
  /** Name of the endpoint once it is known, for log and metrics. */
  endpoint: string | null;
  /** The client waits for `100 Continue`. */
  expectsContinue: boolean;
  /** Why the request is refused, for the log; contains nothing of the request itself. `null` while nothing is refused. */
  refused: Refused | null;
  /** Key that verified the request; `null` until then. */
  verifiedBy: string | null;
  /** The resource that the request names by a UUID, if any; lower case. */
  subject: { of: 'session' | 'attempt' | 'media'; id: string } | null;
  /** Bytes of the body that have arrived. */
  bodyBytes: number;
  /** The bytes that the signature should have covered but did not; `null` if none were compared. */
  unverified: SeenBytes | null;
  /** Members and other input that were ignored, named in printable ASCII; filled on test integrations only. */
  ignored: readonly string[];
}

/** The bytes as the service received them, so that a client can compare its own. */
export interface SeenBytes {
  bytes: number;
  /** Lower-case hex; `null` if not computed. */
  sha256: string | null;
}

/** A refusal in the service's own words. */
export interface Refused {
  code: string;
  /** The message. */
  reason: string;
  /** What the code means here; `null` outside the public API. */
  cause: ProblemCause | null;
  /** What would be accepted; `null` if the message is complete. */
  detail: string | null;
}

/** Requests whose client waits for `100 Continue` before it sends the body. */
export const awaitingContinue = new WeakSet<IncomingMessage>();

/** `prefix`: path of `{base_url}`, empty in most installations. `null` if the URL is not of the public API. */
export function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  { url, prefix, address }: { url: string; prefix: string; address: string },
): Exchange {
  const mark = url.indexOf('?');
  const fullPath = mark < 0 ? url : url.slice(0, mark);
  const path = apiPath(fullPath, prefix) ?? fullPath;
  return {
    request,
    response,
    path,
    fullPath,
    query: mark < 0 ? '' : url.slice(mark + 1),
    address,
    requestId: randomUUID(),
    arrivedAt: performance.now(),
    origin: request.method === 'POST' && path === '/sessions' ? (request.headers.origin ?? null) : null,
    signer: null,
    endpoint: null,
    expectsContinue: awaitingContinue.has(request),
    refused: null,
    verifiedBy: null,
    subject: null,
    bodyBytes: 0,
    unverified: null,
    ignored: [],
  };
}

/** The path after `/v1`, or `null` if the path is not below it. */
export function apiPath(fullPath: string, prefix: string): string | null {
  for (const base of prefix === '' ? ['/v1'] : [`${prefix}/v1`, '/v1']) {
    if (fullPath === base || fullPath.startsWith(`${base}/`)) return fullPath.slice(base.length);
  }
  return null;
}

/** Values of a header, one per occurrence; joined headers would hide that one was repeated. */
export const headerValues = (request: IncomingMessage, name: string): readonly string[] =>
  (request.headersDistinct[name] ?? []).map((value) => value.trim());
