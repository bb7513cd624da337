import type { Connection } from './connection.ts';

/** Reports to the service that the page is left, also while the page goes. */
export async function sendLeave(connection: Connection, reason: 'left' | 'finished'): Promise<void> {
  try {
    await connection.send({ method: 'POST', path: '/leave', body: { reason }, keepalive: true });
  } catch {
    // Progress is on the service all the same; leaving never fails.
  }
}
