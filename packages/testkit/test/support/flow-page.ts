import { enterFlow, type FlowPageClient, type Sender } from '../../../service/test/support/flow-client.ts';
import type { ApiClient } from '../../src/api-client.ts';

/** Requests over the network to the service at this address. */
export const overNetwork = (url: string): Sender => ({
  async send({ method, path, headers, body }) {
    const all = headers as Record<string, string>;
    const init = { method, headers: all, ...(body === undefined ? {} : { body: new Uint8Array(body) }) };
    const response = await fetch(url + path, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes,
      json: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
    };
  },
});

/** A new session and its link's token. */
export async function linkOf(
  client: ApiClient,
  verification: Record<string, unknown> = {},
): Promise<{ sessionId: string; token: string }> {
  const answer = await client.call<{ verification: { id: string; sessionToken: string } }>({
    method: 'POST',
    path: '/sessions',
    body: { verification },
    sign: null,
  });
  const { id: sessionId, sessionToken: token } = answer.body.verification;
  return { sessionId, token };
}

/** A page that has entered a new session. */
export async function pageOf(
  client: ApiClient,
  verification: Record<string, unknown> = {},
): Promise<FlowPageClient & { sessionId: string; token: string }> {
  const link = await linkOf(client, verification);
  const page = await enterFlow(overNetwork(new URL(client.access.apiUrl).origin), link.token);
  return { ...page, ...link };
}
