// G9, G10, G12: webhooks per second, and the delay from a decision's commit to the receiver.
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import { startReceiver } from '../child.mjs';
import { besideFloor, load, percentile } from '../load.mjs';
import { createSessions, submitRequests, submitSessions, until } from '../sessions.mjs';

/** Default number of webhooks in the backlog (`--count`); 100000 is F26. */
const usualBacklog = 3000;
const connections = 16;

/** Measures the floor: one Node process that signs bodies and sends them over persistent connections, and records nothing. */
async function keepAliveSendRate(receiver) {
  const pool = new Pool(`http://127.0.0.1:${receiver.port}`, { connections, pipelining: 1 });
  const body = Buffer.from(JSON.stringify({ status: 'success', verification: { reason: 'x'.repeat(1180) } }));
  const endsAt = performance.now() + 3000;
  const startedAt = performance.now();
  let sent = 0;
  const sender = async () => {
    while (performance.now() < endsAt) {
      const signature = createHmac('sha256', 'csk_example_4f1d7a2c9b6e83051c47d0a9')
        .update(body)
        .digest('hex');
      const answer = await pool.request({
        method: 'POST',
        path: '/',
        body,
        headers: { 'content-type': 'application/json', 'x-hmac-signature': signature },
      });
      await answer.body.dump();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  const perSecond = sent / ((performance.now() - startedAt) / 1000);
  await pool.close();
  await receiver.query('take');
  return perSecond;
}

/** Submits sessions while no worker runs, so that their event webhooks queue up, then starts a worker that sends them. */
async function backlogRate({ startInstallation, database, receiver, env, waiting }) {
  const { service: api, access, more } = await startInstallation({ roles: 'api', env });
  const sessions = await createSessions({ port: api.port, access, count: waiting });
  await submitSessions({ port: api.port, access, sessions });
  // Without the jobs only sending is measured.
  await database.query('delete from job');
  const cpu = { before: 0, after: 0 };
  const worker = await more({ roles: 'worker', env });
  cpu.before = worker.cpuSeconds();
  await until(async () => (await receiver.query('count')) >= waiting, {
    seconds: 120 + waiting / 100,
    what: `${waiting} webhooks`,
  });
  cpu.after = worker.cpuSeconds();
  const receipts = await receiver.query('take');
  await worker.stop();
  await api.stop();
  const times = receipts.map(({ at }) => at).sort((a, b) => a - b);
  const seconds = (times.at(-1) - times[0]) / 1000;
  return {
    perSecond: (times.length - 1) / seconds,
    cpuEach: ((cpu.after - cpu.before) / times.length) * 1e6,
    doubles: receipts.length - new Set(receipts.map(({ id }) => id)).size,
  };
}

const sortedMs = (values) => values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);

/** Forces decisions at a constant rate and measures the time from commit to receiver and from submission to decision. */
async function decisionDelay({ startInstallation, database, receiver, env }) {
  const rate = 40;
  const { service, access } = await startInstallation({ env });
  const sessions = await createSessions({
    port: service.port,
    access,
    count: rate * 8,
    firstName: 'Approve',
  });
  await load({ port: service.port, ...submitRequests(access, sessions), connections: 32, rate, seconds: 8 });
  const known = new Set(sessions);
  const decided = async () =>
    (await database.query('select session_id from decision')).filter(({ session_id: id }) => known.has(id))
      .length;
  await until(async () => (await decided()) === sessions.length, { what: 'the decisions' });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const receipts = await receiver.query('take');
  const rows = await database.query(
    `select w.id as webhook, extract(epoch from d.created_at) * 1000 as decided, extract(epoch from a.submitted_at) * 1000 as submitted
     from decision d join attempt a on a.id = d.attempt_id and a.integration_id = d.integration_id
     left join webhook w on w.attempt_id = d.attempt_id and w.type = 'decision'`,
  );
  await service.stop();
  const arrived = new Map(receipts.map(({ id, at }) => [id, at]));
  return {
    rate,
    toReceiver: sortedMs(rows.map(({ webhook, decided: at }) => arrived.get(webhook) - Number(at))),
    toDecision: sortedMs(rows.map(({ decided: at, submitted }) => Number(at) - Number(submitted))),
  };
}

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function webhooks({ startInstallation, database, count }) {
  const waiting = Number(count ?? usualBacklog);
  if (!Number.isInteger(waiting) || waiting < 1) throw new Error('--count needs a whole number');
  const receiver = await startReceiver();
  const env = { WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/hook` };
  try {
    const { floor, result: backlog } = await besideFloor(
      () => keepAliveSendRate(receiver),
      () => backlogRate({ startInstallation, database, receiver, env, waiting }),
    );
    const delay = await decisionDelay({ startInstallation, database, receiver, env });
    return [
      {
        figure: `webhooks sent and recorded, backlog of ${waiting}`,
        value: backlog.perSecond,
        unit: '/s',
        floor: { name: 'keep-alive send', value: floor, unit: '/s' },
        goal: { ratio: 0.25 },
        note: `one endpoint, 16 in flight; worker CPU ${backlog.cpuEach.toFixed(0)} µs each; ${backlog.doubles} sent twice`,
      },
      {
        figure: `decision → first byte at the receiver, p50 at ${delay.rate}/s`,
        value: percentile(delay.toReceiver, 0.5),
        unit: 'ms',
        goal: { most: 50 },
        note: `from the start of the deciding transaction; p99 ${percentile(delay.toReceiver, 0.99).toFixed(0)} ms, ${delay.toReceiver.length} webhooks`,
      },
      {
        figure: `submit → decision without models, p99 at ${delay.rate}/s`,
        value: percentile(delay.toDecision, 0.99),
        unit: 'ms',
        goal: { most: 250 },
        note: `p50 ${percentile(delay.toDecision, 0.5).toFixed(0)} ms, ${delay.toDecision.length} decisions`,
      },
    ];
  } finally {
    receiver.stop();
  }
}
