import { pipeline } from 'node:stream/promises';
import { hmacHex } from '../../signing/hmac.ts';
import type { Answer } from './answer.ts';
import { originHeaders } from './browser-origin.ts';
import type { Exchange } from './exchange.ts';

const always = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff'];

/** Sends an answer with the headers every answer has, signed over exactly the bytes that go out. @see spec/contract.md A-18 */
export async function sendAnswer(exchange: Exchange, { status, headers, body }: Answer): Promise<void> {
  const { response, request } = exchange;
  const stream = 'open' in body ? body : null;
  const bytes = 'open' in body || request.method === 'HEAD' ? Buffer.alloc(0) : body;
  // A list of names and values is what goes out; an object would be put together and taken apart again on every answer.
  const lines = [...Object.entries(headers).flat(), ...always, 'x-request-id', exchange.requestId];
  if (status !== 204) lines.push('content-length', String(stream?.size ?? bytes.length));
  if (exchange.origin !== null) lines.push(...Object.entries(originHeaders(exchange)).flat());
  pushSignature(lines, exchange, stream?.signature ?? bytes);
  response.writeHead(status, lines);
  if (stream) await pipeline(await stream.open(), response);
  else response.end(bytes);
}

function pushSignature(lines: string[], { signer }: Exchange, signed: Buffer | string): void {
  if (!signer) return;
  const { apiKey, integrationId } = signer.integration;
  const signature = typeof signed === 'string' ? signed : hmacHex(signer.key.secret, signed);
  lines.push('x-auth-client', apiKey, 'vrf-auth-client', apiKey);
  lines.push('x-hmac-signature', signature, 'vrf-hmac-signature', signature);
  lines.push('vrf-integration-id', integrationId);
}
