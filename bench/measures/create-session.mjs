// G2, G3: durable sessions per second, and the latency of one at half that rate.
import { insertRate } from '../database.mjs';
import { besideFloor, failures, load, withCpu } from '../load.mjs';
import { createRequests } from '../sessions.mjs';

const seconds = 6;
const connections = 16;

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function createSession({ database, startInstallation }) {
  const { service, access } = await startInstallation({ roles: 'api' });
  const plan = { port: service.port, ...createRequests(access), connections };
  await load({ ...plan, seconds: 2 });
  const { floor, result: peak } = await besideFloor(
    () => insertRate(database, { connections, seconds: 3 }),
    () => withCpu(service, () => load({ ...plan, seconds })),
  );
  const rate = Math.max(1, Math.floor(peak.perSecond / 2));
  const half = await load({ ...plan, connections: 64, rate, seconds });
  await service.stop();
  return [
    {
      figure: 'session create, 16 connections',
      value: peak.perSecond,
      unit: '/s',
      floor: { name: 'one-statement insert', value: floor, unit: '/s' },
      goal: { ratio: 0.3 },
      note: [
        'aim 1,500/s',
        `p50 ${peak.p50.toFixed(1)} ms`,
        `service CPU ${peak.cpuEach.toFixed(0)} µs each`,
        ...failures(peak),
      ].join('; '),
    },
    {
      figure: `session create p99 at ${rate}/s`,
      value: half.p99,
      unit: 'ms',
      goal: { most: 25 },
      note: [
        'constant arrivals',
        `p50 ${half.p50.toFixed(1)} ms, max ${half.max.toFixed(0)} ms`,
        ...failures(half),
      ].join('; '),
    },
  ];
}
