import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/runtime/log.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/engines.ts';

const closing: TestApi[] = [];
afterEach(async () => {
  for (const api of closing.splice(0)) await api.close();
});

interface Line {
  msg: string;
  requestId?: string;
  [member: string]: unknown;
}

async function start(env: Record<string, string> = {}): Promise<{ api: TestApi; lines: Line[] }> {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const api = await startApi(await openTestDatabase('pglite'), env, {
    log: createLog('info', { destination }),
  });
  closing.push(api);
  return { api, lines };
}

describe('the log of requests', () => {
  it('has one line for a refused request, found by the request id of its answer', async () => {
    const { api, lines } = await start();
    const client = await api.integrate();
    await client.createSession();
    const answer = await client.call({
      method: 'POST',
      path: '/sessions',
      body: { verification: { person: 7 } },
    });
    expect(answer.status).toBe(400);
    await expect
      .poll(() => lines.filter(({ msg }) => msg === 'refused' || msg === 'answered'), { timeout: 60_000 })
      .toEqual([
        {
          level: 'info',
          time: expect.any(String) as string,
          requestId: answer.headers['x-request-id'],
          route: 'create-session',
          status: 400,
          code: '1104',
          reason: expect.stringContaining('verification.person') as string,
          ms: expect.any(Number) as number,
          integrationId: client.integrationId,
          msg: 'refused',
        },
      ]);
  });

  it('never has more than a client address may cause, and counts what it left out', async () => {
    const { api, lines } = await start();
    for (let times = 0; times < 200; times += 1)
      await api.send({ method: 'GET', path: `/v1/nothing-${times}`, headers: {} });
    const refused = lines.filter(({ msg }) => msg === 'refused');
    expect(refused.length).toBeGreaterThanOrEqual(60);
    expect(refused.length).toBeLessThan(200);
    expect(JSON.stringify(refused)).not.toContain('nothing-');
  });

  it('has every request where the operator turned the access log on', async () => {
    const { api, lines } = await start({ LOG_REQUESTS: 'true' });
    const client = await api.integrate();
    const id = await client.createSession();
    await client.decision(id);
    await expect
      .poll(() => lines.filter(({ msg }) => msg === 'answered').map(({ route, status }) => [route, status]), {
        timeout: 60_000,
      })
      .toEqual([
        ['create-session', 201],
        ['get-decision', 200],
      ]);
  });
});
