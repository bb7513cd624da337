import {
  createIndexScreener,
  createScanScreener,
  SnapshotBuilder,
  type ListedEntity,
  type ListType,
  type Screener,
} from '@countersign/screening';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import { unseal } from '../../src/encryption/seal.ts';
import type { LeasedJob } from '../../src/storage/job/jobs.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { monitorSession, screenSession } from '../../src/workers/watchlist/screen-session.ts';
import type { Client, TestApi } from './api.ts';
import { verify } from './decide.ts';

/** An invented entry of a list. */
export interface Invented {
  id: string;
  name: string;
  aka?: string[];
  lists: ListType[];
  /** `YYYY-MM-DD`. */
  born?: string;
  countries?: string[];
  /** Of papers. */
  numbers?: string[];
  formerIds?: string[];
}

export function listed({
  id,
  name,
  aka = [],
  lists,
  born,
  countries = [],
  numbers = [],
  formerIds = [],
}: Invented): ListedEntity {
  return {
    id,
    formerIds,
    schema: 'Person',
    names: [{ text: name, kind: 'primary' }, ...aka.map((text) => ({ text, kind: 'alias' as const }))],
    birth: born === undefined ? [] : [{ text: born, from: born, to: born, approximate: false }],
    death: null,
    deceased: false,
    gender: null,
    countries: countries.map((code) => ({ code, role: 'nationality' as const })),
    identifiers: numbers.map((value) => ({ value })),
    listings: lists.map((list) => ({
      list,
      source: `source-${list.toLowerCase()}`,
      sourceName: `Example ${list}`,
      url: `https://lists.example.org/${id}`,
      date: '2019-03-05',
      programme: null,
      title: null,
      snippet: list === 'ADVERSE_MEDIA' ? 'An invented article that mentions the name.' : null,
    })),
    associates: [],
    positions: [],
    contentHash: id,
  };
}

/** A state of the lists. */
export const listsOf = (snapshot: string, ...entries: Invented[]): Screener =>
  createScanScreener(entries.map(listed), { snapshot });

/** Sanctioned people of these names, of whom one screening may score so many names. */
export function limitedListsOf(mostScored: number, ...names: string[]): Screener {
  const builder = new SnapshotBuilder();
  for (const [index, name] of names.entries())
    builder.add(listed({ id: `x-${index}`, name, lists: ['SANCTIONS'] }));
  return createIndexScreener(builder.finish({ engine: 'test', sources: [] }), { mostScored });
}

/** Settings of an integration that only screens. */
export const screeningOnly = (watchlist: GivenSettings['watchlist'] = {}): GivenSettings => ({
  identityVerification: false,
  watchlistScreening: true,
  watchlist,
});

/** An integration that screens, with a URL for the webhook. */
export async function integrateScreening(
  api: TestApi,
  settings: GivenSettings = screeningOnly(),
  mode: 'test' | 'live' = 'test',
): Promise<Client> {
  const client = await api.integrate({ mode, settings });
  const { integrationId } = client;
  const url = 'https://hooks.example.com/watchlist';
  await setWebhookUrl(api.ctx)({ integrationId, type: 'watchlist-screening', url, actor: 'test' });
  return client;
}

/** Leases a session's job of this kind. */
export async function claim({ ctx }: TestApi, sessionId: string, kind: string): Promise<LeasedJob> {
  const [job] = await ctx.database.query<LeasedJob>(
    `update job set lease = lease + 1, claims = claims + 1, leased_until = now() + interval '30 seconds'
     where session_id = $1 and kind = $2
     returning integration_id as "integrationId", id, kind, session_id as "sessionId", attempt_id as "attemptId", payload, lease, claims`,
    [sessionId, kind],
  );
  if (!job) throw new Error(`the session has no job ${kind}`);
  return job;
}

/** Runs the screening job of a session against this state of the lists. */
export async function screen(api: TestApi, sessionId: string, screener: Screener | null): Promise<void> {
  const job = await claim(api, sessionId, 'screen-session');
  await screenSession(api.ctx, { screener: () => screener })(job, new AbortController().signal);
}

/** Queues and runs a monitoring run of the session's newest attempt against this state of the lists. */
export async function monitor(api: TestApi, sessionId: string, screener: Screener | null): Promise<void> {
  await api.ctx.database.query(
    `insert into job (integration_id, id, kind, session_id, attempt_id)
     select integration_id, gen_random_uuid(), 'monitor-session', id, attempt_id from session where id = $1
       and not exists (select 1 from job where session_id = $1 and kind = 'monitor-session')`,
    [sessionId],
  );
  const job = await claim(api, sessionId, 'monitor-session');
  await monitorSession(api.ctx, { screener: () => screener })(job, new AbortController().signal);
}

/** A submitted, decided and screened session of an integration that only screens. @returns its id */
export async function screenedSession(
  api: TestApi,
  client: Client,
  { person, lists }: { person: Record<string, unknown>; lists: Screener | null },
): Promise<string> {
  const id = await client.createSession({ person });
  await client.submit(id);
  await verify(api, id);
  await screen(api, id, lists);
  return id;
}

/** Jobs of one kind that a session has. */
export async function countJobs({ ctx }: TestApi, sessionId: string, kind: string): Promise<number> {
  const rows = await ctx.database.query(`select 1 from job where session_id = $1 and kind = $2`, [
    sessionId,
    kind,
  ]);
  return rows.length;
}

/** Bodies of the recorded watchlist webhooks of a session, in the order of recording, as they will be sent. */
export async function watchlistWebhooks({ ctx }: TestApi, sessionId: string): Promise<string[]> {
  const rows = await ctx.database.query<{
    id: string;
    integrationId: string;
    body: Uint8Array;
    wrapped: Uint8Array;
    kekVersion: number;
  }>(
    `select w.id, w.integration_id as "integrationId", w.body, s.data_key as wrapped, s.kek_version as "kekVersion"
     from webhook w join session s on s.integration_id = w.integration_id and s.id = w.session_id
     where w.session_id = $1 and w.type = 'watchlist-screening' order by w.ordinal`,
    [sessionId],
  );
  return rows.map(({ id, integrationId, body, wrapped, kekVersion }) => {
    const dataKey = ctx.vault.openDataKey({ integrationId, sessionId, wrapped, kekVersion });
    return unseal(dataKey, `webhook:${id}`, body).toString('utf8');
  });
}

/** Members of a result that tests look at. */
export interface ResultBody {
  checkType: string;
  attemptId: string;
  reviewStatus: string;
  matchStatus: string;
  hasUnacknowledgedChanges: boolean;
  monitorStatus: string;
  searchTerm: Record<string, unknown>;
  totalHits: number;
  createdAt: string;
  hits: {
    id: string;
    matchStatus: string;
    riskLevel?: string;
    matchedName: string;
    listingsRelatedToMatch: Record<string, unknown[]>;
  }[];
}

const pathOf = (sessionId: string) => `/sessions/${sessionId}/watchlist-screening`;

/** GET watchlist-screening: status and `data`. */
export async function readResult(
  client: Client,
  sessionId: string,
): Promise<{
  status: number;
  code: string | undefined;
  data: ResultBody;
  bytes: string;
  retryAfter: unknown;
}> {
  const { status, json, bytes, headers } = await client.call({ path: pathOf(sessionId) });
  const data = json.data as unknown as ResultBody;
  return { status, code: json.code, data, bytes: bytes.toString(), retryAfter: headers['retry-after'] };
}

/** PATCH watchlist-screening: `status/code` of an error or the body's `data`. */
export async function patchResult(client: Client, sessionId: string, body: unknown): Promise<unknown> {
  const answer = await client.call({ method: 'PATCH', path: pathOf(sessionId), body });
  return answer.status === 200 ? answer.json.data : `${answer.status}/${answer.json.code}`;
}
