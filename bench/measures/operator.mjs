// An installation that has run for years: the speed of listing commands, and how fast retention deletes. Sessions are rows without
// files, because the cost of files is that of the file system.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../sessions.mjs';

const run = promisify(execFile);
const program = new URL('../../bin/countersign', import.meta.url).pathname;
const usualSessions = 20_000;
/** Maximum number of sessions that retention deletes; a day has one session per minute. */
const mostDeleted = 20_000;
const perDay = 24 * 60;

/** Inserts decided sessions with attempt, decision and audit rows of typical size, a minute apart, none in the last two days. */
async function seed({ database, integrationId, sessions }) {
  const [sealed, body] = [randomBytes(420), randomBytes(1600)];
  const portion = 50_000;
  for (let from = 0; from < sessions; from += portion) {
    await database.query(
      `with made as (
         select gen_random_uuid() as id, gen_random_uuid() as attempt, now() - interval '2 days' - make_interval(mins => n) as at,
           case when n % 20 = 0 then 'declined' else 'approved' end as status
         from generate_series($2::int, $3::int) n
       ), s as (
         insert into session (integration_id, id, status, created_at, changed_at, expires_at, data_key, kek_version, sealed, attempt_id, token_issued_at)
         select $1, id, status, at, at, at + interval '7 days', $4, 1, $5, attempt, 1 from made
       ), a as (
         insert into attempt (integration_id, id, session_id, ordinal, status, fed_by, created_at, submitted_at, findings)
         select $1, attempt, id, 1, status, 'api', at, at, $5 from made returning id
       ), logged as (
         insert into audit (integration_id, at, actor, action, session_id, attempt_id, from_state, to_state)
         select $1, at, 'worker', word, id, attempt, null, null from made cross join unnest(array['create-session', 'submit-session', 'decide-session']) word
       )
       select 1`,
      [integrationId, from, Math.min(from + portion, sessions) - 1, randomBytes(60), sealed],
    );
    await database.query(
      `insert into decision (integration_id, id, session_id, attempt_id, ordinal, status, code, kind, final, body, created_at)
       select a.integration_id, gen_random_uuid(), a.session_id, a.id, 1, a.status, 9001, 'automatic', true, $2, a.created_at
       from attempt a where a.integration_id = $1 and not exists (
         select 1 from decision d where d.integration_id = a.integration_id and d.attempt_id = a.id)`,
      [integrationId, body],
    );
  }
  await database.query('vacuum analyze');
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Returns the median duration of a command in seconds. */
async function secondsOf(args, { databaseUrl, directory, rounds }) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await run(process.execPath, [program, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: directory, LOG_LEVEL: 'warn' },
    });
    times.push((performance.now() - startedAt) / 1000);
  }
  return median(times);
}

async function commandRows({ database, directory, sessions, quick }) {
  const rounds = quick ? 3 : 7;
  const given = { databaseUrl: database.url, directory, rounds };
  const version = await secondsOf(['--version'], given);
  const floor = { name: 'the same program printing its version', value: version, unit: 's' };
  const commands = [
    'session list',
    'session list --status declined',
    'session list --held',
    'audit list --actor worker',
    'erasures list',
  ];
  const rows = [];
  for (const command of commands) {
    const value = await secondsOf(command.split(' '), given);
    rows.push({
      figure: `${command} over ${sessions.toLocaleString('en')} sessions`,
      value,
      unit: 's',
      floor,
      goal: command.startsWith('session list') ? { most: 0.5 } : {},
    });
  }
  return rows;
}

/** Measures how long printing help takes: runs every command once and reports the slowest and the median. */
async function helpRows({ database, directory, quick }) {
  const { verbs } = JSON.parse(await readFile(new URL('../../dist/commands.json', import.meta.url), 'utf8'));
  const given = { databaseUrl: database.url, directory, rounds: quick ? 1 : 3 };
  const times = [];
  for (const { name } of verbs) times.push(await secondsOf([...name.split(' '), '--help'], given));
  const floor = { name: 'Node that does nothing', value: await secondsOfNode(given.rounds + 4), unit: 's' };
  return [
    {
      figure: `--help of a command, median of ${verbs.length}`,
      value: median(times),
      unit: 's',
      floor,
      goal: {},
    },
    {
      figure: '--help of a command, slowest',
      value: Math.max(...times),
      unit: 's',
      floor,
      goal: { most: 0.3 },
    },
  ];
}

/** Returns the median duration of a Node process without a program, in seconds. */
async function secondsOfNode(rounds) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await run(process.execPath, ['-e', '0']);
    times.push((performance.now() - startedAt) / 1000);
  }
  return median(times);
}

/** Measures the floor of a deletion: one durable statement that rewrites the row of a session. @returns statements per second */
async function updateRate(database, integrationId) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select id from session where integration_id = $1 limit 2000', [
    integrationId,
  ]);
  const startedAt = performance.now();
  for (const { id } of rows)
    await client.query({
      name: 'floor-update',
      text: 'update session set token_issued_at = 2 where integration_id = $1 and id = $2',
      values: [integrationId, id],
    });
  const perSecond = rows.length / ((performance.now() - startedAt) / 1000);
  await client.end();
  return perSecond;
}

const sizeOf = async (database) => {
  const [{ bytes }] = await database.query(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  return bytes / 2 ** 20;
};

/** Does what autovacuum does once a minute, on a server where it is switched off: every query plan depends on it. */
async function vacuumInPlace(database) {
  const [{ autovacuum }] = await database.query('show autovacuum');
  if (autovacuum === 'on') return { note: '', stop: () => {} };
  const timer = setInterval(
    () => void database.query('vacuum analyze erasure, session, job, attempt').catch(() => {}),
    60_000,
  );
  return {
    note: '; the server has no autovacuum, so the measure vacuums once a minute',
    stop: () => clearInterval(timer),
  };
}

/** Measures retention of an integration's oldest sessions, from changing the setting until the last one is deleted. */
async function retentionRows({ database, service, integrationId, sessions }) {
  const floor = await updateRate(database, integrationId);
  const before = await sizeOf(database);
  // The most recent sessions are two days old.
  const days = 2 + Math.ceil(Math.max(0, sessions - mostDeleted) / perDay);
  const [{ until: youngest }] = await database.query(
    `select now() - make_interval(days => $1::int) as until`,
    [days],
  );
  const [{ outlived }] = await database.query(
    'select count(*)::int as outlived from session where integration_id = $1 and deleted_at is null and created_at < $2',
    [integrationId, youngest],
  );
  // Counts the proofs, which are few; counting sessions would read all of them at every poll.
  const count = async (what) =>
    (
      await database.query(`select count(${what})::int as n from erasure where integration_id = $1`, [
        integrationId,
      ])
    )[0].n;
  const vacuum = await vacuumInPlace(database);
  const startedAt = performance.now();
  const cpuBefore = service.cpuSeconds();
  await database.query(
    `update integration set settings = settings || jsonb_build_object('retention', jsonb_build_object('sessionDays', $2::int)) where id = $1`,
    [integrationId, days],
  );
  let firstAt = null;
  await until(
    async () => {
      firstAt ??= (await count('*')) > 0 ? performance.now() : null;
      return (await count('erased_at')) >= outlived;
    },
    { seconds: 300 + outlived / 20, everyMs: 1000, what: 'the erasures' },
  );
  const seconds = (performance.now() - (firstAt ?? startedAt)) / 1000;
  const cpu = ((service.cpuSeconds() - cpuBefore) / outlived) * 1000;
  vacuum.stop();
  const after = await sizeOf(database);
  await database.query('vacuum');
  const reusable = await sizeOf(database);
  return [
    {
      figure: `sessions deleted and erased by retention, ${outlived.toLocaleString('en')} of ${sessions.toLocaleString('en')}`,
      value: outlived / seconds,
      unit: '/s',
      floor: { name: 'one session row rewritten per commit, one connection', value: floor, unit: '/s' },
      goal: {},
      note: `${cpu.toFixed(1)} ms of the worker's processor time each${vacuum.note}`,
    },
    {
      figure: 'size of all tables after it',
      value: after,
      unit: 'MiB',
      floor: { name: 'before it', value: before, unit: 'MiB' },
      goal: {},
      note: `${reusable.toFixed(0)} MiB after vacuum, which frees the space inside for new rows`,
    },
  ];
}

/** @type {(bench: object) => Promise<import('../report.mjs').Row[]>} */
export async function operator({ database, startInstallation, quick, count }) {
  const sessions = count ? Number(count) : quick ? 2000 : usualSessions;
  const first = await startInstallation();
  const [{ id: integrationId }] = await database.query('select id from integration limit 1');
  await first.service.stop();
  await seed({ database, integrationId, sessions });
  const rows = [
    ...(await helpRows({ database, directory: first.directory, quick })),
    ...(await commandRows({ database, directory: first.directory, sessions, quick })),
  ];
  const { service } = await startInstallation();
  return [...rows, ...(await retentionRows({ database, service, integrationId, sessions }))];
}
