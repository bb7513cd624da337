import type { Connection } from './connection.ts';

/** Reports to the service that the page is left, even while it is being unloaded. */
export async function sendLeave(connection: Connection, reason: 'left' | 'finished'): Promise<void> {
  try {
    await connection.send({ method: 'POST', path: '/leave', body: { reason }, keepalive: true });
  } catch {
    // The service has the progress anyway; leaving never fails.
  }
}
