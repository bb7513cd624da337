// G13 and related figures: the cost of watchlist screening, for sessions of an integration that only screens against the invented list
// of the service. `packages/screening/bench` measures the engine's own speed on large lists.
import { startFloorServer } from '../child.mjs';
import { besideFloor, failures, load, percentile, withCpu } from '../load.mjs';
import { submitRequests, submitSessions, until } from '../sessions.mjs';
import { createSigner } from '../signed-requests.mjs';

const connections = 16;
const full = { rate: 40, seconds: 8, backlog: 600, reads: 500, load: 5 };
const quick = { rate: 20, seconds: 3, backlog: 120, reads: 100, load: 2 };
const rawGet = 'GET /5043de43-828c-4b68-9ca0-15a1b9ea504d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** A person on the invented list, with one hit. */
const listed = { firstName: 'Perpetua', lastName: 'Olusade', dateOfBirth: '1984-06-11' };
const unlisted = { firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1990-04-12' };

const bodyOf = (person) =>
  Buffer.from(JSON.stringify({ verification: { person, vendorData: 'customer-70341' } }));

/** Makes the development integration only screen. No process may be running, because processes cache settings. */
const onlyScreen = (database) =>
  database.query(
    `update integration set settings = settings || '{"identityVerification": false, "watchlistScreening": true}'::jsonb`,
  );

async function create({ port, access }, { count, person }) {
  const body = bodyOf(person);
  const request = createSigner(access).send({ method: 'POST', path: '/v1/sessions', body, index: 0 });
  const requests = Array.from({ length: count }, () => request);
  const result = await load({
    port,
    bodies: [body],
    requests,
    connections: 8,
    seconds: 300,
    once: true,
    keep: true,
  });
  if (result.good !== count) throw new Error(`sessions were refused: ${JSON.stringify(result.statuses)}`);
  return result.bodies.map((text) => JSON.parse(text).verification.id);
}

/** Selects the milliseconds from submission to the decision and to the screening's result, and the result. */
const times = `
  select a.session_id as id, w.status, extract(epoch from a.submitted_at) * 1000 as submitted,
    extract(epoch from d.created_at) * 1000 as decided, extract(epoch from w.screened_at) * 1000 as screened
  from attempt a join decision d on d.attempt_id = a.id and d.integration_id = a.integration_id
  join watchlist_screening w on w.attempt_id = a.id and w.integration_id = a.integration_id
  where w.screened_at is not null`;

async function screened({ database }, sessions) {
  const known = new Set(sessions);
  let rows = [];
  const all = async () => {
    rows = (await database.query(times)).filter(({ id }) => known.has(id));
    return rows.length === sessions.length;
  };
  await until(all, { seconds: 180, what: `${sessions.length} screenings` });
  return rows;
}

const sorted = (values) => values.map(Number).sort((a, b) => a - b);

/** Submits sessions at a constant rate, half of them with a hit. */
async function delays(work, { rate, seconds }) {
  const count = (rate * seconds) / 2;
  const found = await create(work, { count, person: listed });
  const others = await create(work, { count, person: unlisted });
  const sessions = found.flatMap((id, at) => [id, others[at]]);
  const plan = submitRequests(work.access, sessions);
  const result = await load({ port: work.port, ...plan, connections: 32, rate, seconds });
  if (result.bad > 0) throw new Error(`submissions failed: ${JSON.stringify(result.statuses)}`);
  const sent = sessions.slice(0, result.good);
  const rows = await screened(work, sent);
  const hits = new Set(found);
  return {
    found,
    wrong: rows.filter(({ id, status }) => status !== (hits.has(id) ? 'potential_match' : 'no_match')).length,
    count: rows.length,
    toDecision: sorted(rows.map(({ submitted, decided }) => decided - submitted)),
    toResult: sorted(rows.map(({ submitted, screened: at }) => at - submitted)),
  };
}

/** Runs sessions from creation to result at full speed. */
async function endToEnd(work, { backlog }) {
  const before = work.service.cpuSeconds();
  const startedAt = performance.now();
  const sessions = await create(work, { count: backlog, person: listed });
  await submitSessions({ ...work, sessions, connections: 8 });
  const rows = await screened(work, sessions);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: rows.length / seconds,
    cpuEach: ((work.service.cpuSeconds() - before) / rows.length) * 1000,
  };
}

const rawRate = (bare, seconds) =>
  load({ port: bare.port, requests: [{ head: rawGet, body: null }], connections, seconds });

/** Measures GET requests for results with a hit. */
async function reads(work, { sessions, bare, seconds }) {
  const signer = createSigner(work.access);
  const requests = sessions.map((id) => signer.get(`/v1/sessions/${id}/watchlist-screening`, id));
  const plan = { port: work.port, requests, connections };
  await load({ ...plan, seconds: 1 });
  return besideFloor(
    async () => (await rawRate(bare, seconds / 2)).perSecond,
    () => withCpu(work.service, () => load({ ...plan, seconds })),
  );
}

/** Measures PATCH requests: every hit is reviewed once, which completes it and records a webhook. */
async function reviews(work, { sessions, bare, seconds }) {
  const signer = createSigner(work.access);
  const hits = await work.database.query('select session_id as session, id from watchlist_hit');
  const hitOf = new Map(hits.map(({ session, id }) => [session, id]));
  const bodies = sessions.map((id) =>
    Buffer.from(JSON.stringify({ hit: { id: hitOf.get(id), matchStatus: 'false_positive' } })),
  );
  const requests = sessions.map((id, index) =>
    signer.send({
      method: 'PATCH',
      path: `/v1/sessions/${id}/watchlist-screening`,
      body: bodies[index],
      index,
    }),
  );
  return besideFloor(
    async () => (await rawRate(bare, seconds / 2)).perSecond,
    () =>
      withCpu(work.service, () =>
        load({ port: work.port, bodies, requests, connections, seconds: 60, once: true }),
      ),
  );
}

const beside = (floor) => ({ name: 'bare signed GET', value: floor, unit: '/s' });

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function watchlist({ database, startInstallation, quick: isQuick = false }) {
  const size = isQuick ? quick : full;
  const { service: first, access, more } = await startInstallation();
  await first.stop();
  await onlyScreen(database);
  const service = await more({});
  const work = { port: service.port, access, database, service };
  const bare = await startFloorServer();
  try {
    // Warm-up: the first screening waits for the tables of names.
    await endToEnd(work, { backlog: 20 });
    const delay = await delays(work, size);
    const { floor, result: flow } = await besideFloor(
      async () => (await rawRate(bare, 2)).perSecond,
      () => endToEnd(work, size),
    );
    const sessions = delay.found.slice(0, size.reads);
    const get = await reads(work, { sessions, bare, seconds: size.load });
    const patch = await reviews(work, { sessions, bare, seconds: size.load });
    const p50 = (values) => `p50 ${percentile(values, 0.5).toFixed(0)} ms`;
    return [
      {
        figure: `screening only: submit → decision, p99 at ${size.rate}/s`,
        value: percentile(delay.toDecision, 0.99),
        unit: 'ms',
        goal: { most: 400 },
        note: `${p50(delay.toDecision)}, ${delay.count} sessions`,
      },
      {
        figure: `screening only: submit → result, p99 at ${size.rate}/s`,
        value: percentile(delay.toResult, 0.99),
        unit: 'ms',
        goal: { most: 400 },
        note: `${p50(delay.toResult)}; half with a hit; ${delay.wrong} wrong results; invented list of 8`,
      },
      {
        figure: `screening only: sessions created, submitted, decided, screened (${size.backlog})`,
        value: flow.perSecond,
        unit: '/s',
        floor: beside(floor),
        // No goal, because each session needs two requests and two jobs.
        goal: {},
        note: `ratio ${(flow.perSecond / floor).toFixed(3)}; CPU ${flow.cpuEach.toFixed(1)} ms a session`,
      },
      {
        figure: 'GET watchlist-screening, 16 connections',
        value: get.result.perSecond,
        unit: '/s',
        floor: beside(get.floor),
        goal: { ratio: 0.35 },
        note: [
          `p50 ${get.result.p50.toFixed(1)} ms, p99 ${get.result.p99.toFixed(1)} ms`,
          `service CPU ${get.result.cpuEach.toFixed(0)} µs each`,
          ...failures(get.result),
        ].join('; '),
      },
      {
        figure: 'PATCH watchlist-screening (review), 16 connections',
        value: patch.result.perSecond,
        unit: '/s',
        floor: beside(patch.floor),
        goal: {},
        note: [
          `ratio ${(patch.result.perSecond / patch.floor).toFixed(3)}`,
          `p50 ${patch.result.p50.toFixed(1)} ms, p99 ${patch.result.p99.toFixed(1)} ms`,
          `service CPU ${patch.result.cpuEach.toFixed(0)} µs each`,
          ...failures(patch.result),
        ].join('; '),
      },
    ];
  } finally {
    bare.stop();
    await service.stop();
  }
}
