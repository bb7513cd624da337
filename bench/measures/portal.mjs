// The portal's lists, filtered and searched, over 100,000 sessions or `--count`: sessions, screenings, webhooks, the audit log.
import { load } from '../load.mjs';
import { createRequests, createSessions } from '../sessions.mjs';

/** Sessions created over the API. Older ones are rows without sealed data, because people view the pages of the newest. */
const madeOverApi = 3_000;
const goalMs = 300;
const statuses = [
  'created',
  'started',
  'submitted',
  'review',
  'approved',
  'declined',
  'expired',
  'abandoned',
];

/** First names: every tenth session has a common one, every thousandth also the rare one. All have the last name `Maasikas`. */
const commonNames = ['Anna', 'Berta', 'Carla', 'Dora', 'Elsa', 'Frida', 'Greta', 'Helga', 'Irma', 'Jutta'];
const rareName = 'Quirina';

/** Returns the tokens that the service stores for each of these first names. */
async function tokensOf(database, { port, access }) {
  const tokens = [];
  for (const firstName of [...commonNames, rareName]) {
    const [id] = await createSessions({ port, access, count: 1, firstName });
    const [{ token }] = await database.query(
      `select n.token from session_name n where n.session_id = $1 and 2 > (
         select count(*) from session_name o where o.token = n.token limit 2)`,
      [id],
    );
    tokens.push(token);
  }
  return tokens;
}

/** Inserts rows as the service writes them, one per minute, but without sealed data. */
async function fill(database, { integrationId, count, tokens }) {
  const older = `now() - make_interval(mins => n)`;
  await database.query(
    `with made as (
       insert into session (integration_id, id, status, created_at, changed_at, expires_at, kek_version, attempt_id, token_issued_at,
         vendor_hash)
       select $1, gen_random_uuid(), ($3::text[])[1 + n % ${statuses.length}], ${older}, ${older}, now() + interval '7 days', 1,
         gen_random_uuid(), 0, sha256(n::text::bytea)
       from generate_series(1, $2::int) n returning integration_id, id, attempt_id, status, created_at),
     attempts as (
       insert into attempt (integration_id, id, session_id, ordinal, status, created_at, submitted_at)
       select integration_id, attempt_id, id, 1, case status when 'created' then 'created' else 'approved' end, created_at,
         case when status not in ('created', 'started') then created_at end from made
       returning integration_id, id, session_id)
     insert into decision (integration_id, id, session_id, attempt_id, ordinal, status, code, reason_code, kind, final, body)
     select integration_id, gen_random_uuid(), session_id, id, 1, 'declined', 9102, 102, 'automatic', true, '\\x00' from attempts`,
    [integrationId, count, statuses],
  );
  await database.query(
    `update session s set status = ($2::text[])[1 + n % ${statuses.length}]
     from (select id, row_number() over () as n from session where integration_id = $1 and sealed is not null) newest
     where s.integration_id = $1 and s.id = newest.id`,
    [integrationId, statuses],
  );
  await database.query(
    `insert into session_name (integration_id, token, created_at, session_id)
     select s.integration_id, t.token, s.created_at, s.id from (
       select s.*, row_number() over () as n from session s where integration_id = $1 and sealed is null) s
     cross join lateral (select ($2::bytea[])[1 + n % ${commonNames.length}] union all select $3::bytea where n % 1000 = 0) t (token)`,
    [integrationId, tokens.slice(0, -1), tokens.at(-1)],
  );
}

/** Inserts what else the portal lists: for each session a screening (every fifth with open hits), three webhooks and eight audit log entries. */
async function fillOthers(database, integrationId) {
  const steps = [
    `insert into watchlist_screening (integration_id, attempt_id, session_id, status, person, total_hits, created_at, screened_at)
     select integration_id, attempt_id, id, case when n % 5 = 0 then 'potential_match' else 'no_match' end, '\\x00',
       case when n % 5 = 0 then 2 else 0 end, created_at, created_at
     from (select s.*, row_number() over (order by created_at) as n from session s where integration_id = $1 and sealed is null) s`,
    `insert into watchlist_hit (integration_id, attempt_id, id, session_id, rank, entity_hash, sealed)
     select integration_id, attempt_id, gen_random_uuid(), session_id, rank, sha256((rank || attempt_id::text)::bytea), '\\x00'
     from watchlist_screening cross join generate_series(0, 1) rank where integration_id = $1 and total_hits > 0`,
    `insert into webhook (integration_id, id, type, session_id, attempt_id, body, state, created_at, attempts, ended_at)
     select integration_id, gen_random_uuid(), type, id, attempt_id, '\\x01', 'delivered', created_at, 1, created_at
     from (select * from session where integration_id = $1 and sealed is null order by created_at) s
     cross join unnest(array['decision', 'event', 'watchlist-screening']) type`,
    `insert into delivery (integration_id, webhook_id, attempt, started_at, ms, http_status)
     select integration_id, id, 1, created_at, 20, 200 from webhook where integration_id = $1 and state = 'delivered'
     on conflict do nothing`,
    `insert into audit (integration_id, at, actor, action, session_id)
     select integration_id, created_at + make_interval(secs => n), case when n < 5 then 'flow' else 'worker' end,
       (array['open-session', 'started', 'upload-media', 'upload-media', 'submit-session', 'pass_checks', 'upload-media', 'complete-screening'])[n], id
     from session cross join generate_series(1, 8) n where integration_id = $1 and sealed is null`,
  ];
  for (const step of steps) await database.query(step, [integrationId]);
  await database.query('analyze');
}

async function signIn({ url, portalEmail, portalPassword }) {
  const answer = await fetch(`${url}/portal/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-countersign-portal': '1' },
    body: JSON.stringify({ email: portalEmail, password: portalPassword }),
  });
  if (answer.status !== 200) throw new Error(`the portal answered ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers.get('set-cookie').split(';', 1)[0];
  return async (query) => {
    const startedAt = performance.now();
    const found = await fetch(`${url}/portal/api/${query}`, { headers: { cookie } });
    const page = await found.json();
    const ms = performance.now() - startedAt;
    if (found.status !== 200) throw new Error(`the list answered ${found.status} ${JSON.stringify(page)}`);
    return { ...page, ms };
  };
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Measures one list, with at most 20 requests per second, the limit of a sign-in. */
async function times(list, query, rounds) {
  const all = [];
  let rows = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { ms, rows: found } = await list(query);
    all.push(ms);
    rows = found?.length ?? 1;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  all.sort((one, other) => one - other);
  return { p50: percentile(all, 0.5), p95: percentile(all, 0.95), rows };
}

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function portal({ database, startInstallation, quick, count: given }) {
  const count = Number(given ?? 100_000);
  const { service, access } = await startInstallation({ roles: 'api' });
  const plan = { port: service.port, ...createRequests(access), connections: 8 };
  const made = async () => Number((await database.query('select count(*) from session'))[0].count);
  while ((await made()) < Math.min(madeOverApi, count)) await load({ ...plan, seconds: 1 });
  const tokens = await tokensOf(database, { port: service.port, access });
  await fill(database, {
    integrationId: access.integrationId,
    tokens,
    count: Math.max(0, count - (await made())),
  });
  await fillOthers(database, access.integrationId);
  const list = await signIn({ ...access, url: service.url });
  const [{ id }] = await database.query('select id from session order by created_at offset 500 limit 1');
  let cursor = '';
  for (let page = 0; page < 20; page += 1)
    cursor = (await list(`sessions?limit=100${cursor && `&cursor=${cursor}`}`)).next;
  const day = 86_400_000;
  const time = (days) => new Date(Date.now() - days * day).toISOString();
  const lists = {
    home: 'home',
    'without a filter': 'sessions?limit=25',
    'one status': 'sessions?status=declined',
    'three statuses, one week': `sessions?status=approved,declined,review&since=${time(40)}&until=${time(33)}`,
    'a time and an integration': `sessions?integration=${access.integrationId}&until=${time(50)}`,
    'page 21 of 100 rows': `sessions?limit=100&cursor=${cursor}`,
    'the beginning of an id': `sessions?q=${id.slice(0, 8)}`,
    'vendorData that nobody has': 'sessions?q=order%2047',
    'a name that every tenth has': `sessions?name=anna`,
    'a name that every thousandth has': `sessions?name=quirina`,
    'a common and a rare name': `sessions?name=quirina%20anna`,
    'two common names that never meet': `sessions?name=anna%20berta`,
    'a name that nobody has': `sessions?name=ludmilla`,
    'a common name and one status': `sessions?name=anna&status=declined`,
    'hits that wait': 'sessions?hits=waiting',
    'the queue of screenings': 'screening',
    'screenings that are free': 'screening?assignee=none',
    'webhooks that fail': 'webhooks?state=failing',
    'webhooks that were given up': 'webhooks?state=exhausted',
    'the audit log': 'audit',
    'searches by name in the audit log': 'audit?action=search-names',
    'the command line in the audit log': 'audit?actor=cli',
  };
  const results = [];
  for (const [name, query] of Object.entries(lists)) {
    await list(query);
    results.push({ name, ...(await times(list, query, quick ? 10 : 60)) });
  }
  await service.stop();
  const total = count.toLocaleString('en');
  return results.map(({ name, p50, p95, rows }) => ({
    figure: `portal with ${total} sessions, ${name}: p95`,
    value: p95,
    unit: 'ms',
    goal: count <= 100_000 ? { most: goalMs } : {},
    note: `p50 ${p50.toFixed(1)} ms; ${rows} rows`,
  }));
}
