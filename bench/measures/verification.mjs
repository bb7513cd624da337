// One real verification: a document picture and a selfie, read and compared by the models, one after the other.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from '../../tools/bundle.mjs';
import { createSessions, submitSessions, until } from '../sessions.mjs';
import { createSigner } from '../signed-requests.mjs';
import { load, percentile } from '../load.mjs';

const cases = 12;
const rounds = 2;

/** Draws invented people with their passports, as a phone would photograph them. */
export async function drawCases() {
  const folder = fileURLToPath(new URL('../../.build/', import.meta.url));
  await bundle(
    { 'bench-specimens': fileURLToPath(new URL('../../packages/specimens/src/index.ts', import.meta.url)) },
    folder,
  );
  const { specimenCase } = await import(pathToFileURL(path.join(folder, 'bench-specimens.mjs')).href);
  const drawn = [];
  for (let seed = 1; seed <= cases; seed += 1)
    drawn.push(await specimenCase({ seed, kind: 'td3', condition: 'typical' }));
  return drawn;
}

const uploadBody = ({ context, contentType, bytes }) =>
  Buffer.from(
    JSON.stringify({ image: { context, content: `data:${contentType};base64,${bytes.toString('base64')}` } }),
  );

export async function uploadPictures({ port, access, session, pictures }) {
  const signer = createSigner(access);
  const bodies = pictures.map(uploadBody);
  const requests = bodies.map((body, index) =>
    signer.send({ method: 'POST', path: `/v1/sessions/${session}/media`, body, index }),
  );
  const result = await load({ port, bodies, requests, connections: 1, seconds: 60, once: true });
  if (result.good !== requests.length)
    throw new Error(`pictures were refused: ${JSON.stringify(result.statuses)}`);
}

async function verifyOneByOne({ port, access, database, drawn }) {
  for (const { pictures } of drawn) {
    const [session] = await createSessions({ port, access, count: 1, firstName: null });
    await uploadPictures({ port, access, session, pictures });
    await submitSessions({ port, access, sessions: [session], connections: 1 });
    const decided = async () =>
      (await database.query('select 1 from decision where session_id = $1', [session])).length > 0;
    await until(decided, { seconds: 60, what: 'a decision' });
  }
}

const times = `
  select d.status, d.reason_code as reason, extract(epoch from d.created_at - a.submitted_at) * 1000 as ms
  from decision d join attempt a on a.id = d.attempt_id and a.integration_id = d.integration_id
  order by d.created_at`;

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function verification({ database, startInstallation }) {
  const drawn = await drawCases();
  const { service, access } = await startInstallation({ env: { VISION_THREADS: '1' } });
  const work = { port: service.port, access, database };
  // Models load with the first picture; that is not the time of a verification.
  await verifyOneByOne({ ...work, drawn: drawn.slice(0, 2) });
  const warm = (await database.query(times)).length;
  const cpuBefore = service.cpuSeconds();
  for (let round = 0; round < rounds; round += 1) await verifyOneByOne({ ...work, drawn });
  const cpu = ((service.cpuSeconds() - cpuBefore) / (rounds * cases)) * 1000;
  const rows = (await database.query(times)).slice(warm);
  await service.stop();
  const sorted = rows.map(({ ms }) => Number(ms)).sort((a, b) => a - b);
  const outcomes = rows.reduce((all, { status }) => ({ ...all, [status]: (all[status] ?? 0) + 1 }), {});
  return [
    {
      figure: 'one verification, passport and selfie, p95',
      value: percentile(sorted, 0.95),
      unit: 'ms',
      goal: { most: 450 },
      note: `submit → decision, one at a time, one vision thread; p50 ${percentile(sorted, 0.5).toFixed(0)} ms; CPU ${cpu.toFixed(0)} ms each with uploads; ${JSON.stringify(outcomes)}`,
    },
  ];
}
