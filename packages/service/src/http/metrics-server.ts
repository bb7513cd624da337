import http from 'node:http';
import { once } from 'node:events';
import type { ServiceContext } from '../context.ts';
import { type Pages, servePage } from './pages.ts';
import { metricsPage, probePages } from './probes.ts';

/** Enough for Prometheus, probes and a few people: clients of this port must not use up the descriptors of the service. */
const mostConnections = 64;

const apart = 'Only /healthz, /readyz and /metrics are served here.\n';

/** The HTTP server of `METRICS_PORT`. */
export interface MetricsServer {
  /** Stops at once; pending answers are discarded. */
  close(): Promise<void>;
}

/** Serves `/metrics`, `/healthz` and `/readyz` on their own port. @throws Error if the port is taken */
export async function startMetricsServer(ctx: ServiceContext, port: number): Promise<MetricsServer> {
  let closing = false;
  const pages: Pages = new Map([...probePages(ctx, () => closing), ...metricsPage(ctx)]);
  const server = http.createServer((request, response) => {
    void servePage(pages, { request, response, headers: {}, apart }, ctx.log);
  });
  server.maxConnections = mostConnections;
  server.listen(port, ctx.config.metricsHost);
  await once(server, 'listening');
  const address = server.address();
  // Port 0 means any free port: the printed address has the assigned one.
  if (address !== null && typeof address === 'object') ctx.config.metricsPort = address.port;
  return {
    async close() {
      closing = true;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
