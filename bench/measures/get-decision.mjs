// G5: signed reads of decisions.
import { startFloorServer } from '../child.mjs';
import { besideFloor, failures, load, withCpu } from '../load.mjs';
import { decidedSessions } from '../sessions.mjs';
import { createSigner } from '../signed-requests.mjs';

const seconds = 5;
const connections = 16;
const rawGet = 'GET /5043de43-828c-4b68-9ca0-15a1b9ea504d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function getDecision({ database, startInstallation }) {
  const { service: worker, access, more } = await startInstallation();
  const sessions = await decidedSessions({ port: worker.port, access, database, count: 500 });
  await worker.stop();
  const service = await more({ roles: 'api' });
  const bare = await startFloorServer();
  const signer = createSigner(access);
  const requests = sessions.map((id) => signer.get(`/v1/sessions/${id}/decision`, id));
  await load({ port: service.port, requests, connections, seconds: 2 });
  let bareCpu = 0;
  const { floor, result } = await besideFloor(
    async () => {
      const raw = await withCpu(bare, () =>
        load({ port: bare.port, requests: [{ head: rawGet, body: null }], connections, seconds: 3 }),
      );
      bareCpu = raw.cpuEach;
      return raw.perSecond;
    },
    () => withCpu(service, () => load({ port: service.port, requests, connections, seconds })),
  );
  bare.stop();
  await service.stop();
  const cpu = `service CPU ${result.cpuEach.toFixed(0)} µs each, bare ${bareCpu.toFixed(0)} µs`;
  return [
    {
      figure: 'GET decision, 16 connections',
      value: result.perSecond,
      unit: '/s',
      floor: { name: 'bare signed GET', value: floor, unit: '/s' },
      goal: { ratio: 0.35 },
      note: ['aim 4,000/s', `p99 ${result.p99.toFixed(1)} ms`, cpu, ...failures(result)].join('; '),
    },
  ];
}
