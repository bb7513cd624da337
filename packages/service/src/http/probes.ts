import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context.ts';
import { readVersion } from '../runtime/version.ts';
import type { Page, PageAnswer, Pages } from './pages.ts';

/** Milliseconds: shorter than a request may wait, so that a load balancer detects an unresponsive database before its clients do. */
const readinessLimit = 2_000;

/**
 * `/healthz`: the process is running. `/readyz`: it can do its work; false while shutting down.
 * @param isClosing whether the server has stopped accepting
 */
export function probePages({ database }: Pick<ServiceContext, 'database'>, isClosing: () => boolean): Pages {
  const version = readVersion();
  return new Map<string, Page>([
    ['/healthz', () => plain(200, 'ok\n')],
    [
      '/readyz',
      async () => {
        const ready = !isClosing() && (await answersInTime(database));
        return ready
          ? plain(200, `ready ${version}\n`)
          : { ...plain(503, 'not ready\n'), headers: { 'retry-after': '1' } };
      },
    ],
  ]);
}

/** `/metrics`, for Prometheus. */
export function metricsPage({ database, metrics }: Pick<ServiceContext, 'database' | 'metrics'>): Pages {
  const { registry, ready } = metrics;
  return new Map([
    [
      '/metrics',
      async () => {
        ready.set((await answersInTime(database)) ? 1 : 0);
        return { status: 200, type: registry.contentType, body: await registry.metrics() };
      },
    ],
  ]);
}

const plain = (status: number, body: string): PageAnswer => ({ status, type: 'text/plain', body });

async function answersInTime(database: ServiceContext['database']): Promise<boolean> {
  const answered = database.query('select 1').then(
    () => true,
    () => false,
  );
  const waiting = new AbortController();
  const late = sleep(readinessLimit, false, { signal: waiting.signal }).catch(() => false);
  return Promise.race([answered, late]).finally(() => waiting.abort());
}
