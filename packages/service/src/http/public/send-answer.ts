import { pipeline } from 'node:stream/promises';
import { hmacHex } from '../../signing/hmac.ts';
import type { Answer } from './answer.ts';
import { originHeaders } from './browser-origin.ts';
import type { Exchange } from './exchange.ts';

/** Sends an answer with the headers every answer has, signed over exactly the bytes that go out. @see spec/contract.md A-18 */
export async function sendAnswer(exchange: Exchange, { status, headers, body }: Answer): Promise<void> {
  const { response, request } = exchange;
  const stream = 'open' in body ? body : null;
  const bytes = 'open' in body || request.method === 'HEAD' ? Buffer.alloc(0) : body;
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': stream?.size ?? bytes.length }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': exchange.requestId,
    ...originHeaders(exchange),
    ...signedHeaders(exchange, stream?.signature ?? bytes),
  });
  if (stream) await pipeline(await stream.open(), response);
  else response.end(bytes);
}

function signedHeaders({ signer }: Exchange, signed: Buffer | string): Record<string, string> {
  if (!signer) return {};
  const { apiKey, integrationId } = signer.integration;
  const signature = typeof signed === 'string' ? signed : hmacHex(signer.key.secret, signed);
  return {
    'x-auth-client': apiKey,
    'vrf-auth-client': apiKey,
    'x-hmac-signature': signature,
    'vrf-hmac-signature': signature,
    'vrf-integration-id': integrationId,
  };
}
