import { randomUUID } from 'node:crypto';
import type { Client } from './api.ts';

/**
 * Asks for `/sessions/{sessionId}/decision/{name}` with each wrong version, with the right one, and without one for a
 * session that does not exist.
 * @returns status and code of each answer, as in `400/1102`
 */
export async function askVersion(client: Client, name: string): Promise<Record<string, string>> {
  const sessionId = await client.createSession();
  const get = async (query: string, session = sessionId) => {
    const { status, json } = await client.call({ path: `/sessions/${session}/decision/${name}${query}` });
    return `${status}/${json.code}`;
  };
  return {
    none: await get(''),
    empty: await get('?version='),
    twice: await get('?version=1.0.0&version=1.0.0'),
    unknown: await get('?version=2.0.0'),
    right: await get('?version=1.0.0'),
    noSession: await get('', randomUUID()),
  };
}
