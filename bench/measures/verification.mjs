// Real verifications, one after the other: the models read and compare a document picture and a selfie.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from '../../tools/bundle.mjs';
import { createSessions, submitSessions, until } from '../sessions.mjs';
import { createSigner } from '../signed-requests.mjs';
import { load, percentile } from '../load.mjs';

const cases = 12;
const rounds = 2;

/** Documents, with the goals for processor time in milliseconds: the median and the 95th percentile. */
const documents = [
  { kind: 'td3', name: 'passport' },
  { kind: 'td1', name: 'ID card' },
  { kind: 'uto-licence', name: 'licence' },
];
const goals = { p50: 700, p95: 1_200, bundled: 1_500 };

/** The specimens package, bundled once. */
let maker;
export const loadMaker = () => (maker ??= bundleMaker());

async function bundleMaker() {
  const folder = fileURLToPath(new URL('../../.build/', import.meta.url));
  await bundle(
    { 'bench-specimens': fileURLToPath(new URL('../../packages/specimens/src/index.ts', import.meta.url)) },
    folder,
  );
  return import(pathToFileURL(path.join(folder, 'bench-specimens.mjs')).href);
}

/** Draws an invented person with a document. @see specimenCase */
export async function drawCase(options) {
  const { specimenCase } = await loadMaker();
  return specimenCase(options);
}

/** Draws invented people with their documents, as photographed by a phone. */
export async function drawCases(kind = 'td3') {
  const drawn = [];
  for (let seed = 1; seed <= cases; seed += 1)
    drawn.push(await drawCase({ seed, kind, condition: 'typical' }));
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

/** Verifies each in turn. @returns the processor time of each, uploads included, in ms */
async function verifyOneByOne({ port, access, database, service, drawn }) {
  const times = [];
  for (const { pictures } of drawn) {
    const before = service.cpuSeconds();
    const [session] = await createSessions({ port, access, count: 1, firstName: null });
    await uploadPictures({ port, access, session, pictures });
    await submitSessions({ port, access, sessions: [session], connections: 1 });
    const decided = async () =>
      (await database.query('select 1 from decision where session_id = $1', [session])).length > 0;
    await until(decided, { seconds: 60, what: 'a decision' });
    times.push((service.cpuSeconds() - before) * 1000);
  }
  return times;
}

const elapsed = `
  select d.status, extract(epoch from d.created_at - a.submitted_at) * 1000 as ms
  from decision d join attempt a on a.id = d.attempt_id and a.integration_id = d.integration_id
  order by d.created_at`;

const ascending = (values) => values.map(Number).sort((a, b) => a - b);

/** Runs all rounds over the cases of one document, after two uncounted rounds that load the models. */
async function measureDocument(work, drawn) {
  await verifyOneByOne({ ...work, drawn: drawn.slice(0, 2) });
  const earlier = (await work.database.query(elapsed)).length;
  const cpu = [];
  for (let round = 0; round < rounds; round += 1) cpu.push(...(await verifyOneByOne({ ...work, drawn })));
  const rows = (await work.database.query(elapsed)).slice(earlier);
  const outcomes = rows.reduce((all, { status }) => ({ ...all, [status]: (all[status] ?? 0) + 1 }), {});
  return {
    cpu: ascending(cpu),
    elapsed: ascending(rows.map(({ ms }) => ms)),
    outcomes: JSON.stringify(outcomes),
  };
}

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function verification({ database, startInstallation, quick }) {
  const rows = [];
  const row = (figure, value, most, note) => rows.push({ figure, value, unit: 'ms', goal: { most }, note });
  const { service, access, more } = await startInstallation({ env: { VISION_THREADS: '1' } });
  const work = { port: service.port, access, database, service };
  for (const { kind, name } of quick ? documents.slice(0, 1) : documents) {
    const found = await measureDocument(work, await drawCases(kind));
    row(`${name} and selfie, processor time, p50`, percentile(found.cpu, 0.5), goals.p50, found.outcomes);
    row(
      `${name} and selfie, processor time, p95`,
      percentile(found.cpu, 0.95),
      goals.p95,
      'with uploads; one at a time',
    );
    if (kind === 'td3')
      row(
        'one verification, passport and selfie, p95',
        percentile(found.elapsed, 0.95),
        450,
        `submit → decision, one at a time, one vision thread; p50 ${percentile(found.elapsed, 0.5).toFixed(0)} ms`,
      );
  }
  await service.stop();
  if (quick) return rows;
  const bundled = await more({ env: { VISION_THREADS: '1', VISION_TEXT_ENGINE: 'bundled' } });
  const found = await measureDocument(
    { ...work, port: bundled.port, service: bundled },
    await drawCases(documents[0].kind),
  );
  await bundled.stop();
  row(
    'passport, shipped reader of print, processor time, p50',
    percentile(found.cpu, 0.5),
    goals.bundled,
    found.outcomes,
  );
  return rows;
}
