import type { FastifyInstance } from 'fastify';
import type { Shell } from '../shell.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can do its work; not while it is closing. `/metrics`: for Prometheus, here only
 * while it has no port of its own.
 */
export function publishProbes(app: FastifyInstance, { config, database, metrics }: Shell): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain').send('ok\n'),
  );
  app.get('/readyz', async (_request, reply) => {
    const ready =
      !closing &&
      (await database.query('select 1').then(
        () => true,
        () => false,
      ));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(ready ? 'ready\n' : 'not ready\n');
  });
  if (config.metricsPort !== null) return;
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
