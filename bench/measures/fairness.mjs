// The effect of one integration's flood of slow pictures on another's verifications and forced decisions, compared with quiet times.
import { execFileSync } from 'node:child_process';
import { crc32, deflateSync } from 'node:zlib';
import { at } from '../../tools/project.mjs';
import { percentile } from '../load.mjs';
import { createSessions, submitSessions, until } from '../sessions.mjs';
import { drawCases, uploadPictures } from './verification.mjs';

/** Side of the flood's pictures in pixels: interlaced, 16 bits, at 0.9 of the permitted decoding cost. */
const slowSide = 5_750;

/** Creates a second integration of the same installation and returns its owner's access. */
function createIntegration({ database, directory, mode }) {
  const out = execFileSync(
    process.execPath,
    [at('dist/countersign.mjs'), 'integration', 'create', '--name', 'Flood', '--mode', mode],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        COUNTERSIGN_ENV: 'development',
        DATABASE_URL: database.url,
        DATA_DIR: directory,
      },
    },
  );
  const valueOf = (name) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(out)?.[1];
  return { apiKey: valueOf('apiKey'), sharedSecret: valueOf('secret') };
}

function pngChunk(type, data) {
  const named = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** Start and step of the seven passes of an interlaced PNG. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** Returns interlaced black PNGs of 16 bits and three channels, nearly as slow as pictures may be. */
function slowPictures() {
  const count = (start, step) => Math.ceil((slowSide - start) / step);
  const rows = passes.map(([x, y, dx, dy]) => count(y, dy) * (1 + 6 * count(x, dx)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(slowSide, 0);
  header.writeUInt32BE(slowSide, 4);
  header.set([16, 2, 0, 0, 1], 8);
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(rows.reduce((sum, length) => sum + length, 0)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return ['face', 'document-front', 'document-back'].map((context) => ({
    context,
    contentType: 'image/png',
    bytes,
  }));
}

/** Submits `count` sessions one after the other. @returns sorted times until the decision, in milliseconds */
async function decideOneByOne({ database, port, access, count, prepare }) {
  const sessions = [];
  for (let index = 0; index < count; index += 1) {
    const session = await prepare(index);
    await submitSessions({ port, access, sessions: [session], connections: 1 });
    const decided = async () =>
      (await database.query('select 1 from decision where session_id = $1', [session])).length > 0;
    await until(decided, { seconds: 120, what: 'a decision of the victim' });
    sessions.push(session);
  }
  const rows = await database.query(
    `select extract(epoch from d.created_at - a.submitted_at) * 1000 as ms
     from decision d join attempt a on a.id = d.attempt_id and a.integration_id = d.integration_id
     where d.session_id = any($1::uuid[])`,
    [sessions],
  );
  return rows.map(({ ms }) => Number(ms)).sort((a, b) => a - b);
}

/** Maintains a backlog of slow sessions until stopped. */
function startFlood({ database, port, access, pictures, backlog }) {
  let stopped = false;
  let sent = 0;
  const waiting = async () =>
    Number((await database.query('select count(*) as n from job where claims < 1'))[0].n);
  const loop = async () => {
    while (!stopped) {
      if ((await waiting()) >= backlog) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      const [session] = await createSessions({ port, access, count: 1, firstName: null });
      await uploadPictures({ port, access, session, pictures });
      await submitSessions({ port, access, sessions: [session], connections: 1 });
      sent += 1;
    }
  };
  const looping = loop();
  return {
    sent: () => sent,
    waiting,
    async stop() {
      stopped = true;
      await looping;
    },
  };
}

const row = ({ figure, times, quiet, note }) => {
  const floor = percentile(quiet, 0.99);
  const value = percentile(times, 0.99);
  return {
    figure,
    value,
    unit: 'ms',
    floor: { name: 'quiet p99', value: floor, unit: 'ms' },
    goal: { most: 3 * floor },
    note: `${(value / floor).toFixed(2)} × quiet; p50 ${percentile(times, 0.5).toFixed(0)} ms, quiet ${percentile(quiet, 0.5).toFixed(0)} ms; ${note}`,
  };
};

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function fairness({ database, startInstallation, quick }) {
  const count = quick ? 12 : 60;
  const drawn = await drawCases();
  const pictures = slowPictures();
  const { service, access, directory } = await startInstallation({ env: { VISION_THREADS: '2' } });
  const { port } = service;
  const flooder = createIntegration({ database, directory, mode: 'live' });
  const victim = { database, port, access };
  const withPictures = async (index) => {
    const [session] = await createSessions({ port, access, count: 1, firstName: null });
    await uploadPictures({ port, access, session, pictures: drawn[index % drawn.length].pictures });
    return session;
  };
  const forced = async () => (await createSessions({ port, access, count: 1, firstName: 'Approve' }))[0];
  const verify = () => decideOneByOne({ ...victim, count, prepare: withPictures });
  const force = () => decideOneByOne({ ...victim, count, prepare: forced });
  // Each thread loads its models with its first picture, which must not count as an effect of the flood.
  const warmUp = () => decideOneByOne({ ...victim, count: 3, prepare: withPictures });
  await Promise.all([warmUp(), warmUp(), warmUp()]);
  const quiet = { verified: await verify(), forced: await force() };
  const flood = startFlood({ database, port, access: flooder, pictures, backlog: quick ? 8 : 20 });
  await until(async () => (await flood.waiting()) >= 4, { seconds: 120, what: 'a backlog of slow sessions' });
  const flooded = { verified: await verify(), forced: await force() };
  const note = `${count} each; ${flood.sent()} sessions of three interlaced 16-bit PNG of ${Math.round(slowSide ** 2 / 1e6)} megapixels handed in meanwhile, ${await flood.waiting()} waiting at the end`;
  await flood.stop();
  await service.stop();
  return [
    row({
      figure: 'verification beside a flood of slow pictures, p99',
      times: flooded.verified,
      quiet: quiet.verified,
      note,
    }),
    row({
      figure: 'forced decision beside it, p99',
      times: flooded.forced,
      quiet: quiet.forced,
      note: `${count} each`,
    }),
  ];
}
