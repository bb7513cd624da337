import fastify, { type FastifyInstance } from 'fastify';
import type { Shell } from '../shell.ts';
import { publishProbes } from './probes.ts';

/** Probes and metrics of a process that answers no requests, for `METRICS_PORT`. */
export function createProbeServer(shell: Shell): FastifyInstance {
  const app = fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
  publishProbes(app, { ...shell, config: { ...shell.config, metricsPort: null } });
  return app;
}
