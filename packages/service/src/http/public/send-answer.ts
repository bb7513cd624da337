import { pipeline } from 'node:stream/promises';
import { explanationHeaders } from '@countersign/contract';
import { hmacHex } from '../../signing/hmac.ts';
import { endWithRest, limitDelivery } from '../hang-up.ts';
import type { HttpLimits } from '../http-limits.ts';
import type { Answer, SignedStream } from './answer.ts';
import { originHeaders } from './browser-origin.ts';
import type { Exchange } from './exchange.ts';
import { ClientGone } from './intake/read-body.ts';

const always = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff'];

/**
 * Sends a response with the standard headers, signed over exactly the bytes sent. The connection is closed after a response
 * sent before the request's body was fully read.
 * @throws ClientGone when the client has disconnected
 * @see spec/contract.md
 */
export async function sendAnswer(
  exchange: Exchange,
  { status, headers, body, cookies = [] }: Answer,
  limits: Pick<HttpLimits, 'answer' | 'linger'>,
): Promise<void> {
  const { response, request } = exchange;
  if (response.destroyed) throw new ClientGone(null);
  const stream = 'open' in body ? body : null;
  const bytes = 'open' in body || request.method === 'HEAD' ? Buffer.alloc(0) : body;
  const hangsUp = !request.complete;
  // A flat list of names and values is what Node sends; an object would be built and taken apart on every response.
  const lines = [...Object.entries(headers).flat(), ...always, 'x-request-id', exchange.requestId];
  const size = stream ? stream.size : bytes.length;
  if (status !== 204 && size !== null) lines.push('content-length', String(size));
  for (const cookie of cookies) lines.push('set-cookie', cookie);
  if (hangsUp) lines.push('connection', 'close');
  if (exchange.ignored.length > 0) lines.push(explanationHeaders.ignored, exchange.ignored.join(', '));
  if (exchange.origin !== null) lines.push(...Object.entries(originHeaders(exchange)).flat());
  pushSignature(lines, exchange, stream?.signature ?? bytes);
  if (stream) return sendStream(exchange, { status, lines, stream, limits });
  response.writeHead(status, lines);
  if (hangsUp) return endWithRest(request, response, { bytes, linger: limits.linger });
  response.end(bytes);
  limitDelivery(response, limits.answer);
}

interface StreamedAnswer {
  status: number;
  lines: string[];
  stream: SignedStream;
  limits: Pick<HttpLimits, 'answer'>;
}

/** Opened first, so that an unreadable source still results in an error status. */
async function sendStream(
  { response }: Exchange,
  { status, lines, stream, limits }: StreamedAnswer,
): Promise<void> {
  const source = await stream.open();
  response.writeHead(status, lines);
  limitDelivery(response, limits.answer);
  // Runs even if the client has disconnected: it destroys the source, and with it the file.
  await pipeline(source, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') throw new ClientGone(error);
    throw error;
  });
}

function pushSignature(lines: string[], { signer }: Exchange, signed: Buffer | string): void {
  if (!signer) return;
  const { apiKey, integrationId } = signer.integration;
  const signature = typeof signed === 'string' ? signed : hmacHex(signer.key.secret, signed);
  lines.push('x-auth-client', apiKey, 'vrf-auth-client', apiKey);
  lines.push('x-hmac-signature', signature, 'vrf-hmac-signature', signature);
  lines.push('vrf-integration-id', integrationId);
}
