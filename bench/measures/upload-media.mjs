// G6, G7, G8: media uploads: bytes per second, memory during streaming, and the effect on other requests.
import { randomBytes } from 'node:crypto';
import { startFloorServer } from '../child.mjs';
import { besideFloor, failures, load } from '../load.mjs';
import { createSessions } from '../sessions.mjs';
import { createSigner, head } from '../signed-requests.mjs';

const seconds = 6;
const connections = 4;
const mebibyte = 2 ** 20;
/** Maximum content length in the contract, in base64 characters. */
const mostCharacters = 25_165_824;

/** Returns the header of a PNG of 2000 × 1500 pixels, followed by noise, which no upload route reads. */
function picture(size) {
  const bytes = randomBytes(size);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(2000, 16);
  bytes.writeUInt32BE(1500, 20);
  return bytes;
}

const uploadBody = (bytes, context) =>
  Buffer.from(
    JSON.stringify({
      image: {
        context,
        content: `data:image/png;base64,${bytes.toString('base64')}`,
        timestamp: '2026-11-20T10:01:55.120Z',
      },
    }),
  );

async function rawDiscardRate(server, body) {
  const requests = [{ head: head({ method: 'PUT', path: '/', apiKey: 'x', length: body.length }), body: 0 }];
  const { perSecond } = await load({ port: server.port, bodies: [body], requests, connections, seconds: 3 });
  return (perSecond * body.length) / 1e6;
}

/** Returns uploads of one picture to many sessions: each creates a new medium, and the body is signed once. */
function uploads(access, sessions, body) {
  const signer = createSigner(access);
  const signature = signer.sign(body);
  return sessions.map((id) =>
    signer.send({ method: 'POST', path: `/v1/sessions/${id}/media`, body, index: 0, signature }),
  );
}

async function memoryGrowth({ service, access }) {
  const body = uploadBody(picture(Math.floor(mostCharacters / 4) * 3), 'face');
  const sessions = await createSessions({ port: service.port, access, count: 32 });
  const before = service.memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, service.memory())), 20);
  const result = await load({
    port: service.port,
    bodies: [body],
    requests: uploads(access, sessions, body),
    connections: 8,
    seconds: 120,
    once: true,
  });
  clearInterval(watch);
  return { growth: most - before, inFlight: 8 * body.length, result };
}

/** Uploads at full speed while another client reads at a constant rate. */
async function uploadAndRead({ service, access, body, sessions }) {
  const reads = sessions
    .slice(0, 50)
    .map((id) => createSigner(access).get(`/v1/sessions/${id}/attempts`, id));
  const readPlan = { port: service.port, requests: reads, connections: 32, rate: 50 };
  const plan = { port: service.port, bodies: [body], connections, once: true };
  await load({ ...plan, seconds: 60, requests: uploads(access, sessions.slice(0, 40), body) });
  const idle = await load({ ...readPlan, seconds: 4 });
  const requests = uploads(access, sessions.slice(40), body);
  const [uploaded, busy] = await Promise.all([
    load({ ...plan, seconds, requests }),
    load({ ...readPlan, seconds: seconds - 1 }),
  ]);
  return { uploaded, busy, idle };
}

/**
 * Compares the same picture with `/` encoded as `\/`, as some encoders do, and without. Both bodies are uploaded in turn, so that other
 * load on the machine slows both.
 */
async function uploadEscaped({ service, access, body, sessions }) {
  const escaped = Buffer.from(body.toString('latin1').replaceAll('/', '\\/'), 'latin1');
  const rates = { plain: [], escaped: [] };
  const failed = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const part = sessions.slice(turn * 100, turn * 100 + 100);
    const [name, sent] = turn % 2 === 0 ? ['plain', body] : ['escaped', escaped];
    const requests = uploads(access, part, sent);
    const result = await load({
      port: service.port,
      bodies: [sent],
      connections,
      once: true,
      seconds: 2,
      requests,
    });
    // Both rates count the bytes of the picture itself.
    rates[name].push((result.perSecond * body.length) / 1e6);
    failed.push(...failures(result));
  }
  const best = ({ plain, escaped: other }) => [Math.max(...plain), Math.max(...other)];
  const [plainRate, escapedRate] = best(rates);
  return { plainRate, escapedRate, failed };
}

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function uploadMedia({ startInstallation }) {
  const { service, access } = await startInstallation({ roles: 'api' });
  const memory = await memoryGrowth({ service, access });
  const body = uploadBody(picture(4 * mebibyte), 'document-front');
  const sessions = await createSessions({ port: service.port, access, count: 1500 });
  const bare = await startFloorServer();
  const { floor, result } = await besideFloor(
    () => rawDiscardRate(bare, body),
    () => uploadAndRead({ service, access, body, sessions }),
  );
  bare.stop();
  const more = await createSessions({ port: service.port, access, count: 600 });
  const spelt = await uploadEscaped({ service, access, body, sessions: more });
  await service.stop();
  const { uploaded, busy, idle } = result;
  return [
    {
      figure: `media upload, 4 MiB pictures, ${connections} connections`,
      value: (uploaded.perSecond * body.length) / 1e6,
      unit: 'MB/s of body',
      floor: { name: 'receive and discard', value: floor, unit: 'MB/s' },
      goal: { ratio: 0.12 },
      note: [
        'aim 100 MB/s',
        `${uploaded.perSecond.toFixed(1)} uploads/s, p50 ${uploaded.p50.toFixed(0)} ms`,
        ...failures(uploaded),
      ].join('; '),
    },
    {
      figure: 'media upload, every / written as \\/',
      value: spelt.escapedRate,
      unit: 'MB/s of plain body',
      floor: { name: 'the same written plainly', value: spelt.plainRate, unit: 'MB/s' },
      goal: { ratio: 0.77 },
      note: ['plain at most 1.3 × as fast', ...spelt.failed].join('; '),
    },
    {
      figure: 'memory growth, 8 × 25 MB in flight',
      value: memory.growth / 1e6,
      unit: 'MB',
      goal: { most: (3 * memory.inFlight) / 1e6 },
      note: [
        `${(memory.growth / memory.inFlight).toFixed(2)} × bytes in flight`,
        `${memory.result.good} uploads`,
        ...failures(memory.result),
      ].join('; '),
    },
    {
      figure: 'other reads p99 during uploads',
      value: busy.p99,
      unit: 'ms',
      goal: { most: idle.p99 + 25 },
      note: [
        `idle p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms`,
        `busy p50 ${busy.p50.toFixed(1)} ms`,
        '50/s, constant arrivals',
        ...failures(idle, busy),
      ].join('; '),
    },
  ];
}
