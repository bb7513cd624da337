// G5: signed reads of decisions.
import { startFloorServer } from '../child.mjs';
import { load } from '../load.mjs';
import { decidedSessions } from '../sessions.mjs';
import { createSigner } from '../signed-requests.mjs';

const seconds = 5;
const connections = 16;

async function rawGetRate() {
  const server = await startFloorServer();
  const requests = [
    { head: 'GET /5043de43-828c-4b68-9ca0-15a1b9ea504d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', body: null },
  ];
  await load({ port: server.port, requests, connections, seconds: 1 });
  const { perSecond } = await load({ port: server.port, requests, connections, seconds });
  server.stop();
  return perSecond;
}

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function getDecision({ database, startInstallation }) {
  const { service, access } = await startInstallation();
  const sessions = await decidedSessions({ port: service.port, access, database, count: 500 });
  const floor = await rawGetRate();
  const signer = createSigner(access);
  const requests = sessions.map((id) => signer.get(`/v1/sessions/${id}/decision`, id));
  await load({ port: service.port, requests, connections, seconds: 2 });
  const cpuBefore = service.cpuSeconds();
  const result = await load({ port: service.port, requests, connections, seconds });
  const cpu = ((service.cpuSeconds() - cpuBefore) / result.good) * 1e6;
  await service.stop();
  return [
    {
      figure: 'GET decision, 16 connections',
      value: result.perSecond,
      unit: '/s',
      floor: { name: 'bare signed GET', value: floor, unit: '/s' },
      goal: { ratio: 0.35 },
      note: `aim 4,000/s; p99 ${result.p99.toFixed(1)} ms; service CPU ${cpu.toFixed(0)} µs each${result.bad > 0 ? `; ${result.bad} failed ${JSON.stringify(result.statuses)}` : ''}`,
    },
  ];
}
