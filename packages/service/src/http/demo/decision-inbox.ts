import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { equalInConstantTime } from '../../encryption/constant-time.ts';

/** Maximum size of a webhook, and maximum number of decisions kept. */
const mostBytes = 1024 * 1024;
const mostDecisions = 1_000;

/** Credentials to verify webhooks with. */
interface Trusted {
  apiKey: string;
  sharedSecret: string;
}

/** A decision the shop received for one session. */
export interface ReceivedDecision {
  status: string;
  reason: string | null;
}

/** The demo shop's webhook receiver: a separate server, as a client would have. */
export interface DecisionInbox {
  url: string;
  /** From now on, accepts webhooks signed with this secret. */
  trust(trusted: Trusted): void;
  /** `null` until a correctly signed webhook has arrived. */
  decisionOf(sessionId: string): ReceivedDecision | null;
  close(): void;
}

/** Listens on a free loopback port. Decisions are kept in memory only. */
export async function openDecisionInbox(): Promise<DecisionInbox> {
  const decisions = new Map<string, ReceivedDecision>();
  let trusted: Trusted | null = null;
  const server = http.createServer((request, response) => {
    void answer({ decisions, trusted }, request).then((status) => end(response, status));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    trust: (access) => (trusted = access),
    decisionOf: (sessionId) => decisions.get(sessionId) ?? null,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Inbox {
  decisions: Map<string, ReceivedDecision>;
  trusted: Trusted | null;
}

/** @returns the HTTP status: 401 for a wrong signature, 400 for a body that is not a decision */
async function answer({ decisions, trusted }: Inbox, request: IncomingMessage): Promise<number> {
  try {
    const received = await receive(request, trusted);
    if (received === null) return 401;
    keep(decisions, received);
    return 200;
  } catch {
    return 400;
  }
}

interface Received extends ReceivedDecision {
  sessionId: string;
}

/** @returns `null` for a wrong signature; @throws Error for a body that is not a decision */
async function receive(request: IncomingMessage, trusted: Trusted | null): Promise<Received | null> {
  const body = await readBytes(request);
  if (trusted === null || !isSigned(request, body, trusted)) return null;
  const { verification } = JSON.parse(body.toString()) as {
    verification: { id: string; status: string; reason: string | null };
  };
  return { sessionId: verification.id, status: verification.status, reason: verification.reason };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error('webhook too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** As recommended to clients in the guide: HMAC-SHA256 over the bytes as received, compared in constant time. */
function isSigned({ headers }: IncomingMessage, body: Buffer, { apiKey, sharedSecret }: Trusted): boolean {
  const expected = createHmac('sha256', sharedSecret).update(body).digest();
  const given = Buffer.from(String(headers['x-hmac-signature']), 'hex');
  return headers['x-auth-client'] === apiKey && equalInConstantTime(expected, given);
}

function keep(decisions: Map<string, ReceivedDecision>, { sessionId, status, reason }: Received): void {
  decisions.delete(sessionId);
  decisions.set(sessionId, { status, reason });
  const [oldest] = decisions.keys();
  if (decisions.size > mostDecisions && oldest !== undefined) decisions.delete(oldest);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 });
  response.end();
}
