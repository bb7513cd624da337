import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/free-port.ts';
import { startTestService } from '../../src/test-service.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('a process of workers only', () => {
  it('reports liveness, readiness and queue sizes on METRICS_PORT', async () => {
    const port = await freePort();
    const service = await startTestService({ roles: ['worker'], env: { METRICS_PORT: String(port) } });
    cleanups.push(() => service.close());
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.text()] as const;
    };
    expect(await get('/healthz')).toEqual([200, 'ok\n']);
    expect(await get('/readyz')).toEqual([200, 'ready 0.1.0\n']);
    const [status, metrics] = await get('/metrics');
    expect(status).toBe(200);
    expect(metrics).toContain('countersign_jobs_parked_total');
    expect((await get('/v1/sessions'))[0]).toBe(404);
  });
});

describe('a process that serves requests', () => {
  it('has metrics and probes on METRICS_PORT, and no metrics on the API port', async () => {
    const port = await freePort();
    const service = await startTestService({ env: { METRICS_PORT: String(port) } });
    cleanups.push(() => service.close());
    const status = async (url: string) => (await fetch(url)).status;
    const apart = `http://127.0.0.1:${port}`;
    const origin = new URL(service.url).origin;
    const places = [`${apart}/metrics`, `${apart}/readyz`, `${origin}/metrics`, `${origin}/readyz`];
    expect(await Promise.all(places.map(status))).toEqual([200, 200, 404, 200]);
  });
});
