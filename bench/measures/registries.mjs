// Registry checks: the cost of evaluators and connectors beside the registry's own time, checks and sessions per second, and the effect
// of a hanging registry on other work. The registries are the simulators, called over HTTP in their own formats.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startFloorServer } from '../child.mjs';
import { loadBundled } from '../load-bundled.mjs';
import { besideFloor, load, percentile } from '../load.mjs';
import { submitRequests, submitSessions, until } from '../sessions.mjs';
import { createSigner } from '../signed-requests.mjs';

const full = { evaluations: 100_000, pairs: 300, seconds: 5, backlog: 600, rate: 20, load: 8, hanging: 48 };
const quick = { evaluations: 10_000, pairs: 60, seconds: 2, backlog: 100, rate: 10, load: 3, hanging: 20 };
const connections = 16;
const controlToken = 'bench';

/** A picture of one pixel, which test integrations accept as a selfie. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const colombian = {
  person: { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ GARCIA' },
  document: {
    number: '9000000001',
    idCardType: 'CC',
    country: 'CO',
    type: 'ID_CARD',
    firstIssue: '2015-06-20',
  },
};
const brazilian = {
  person: { idNumber: '90000000175', firstName: 'ANA BEATRIZ', lastName: 'SOUZA LIMA' },
  document: { country: 'BR', type: 'DRIVERS_LICENSE' },
};
const names = { br: 'Brazil, Datavalid', mx: 'Mexico, INE', co: 'Colombia, ANI' };
const floorPost = Buffer.from('{"verification":{"status":"submitted"}}');

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function registries({ database, startInstallation, quick: isQuick = false }) {
  const size = isQuick ? quick : full;
  const engine = await loadBundled('bench-registries', 'packages/registry-simulator/bench/registry-speed.ts');
  const bare = await startFloorServer();
  const simulator = await engine.startSimulator({ controlToken });
  try {
    return [
      ...evaluatorRows(engine, size),
      ...(await connectorRows(engine, bare, size)),
      ...(await serviceRows({ database, startInstallation, simulator, bare }, size)),
    ];
  } finally {
    bare.stop();
    await simulator.close();
  }
}

function evaluatorRows(engine, { evaluations }) {
  return Object.entries(engine.measureEvaluators(evaluations)).map(([country, value]) => ({
    figure: `evaluator, ${names[country]}: processor time, everything on`,
    value,
    unit: 'µs',
    goal: { most: 20 },
  }));
}

const signedPosts = (bare, seconds) => {
  const request = createSigner({ apiKey: 'x', sharedSecret: 'x' }).send({
    method: 'POST',
    path: '/',
    body: floorPost,
    index: 0,
  });
  return load({ port: bare.port, bodies: [floorPost], requests: [request], connections, seconds });
};

async function connectorRows(engine, bare, { pairs, seconds }) {
  const rows = [];
  for (const country of engine.countries) {
    const { check, bare: plain, requests } = await engine.measureOverhead(country, pairs);
    rows.push({
      figure: `connector, ${names[country]}: time over bare requests`,
      value: check - plain,
      unit: 'ms',
      floor: { name: `${requests} bare request${requests > 1 ? 's' : ''}`, value: plain, unit: 'ms' },
      goal: { most: 2 },
      note: `median of ${pairs} pairs; a check takes ${check.toFixed(2)} ms`,
    });
    const { floor, result } = await besideFloor(
      async () => (await signedPosts(bare, 1)).perSecond,
      () => engine.measureChecks(country, { seconds, inFlight: connections }),
    );
    rows.push({
      figure: `checks, ${names[country]}: connector and simulator in one process`,
      value: result.perSecond,
      unit: '/s',
      floor: { name: 'bare signed POST', value: floor, unit: '/s' },
      goal: { least: 500 },
      note: `ratio ${(result.perSecond / floor).toFixed(3)}; CPU ${result.cpuMs.toFixed(2)} ms a check, the simulator's included`,
    });
  }
  return rows;
}

const program = fileURLToPath(new URL('../../dist/countersign.mjs', import.meta.url));

/** Creates a second test integration as an operator would. */
function createIntegration(database, directory, registry) {
  const made = execFileSync(
    process.execPath,
    `${program} integration create --name ${registry} --mode test --json --set registry=${registry} --set identityVerification=false`.split(
      ' ',
    ),
    {
      env: {
        PATH: process.env.PATH,
        COUNTERSIGN_ENV: 'development',
        DATABASE_URL: database.url,
        DATA_DIR: directory,
      },
    },
  );
  const { apiKey, secret, sharedSecret = secret } = JSON.parse(made);
  return { apiKey, sharedSecret };
}

async function create({ port, access }, verification, count) {
  const body = Buffer.from(JSON.stringify({ verification }));
  const request = createSigner(access).send({ method: 'POST', path: '/v1/sessions', body, index: 0 });
  const result = await load({
    port,
    bodies: [body],
    requests: Array.from({ length: count }, () => request),
    connections: 8,
    seconds: 300,
    once: true,
    keep: true,
  });
  if (result.good !== count) throw new Error(`sessions were refused: ${JSON.stringify(result.statuses)}`);
  return result.bodies.map((text) => JSON.parse(text).verification.id);
}

async function uploadSelfies({ port, access }, sessions) {
  const body = Buffer.from(JSON.stringify({ image: { context: 'face', content: pixel } }));
  const signer = createSigner(access);
  const requests = sessions.map((id) =>
    signer.send({ method: 'POST', path: `/v1/sessions/${id}/media`, body, index: 0 }),
  );
  const result = await load({ port, bodies: [body], requests, connections: 8, seconds: 60, once: true });
  if (result.good !== sessions.length)
    throw new Error(`selfies were refused: ${JSON.stringify(result.statuses)}`);
}

/** Returns the time from submission to decision (in milliseconds) and the status of these sessions. */
async function decided(database, sessions, seconds = 180) {
  const known = new Set(sessions);
  let rows = [];
  const all = async () => {
    const found = await database.query(
      `select a.session_id as id, d.status, extract(epoch from d.created_at - a.submitted_at) * 1000 as ms
       from attempt a join decision d on d.integration_id = a.integration_id and d.attempt_id = a.id`,
    );
    rows = found.filter(({ id }) => known.has(id));
    return rows.length >= sessions.length;
  };
  await until(all, { seconds, what: `${sessions.length} decisions` });
  return rows;
}

/** Creates sessions at a constant rate and measures the responses of the API and the time to the decision. */
async function pace(work, { rate, seconds }) {
  const sessions = await create(work, colombian, rate * seconds);
  const result = await load({
    port: work.port,
    ...submitRequests(work.access, sessions),
    connections,
    rate,
    seconds,
  });
  if (result.bad > 0) throw new Error(`submissions failed: ${JSON.stringify(result.statuses)}`);
  const rows = await decided(work.database, sessions.slice(0, result.good));
  const wrong = rows.filter(({ status }) => status !== 'approved').length;
  const times = rows.map(({ ms }) => Number(ms)).sort((a, b) => a - b);
  return { api: result.p99, decision: percentile(times, 0.99), p50: percentile(times, 0.5), wrong };
}

async function endToEnd(work, backlog) {
  const before = work.service.cpuSeconds();
  const startedAt = performance.now();
  const sessions = await create(work, colombian, backlog);
  await submitSessions({ ...work, sessions, connections: 8 });
  const rows = await decided(work.database, sessions);
  return {
    perSecond: rows.length / ((performance.now() - startedAt) / 1000),
    cpuEach: ((work.service.cpuSeconds() - before) / rows.length) * 1000,
    wrong: rows.filter(({ status }) => status !== 'approved').length,
  };
}

const setFaults = (simulator, faults) =>
  fetch(`${simulator.url}/__sim/faults`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rules: faults }),
  });

async function serviceRows({ database, startInstallation, simulator, bare }, size) {
  const env = { SIMULATOR_URL: simulator.url };
  const { service: first, access, directory, more } = await startInstallation({ env });
  await first.stop();
  await database.query(
    `update integration set settings = settings || '{"identityVerification": false, "registry": "CO"}'::jsonb`,
  );
  const hangs = createIntegration(database, directory, 'BR_CPF');
  const service = await more({ env });
  const work = { port: service.port, access, database, service };
  try {
    await endToEnd(work, 20);
    const { floor, result: flow } = await besideFloor(
      async () => (await signedPosts(bare, 1)).perSecond,
      () => endToEnd(work, size.backlog),
    );
    const calm = await pace(work, { rate: size.rate, seconds: size.load });
    const faults = await setFaults(simulator, [{ id: 'hang', route: 'br.status', fault: 'net.hang' }]);
    if (!faults.ok) throw new Error(`the simulator refused the fault: ${faults.status}`);
    const hanging = { ...work, access: hangs };
    const held = await create(hanging, brazilian, size.hanging);
    await uploadSelfies(hanging, held);
    await submitSessions({ ...hanging, sessions: held });
    const beside = await pace(work, { rate: size.rate, seconds: size.load });
    const waiting = await database.query(
      `select count(*) as n from job where kind like 'check-br%' and leased_until is not null`,
    );
    return [
      {
        figure: `standalone sessions, Colombia: created, submitted, decided (${size.backlog})`,
        value: flow.perSecond,
        unit: '/s',
        floor: { name: 'bare signed POST', value: floor, unit: '/s' },
        goal: {},
        note: `ratio ${(flow.perSecond / floor).toFixed(3)}; CPU ${flow.cpuEach.toFixed(1)} ms a session; ${flow.wrong} wrong`,
      },
      {
        figure: `standalone, Colombia: submit → decision, p99 at ${size.rate}/s`,
        value: calm.decision,
        unit: 'ms',
        goal: {},
        note: `p50 ${calm.p50.toFixed(0)} ms; PATCH p99 ${calm.api.toFixed(1)} ms; ${calm.wrong} wrong`,
      },
      {
        figure: 'the same beside a registry that hangs: decision p99',
        value: beside.decision,
        unit: 'ms',
        floor: { name: 'without it', value: calm.decision, unit: 'ms' },
        goal: { most: calm.decision * 1.1 },
        note: `ratio ${(beside.decision / calm.decision).toFixed(2)}; ${waiting[0].n} Brazilian checks hang meanwhile; ${beside.wrong} wrong`,
      },
      {
        figure: 'the same beside a registry that hangs: PATCH p99',
        value: beside.api,
        unit: 'ms',
        floor: { name: 'without it', value: calm.api, unit: 'ms' },
        goal: { most: calm.api * 1.1 },
        note: `ratio ${(beside.api / calm.api).toFixed(2)}`,
      },
    ];
  } finally {
    await service.stop();
  }
}
