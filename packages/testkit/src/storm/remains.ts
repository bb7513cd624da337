import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '@countersign/service';
import type { Remains, StoredDecision, StoredSession } from './history.ts';

export interface RemainsOptions {
  /** The sweep of blobs has run, so no blob may lack a row. */
  swept?: boolean;
  /** Includes all text of every table and file, which is large. */
  withTexts?: boolean;
}

/** Reads what the checks need from database and blob store. */
export async function remainsOf(
  ctx: Pick<ServiceContext, 'database' | 'blobs' | 'config'>,
  { swept = false, withTexts = false }: RemainsOptions = {},
): Promise<Remains> {
  const { database } = ctx;
  const [counts] = await database.query<{ undecided: number; hidden: number; jobs: number }>(
    `select (select count(*)::int from attempt where status = 'submitted') as undecided,
       (select count(*)::int from attempt a where status = 'submitted' and submitted_at < now() - interval '15 minutes'
         and not exists (select 1 from operator_entry o where o.attempt_id = a.id and o.resolved_at is null)) as hidden,
       (select count(*)::int from job) as jobs`,
  );
  const webhooks = await database.query<Remains['webhooks'][number] & Record<string, unknown>>(
    `select id, type, session_id as "sessionId", state from webhook order by ordinal`,
  );
  const checks = await database.query<Remains['checks'][number] & Record<string, unknown>>(
    `select session_id as "sessionId", registry, starts, ended_at is not null as ended from registry_check`,
  );
  const moves = await database.query<Remains['moves'][number] & Record<string, unknown>>(
    `select session_id as "sessionId", from_state as "from", to_state as "to" from audit
     where session_id is not null and to_state is not null order by id`,
  );
  const keys = await database.query<Remains['keys'][number] & Record<string, unknown>>(
    `select i.id as "integrationId", count(k.id)::int as count, count(k.id) filter (where k.is_master)::int as masters
     from integration i left join shared_secret k on k.integration_id = i.id group by i.id`,
  );
  return {
    sessions: await sessionsOf(ctx),
    undecided: counts?.undecided ?? -1,
    hidden: counts?.hidden ?? -1,
    jobs: counts?.jobs ?? -1,
    webhooks,
    ...(await blobsOf(ctx, swept)),
    checks,
    moves,
    keys,
    screenings: await screeningsOf(ctx),
    stored: withTexts ? await textsOf(ctx) : [],
  };
}

type Source = Pick<ServiceContext, 'database' | 'blobs' | 'config'>;

async function sessionsOf({ database }: Source): Promise<StoredSession[]> {
  const rows = await database.query<Omit<StoredSession, 'decisions'> & Record<string, unknown>>(
    `select id, integration_id as "integrationId", status, deleted_at is not null as erased from session`,
  );
  const decisions = await database.query<StoredDecision & { sessionId: string } & Record<string, unknown>>(
    `select session_id as "sessionId", attempt_id as "attemptId", ordinal, kind, status, final from decision
     order by created_at, ordinal`,
  );
  const sessions = new Map(rows.map((row) => [row.id, { ...row, decisions: [] as StoredDecision[] }]));
  for (const decision of decisions) sessions.get(decision.sessionId)?.decisions.push(decision);
  return [...sessions.values()];
}

async function screeningsOf({ database }: Source): Promise<Remains['screenings']> {
  return database.query<Remains['screenings'][number] & Record<string, unknown>>(
    `select s.session_id as "sessionId", s.status, s.has_unacknowledged_changes as "hasUnacknowledgedChanges",
       coalesce((select jsonb_agg(h.match_status) from watchlist_hit h
         where h.integration_id = s.integration_id and h.attempt_id = s.attempt_id and h.current), '[]'::jsonb) as hits
     from watchlist_screening s`,
  );
}

/** Blobs are named after media and registry portraits. */
async function blobsOf(
  { database, blobs, config }: Source,
  swept: boolean,
): Promise<Pick<Remains, 'brokenMedia' | 'orphans'>> {
  const rows = await database.query<{ blob: string }>(`select blob from media`);
  const named = new Set(rows.map(({ blob }) => blob));
  const stored = new Set<string>();
  for await (const { name } of blobs.list()) stored.add(name);
  const unfinished = await fs.readdir(path.join(config.dataDir, 'blobs/unfinished'));
  return {
    brokenMedia: [...named].filter((name) => !stored.has(name)).length,
    orphans: swept ? [...stored].filter((name) => !named.has(name)).length + unfinished.length : 0,
  };
}

async function textsOf({ database, config }: Source): Promise<Remains['stored']> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const stored: Remains['stored'] = [];
  for (const { name } of tables) {
    const rows = await database.query(`select * from "${name}"`);
    stored.push({
      place: `table ${name}`,
      text: rows.flatMap((row) => Object.values(row).map(textOf)).join('\n'),
    });
  }
  const directory = path.join(config.dataDir, 'blobs');
  for (const entry of await fs.readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) stored.push({ place: `blob ${entry.name}`, text: await fs.readFile(file, 'latin1') });
  }
  return stored;
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value);
