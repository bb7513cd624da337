import http from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Shell } from '../shell.ts';

/** Serves `/metrics` on the port set apart for it, as long as the server it belongs to listens. Without such a port it does nothing. */
export function serveMetricsApart(app: FastifyInstance, { config, metrics, log }: Shell): void {
  const { metricsPort, host } = config;
  if (metricsPort === null) return;
  const server = http.createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-length': 0 }).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ error }, 'metrics could not be gathered');
        response.writeHead(500, { 'content-length': 0 }).end();
      },
    );
  });
  app.addHook('onListen', (done) => {
    server.once('error', done);
    server.listen(metricsPort, host, () => {
      server.off('error', done);
      done();
    });
  });
  app.addHook('preClose', (done) => {
    server.close();
    server.closeAllConnections();
    done();
  });
}
