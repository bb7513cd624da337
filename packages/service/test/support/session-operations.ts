/** What may happen to a session, done to the service and to its model ({@link SessionModel}). */
import { setTimeout as sleep } from 'node:timers/promises';
import { unseal } from '../../src/encryption/seal.ts';
import type { OutboundClient } from '../../src/outbound/outbound-client.ts';
import { webhookLabel } from '../../src/storage/webhook/webhooks.ts';
import { holdSession } from '../../src/usecases/operator/hold-session.ts';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import { redactIn } from '../../src/usecases/session/redaction.ts';
import { runDeliveryRound } from '../../src/usecases/webhook/run-delivery-round.ts';
import { sendWebhook } from '../../src/usecases/webhook/send-webhook.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import { type Client, onePixelPng, type TestApi } from './api.ts';
import { claimJob, verify } from './decide.ts';
import type { GivenApi } from './describe-api.ts';
import { endDue } from './end-due.ts';
import { reportFraud } from './feedback.ts';
import { enterBody, enterFlow, type FlowAnswer, sendToFlow } from './flow-client.ts';
import { type ForcedName, type ReviewVerdict, type Seen, SessionModel } from './session-model.ts';

/** A session of the service beside its model. */
export interface Pair {
  given: Pick<GivenApi, 'api' | 'clock'>;
  client: Client;
  firstName: ForcedName;
  id: string;
  sessionToken: string;
  model: SessionModel;
}

/** The same session as another process of the service has it, which has heard of its integration (contract A-116). */
export async function atProcess(pair: Pair, api: TestApi): Promise<Pair> {
  await api.ctx.keyRing.refresh();
  return { ...pair, given: { ...pair.given, api }, client: api.clientOf(pair.client) };
}

interface Announcement {
  action?: string;
  verification?: { status: string };
}

/** What a webhook's body is about: `event submitted`, `decision approved`, … */
function aboutOf(type: string, body: Uint8Array): string {
  const { action, verification } = JSON.parse(Buffer.from(body).toString()) as Announcement;
  return `${type} ${action ?? verification?.status ?? ''}`;
}

async function owedOf({ given: { api }, client: { integrationId }, id: sessionId }: Pair): Promise<string[]> {
  const rows = await api.ctx.database.query<{
    id: string;
    type: string;
    body: Uint8Array;
    clear: boolean;
    wrapped: Uint8Array;
    kekVersion: number;
  }>(
    `select w.id, w.type, w.body, w.clear, s.data_key as wrapped, s.kek_version as "kekVersion" from webhook w
     join session s on s.integration_id = w.integration_id and s.id = w.session_id
     where w.session_id = $1 and w.state = 'due' order by w.ordinal`,
    [sessionId],
  );
  return rows.map(({ id, type, body, clear, wrapped, kekVersion }) => {
    if (clear) return aboutOf(type, body);
    const key = api.ctx.vault.openDataKey({ integrationId, sessionId, wrapped, kekVersion });
    return aboutOf(type, unseal(key, webhookLabel(id), body));
  });
}

export async function seen(pair: Pair): Promise<Seen> {
  const { client, id } = pair;
  const decision = await client.decision(id);
  const attempts = await client.call({ path: `/sessions/${id}/attempts` });
  return {
    decision:
      decision.status === 200
        ? (decision.json.verification?.status ?? null)
        : `${decision.status}/${decision.json.code}`,
    attempts: attempts.status === 200 ? attempts.json.verifications.map(({ status }) => status) : [],
    owed: await owedOf(pair),
  };
}

const flowCodeOf = ({ status, body }: FlowAnswer) =>
  status < 300 ? String(status) : `${status}/${body.error.code}`;

const codeOf = ({ status, json }: { status: number; json: { code: string } }) =>
  status < 300 ? String(status) : `${status}/${json.code}`;

/** Sends everything that is due, of other sessions too. @returns what the far end receives about this one */
async function deliverAll({ given: { api }, client: { integrationId } }: Pair): Promise<string[]> {
  const received: string[] = [];
  const outbound = {
    post: (url: string, { body }: { body: Uint8Array }) => {
      if (url.includes(integrationId)) received.push(aboutOf(url.split('/').at(-1) ?? '', body));
      return Promise.resolve({ status: 200, errorClass: null, retryAfter: null, response: null, ms: 1 });
    },
  } as unknown as OutboundClient;
  const send = sendWebhook({ ...api.ctx, outbound });
  const round = runDeliveryRound(api.ctx);
  let finished: Awaited<ReturnType<typeof send>>[] = [];
  for (;;) {
    const { claimed } = await round({ finished, room: 16, after: '' });
    if (claimed === null || claimed.length === 0) return received;
    finished = [];
    for (const webhook of claimed) finished.push(await send(webhook));
  }
}

/** One operation: what the service answers, and what the model says that it answers. */
interface Operation {
  act(pair: Pair): Promise<string>;
  expected(model: SessionModel): string;
}

export const operations: Record<string, Operation> = {
  upload: {
    act: async ({ client, id }) => codeOf(await client.upload(id, { context: 'face', content: onePixelPng })),
    expected: (model) => model.input(),
  },
  collect: {
    act: async ({ client, id }) => {
      const body = {
        providerName: 'Fingerprints Example Ltd',
        network: { ip: { addressV4: '203.0.113.24' } },
        device: { fingerprint: 'b6f0c1de7a29' },
      };
      return codeOf(await client.call({ method: 'POST', path: `/sessions/${id}/collected-data`, body }));
    },
    expected: (model) => model.input(),
  },
  submit: {
    act: async ({ client, id }) => codeOf(await client.submit(id)),
    expected: (model) => model.submit(),
  },
  open: {
    act: async ({ given: { api }, sessionToken }) =>
      flowCodeOf(await sendToFlow(api, { method: 'POST', path: '/enter', body: enterBody(sessionToken) })),
    expected: (model) => model.open(),
  },
  start: {
    act: async (pair) => {
      const entered = await operations['open']?.act(pair);
      if (entered !== '200') return entered ?? '';
      return flowCodeOf(await (await enterFlow(pair.given.api, pair.sessionToken)).start());
    },
    expected: (model) => model.start(),
  },
  check: {
    act: async ({ given: { api }, id }) => {
      await verify(api, id).catch((error: unknown) => {
        if (!String(error).includes('no verification job')) throw error;
      });
      return 'done';
    },
    expected: (model) => model.check(),
  },
  end: {
    act: async ({ given: { api }, client }) => {
      await endDue(api, client);
      return 'done';
    },
    expected: (model) => model.end(),
  },
  remove: {
    act: async ({ client, id }) => codeOf(await client.call({ method: 'DELETE', path: `/sessions/${id}` })),
    expected: (model) => model.remove(),
  },
  redact: {
    act: async ({ given: { api }, client: { integrationId }, id: sessionId }) => {
      const key = { integrationId, sessionId };
      const work = { key, actor: 'test' };
      return (await api.ctx.database.transaction((tx) => redactIn(tx, api.ctx, work))).outcome;
    },
    expected: (model) => model.redact(),
  },
  erase: {
    act: async ({ given: { api }, id }) => {
      const job = await claimJob(api, id, 'erase-session');
      if (job) await eraseSession(api.ctx)(job, new AbortController().signal);
      return 'done';
    },
    expected: () => 'done',
  },
  report: {
    act: async ({ client, id: sessionId }) => {
      const { body } = await reportFraud(client, { sessionId });
      const [report] = (body as { reports: { status: string; details: string | null }[] }).reports;
      return report?.details ?? report?.status ?? '';
    },
    expected: (model) => model.report(),
  },
  deliver: {
    act: async (pair) => (await deliverAll(pair)).toSorted().join(', '),
    expected: (model) => model.deliver(),
  },
};
for (const held of [true, false])
  operations[held ? 'hold' : 'release'] = {
    act: async ({ given: { api }, client: { integrationId }, id: sessionId }) =>
      (await holdSession(api.ctx)({ integrationId, sessionId, held, reason: 'trial', actor: 'cli' })).outcome,
    expected: (model) => model.hold(held),
  };
for (const [verdict, code] of [
  ['approve', null],
  ['decline', 102],
  ['ask-again', 201],
] as const satisfies [ReviewVerdict, number | null][])
  operations[verdict] = {
    act: async ({ given: { api }, client: { integrationId }, id: sessionId }) =>
      (await reviewSession(api.ctx)({ integrationId, sessionId, verdict, code, actor: 'cli' })).outcome,
    expected: (model) => model.review(verdict),
  };
for (const seconds of [10, 301, 8 * 86_400])
  operations[`advance ${seconds} s`] = {
    act: async ({ given: { clock } }) => {
      await clock.advance({ seconds });
      return 'done';
    },
    expected: (model) => model.advance(seconds),
  };

export const operationOf = (name: string): Operation => {
  const operation = operations[name];
  if (!operation) throw new Error(`no operation ${name}`);
  return operation;
};

export async function pairOf(given: Pick<GivenApi, 'api' | 'clock'>, firstName: ForcedName): Promise<Pair> {
  const settings = { deletion: true, fraudReports: true, manualReview: true };
  const client = await given.api.integrate({ settings });
  const { integrationId } = client;
  for (const type of ['decision', 'event'] as const)
    await setWebhookUrl(given.api.ctx)({
      integrationId,
      type,
      url: `https://hooks.example.com/${integrationId}/${type}`,
      actor: 'test',
    });
  const verification = { person: { firstName, lastName: 'Maasikas' } };
  const created = await client.call({ method: 'POST', path: '/sessions', body: { verification } });
  const { id, sessionToken } = created.json.verification;
  return { given, client, firstName, id, sessionToken, model: new SessionModel(firstName) };
}

const withResolvers = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};

/** Holds the lock of a session until it is released. */
async function lockOf({ given: { api }, id }: Pair): Promise<{ release(): Promise<void> }> {
  const [held, released] = [withResolvers(), withResolvers()];
  const holding = api.ctx.database.transaction(async (tx) => {
    await tx.query('select 1 from session where id = $1 for update', [id]);
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, holding]);
  return {
    release: () => {
      released.resolve();
      return holding;
    },
  };
}

/**
 * Lets two operations come to the session's lock in this order before either of them has it.
 * @param there the session at the process that does the second one
 * @returns what both answer
 */
export async function meet(
  pair: Pair,
  [first, second]: readonly [string, string],
  there: Pair,
): Promise<string[]> {
  // The embedded engine has one connection: a transaction that holds the lock holds everything.
  if (pair.given.api.ctx.database.engine === 'pglite')
    return Promise.all([operationOf(first).act(pair), operationOf(second).act(pair)]);
  const lock = await lockOf(pair);
  const one = operationOf(first).act(pair);
  await waiting(pair, 1);
  const other = operationOf(second).act(there);
  await waiting(pair, 2);
  await lock.release();
  return Promise.all([one, other]);
}

/** Until so many wait for a lock; what needs none does not wait, and is over meanwhile. */
async function waiting({ given: { api } }: Pair, count: number): Promise<void> {
  for (let look = 0; look < 30; look += 1) {
    const [row] = await api.ctx.database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((row?.count ?? 0) >= count) return;
    await sleep(10);
  }
}
