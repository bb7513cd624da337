import { randomUUID } from 'node:crypto';
import type { AttackCase } from '../attack-case.ts';
import { pixelWith } from '../pictures/png.ts';
import { bytesOf, type Credentials, type Request, signedRead, signedWrite } from '../request.ts';
import { sendRequest, createSession, submission, type Target, tenant, uploadBody } from '../target.ts';
import { converse, type Observation } from '../wire.ts';

const atOnce = 50;

/** Sends the same requests at the same moment, each on its own connection. */
async function together({ address }: Target, requests: readonly Request[]): Promise<Observation> {
  const startedAt = performance.now();
  const seen = await Promise.all(
    requests.map((one) => converse(address, [{ send: bytesOf(one) }, { answers: 1 }], { limitMs: 20_000 })),
  );
  return {
    answers: seen.flatMap(({ answers }) => answers),
    finMs: null,
    goneMs: null,
    sentBytes: seen.reduce((total, one) => total + one.sentBytes, 0),
    ms: performance.now() - startedAt,
  };
}

const times = <Kind>(count: number, make: (at: number) => Kind): Kind[] =>
  Array.from({ length: count }, (_, at) => make(at));

interface Answered {
  verification?: { id?: string };
  image?: { id?: string };
}

/** Number of distinct values of one member in the successful responses. */
function distinct(seen: Observation, pick: (body: Answered) => string | undefined): number {
  const good = seen.answers.filter(({ status }) => status < 300);
  return new Set(good.map(({ body }) => pick(JSON.parse(body.toString('utf8')) as Answered))).size;
}

const expecting = (seen: Observation, ok: boolean, finding: string): Observation =>
  ok ? seen : { ...seen, finding };

const creation = (credentials: Credentials, key: string, body = '{"verification":{}}'): Request => ({
  method: 'POST',
  target: '/v1/sessions',
  key: credentials.apiKey,
  headers: [['idempotency-key', key]],
  body,
});

async function createOnce(target: Target): Promise<Observation> {
  const key = randomUUID();
  const seen = await together(
    target,
    times(atOnce, () => creation(target.owner, key)),
  );
  const sessions = distinct(seen, ({ verification }) => verification?.id);
  return expecting(seen, sessions === 1, `${sessions} sessions from ${atOnce} equal requests`);
}

async function createWithAnotherBody(target: Target): Promise<Observation> {
  const key = randomUUID();
  await sendRequest(target.address, creation(target.owner, key));
  const requests = times(atOnce, (at) =>
    creation(target.owner, key, `{"verification":{"vendorData":"${at}"}}`),
  );
  return together(target, requests);
}

async function keyOfAnother(target: Target): Promise<Observation> {
  const key = randomUUID();
  await sendRequest(target.address, creation(target.owner, key));
  return together(target, [
    creation(tenant(target, 'stranger'), key, '{"verification":{"vendorData":"other"}}'),
  ]);
}

/** An attacker who knows only the API key guesses key and body of a signed creation. */
async function guessedCreation(target: Target): Promise<Observation> {
  const { address, owner } = target;
  const key = `order-${randomUUID()}`;
  const body = '{"verification":{"vendorData":"order-17"}}';
  const guessed = creation(owner, key, body);
  const made = await sendRequest(address, signedWrite(owner, { ...guessed, body }));
  const seen = await together(target, [guessed, { ...guessed, signature: 'f'.repeat(64) }]);
  const all = { ...seen, answers: [...seen.answers, made] };
  const opened = distinct(all, ({ verification }) => verification?.id);
  return expecting(seen, opened === 2, 'a guess opened the session of a signed creation');
}

async function submitOnce(target: Target): Promise<Observation> {
  const { address, owner } = target;
  const { id } = await createSession(address, owner, 'Approve');
  const one = signedWrite(owner, { method: 'PATCH', target: `/v1/sessions/${id}`, body: submission });
  const seen = await together(
    target,
    times(atOnce, () => one),
  );
  const read = signedRead(owner, { target: `/v1/sessions/${id}/attempts`, over: id });
  const { verifications } = JSON.parse((await sendRequest(address, read)).body.toString('utf8')) as {
    verifications: unknown[];
  };
  return expecting(
    seen,
    verifications.length === 1,
    `${verifications.length} attempts after ${atOnce} equal submissions`,
  );
}

async function uploadOnce(target: Target): Promise<Observation> {
  const { address, owner } = target;
  const { id } = await createSession(address, owner);
  const one = signedWrite(owner, { target: `/v1/sessions/${id}/media`, body: uploadBody(pixelWith(id)) });
  const seen = await together(
    target,
    times(atOnce, () => one),
  );
  const media = distinct(seen, ({ image }) => image?.id);
  return expecting(seen, media === 1, `${media} media from ${atOnce} equal uploads`);
}

async function uploadMany(target: Target): Promise<Observation> {
  const { address, owner } = target;
  const { id } = await createSession(address, owner);
  const requests = times(60, (at) =>
    signedWrite(owner, { target: `/v1/sessions/${id}/media`, body: uploadBody(pixelWith(`${id} ${at}`)) }),
  );
  const seen = await together(target, requests);
  const stored = seen.answers.filter(({ status }) => status === 200).length;
  return expecting(seen, stored <= 50, `${stored} pictures in one attempt, expected at most 50`);
}

async function uploadWhileSubmitting(target: Target): Promise<Observation> {
  const { address, owner } = target;
  const { id } = await createSession(address, owner, 'Approve');
  const upload = (at: number) =>
    signedWrite(owner, { target: `/v1/sessions/${id}/media`, body: uploadBody(pixelWith(`${id} ${at}`)) });
  const submitting = signedWrite(owner, { method: 'PATCH', target: `/v1/sessions/${id}`, body: submission });
  return together(
    target,
    times(atOnce, (at) => (at % 5 === 0 ? submitting : upload(at))),
  );
}

async function deleteOnce(target: Target): Promise<Observation> {
  const { address } = target;
  const credentials = tenant(target, 'deleting');
  const { id } = await createSession(address, credentials);
  const one = signedRead(credentials, { method: 'DELETE', target: `/v1/sessions/${id}`, over: id });
  const seen = await together(
    target,
    times(atOnce, () => one),
  );
  const done = seen.answers.filter(({ status }) => status === 200).length;
  return expecting(seen, done === 1, `${done} of ${atOnce} equal deletions succeeded`);
}

async function deleteMany(target: Target): Promise<Observation> {
  const { address } = target;
  const credentials = tenant(target, 'deleting');
  const sessions = await Promise.all(times(12, () => createSession(address, credentials)));
  const requests = sessions.map(({ id }) =>
    signedRead(credentials, { method: 'DELETE', target: `/v1/sessions/${id}`, over: id }),
  );
  const seen = await together(target, requests);
  const done = seen.answers.filter(({ status }) => status === 200).length;
  // The previous case may have used one of this hour's five deletions.
  return expecting(seen, done <= 5, `${done} deletions within an hour, expected at most 5`);
}

async function farm(target: Target): Promise<Observation> {
  const limited = tenant(target, 'limited');
  const requests = times(40, () => ({
    method: 'POST',
    target: '/v1/sessions',
    key: limited.apiKey,
    body: '{"verification":{}}',
  }));
  const seen = await together(target, requests);
  const made = seen.answers.filter(({ status }) => status === 201).length;
  return expecting(seen, made <= 15, `${made} sessions at once with a limit of 5 a second`);
}

/** A stranger who knows the key sends nonsense; the owner's signed request right after it must succeed. */
async function ownerBesideStranger(target: Target): Promise<Observation> {
  const limited = tenant(target, 'limited');
  const { id } = await waitForSession(target, limited);
  const nonsense: Request = {
    target: `/v1/sessions/${id}/decision`,
    key: limited.apiKey,
    signature: 'a'.repeat(64),
  };
  await Promise.all(
    times(200, (at) =>
      converse(target.address, [{ send: bytesOf(nonsense) }, { answers: 1 }], {
        from: `127.0.9.${(at % 4) + 1}`,
      }),
    ),
  );
  return together(target, [signedRead(limited, { target: `/v1/sessions/${id}/decision`, over: id })]);
}

/** Waits, because the previous case may have used up the integration's limit. */
async function waitForSession({ address }: Target, credentials: Credentials) {
  for (let left = 20; ; left -= 1) {
    try {
      return await createSession(address, credentials);
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** The same with the owner behind the stranger's own address (NAT). */
async function ownerBehindSameAddress(target: Target): Promise<Observation> {
  const { address, owner, owned } = target;
  const nonsense: Request = {
    target: `/v1/sessions/${owned.sessionId}/decision`,
    key: owner.apiKey,
    signature: 'a'.repeat(64),
  };
  const send = (request: Request) =>
    converse(address, [{ send: bytesOf(request) }, { answers: 1 }], { from: '127.0.9.9' });
  const hostile = await Promise.all(times(300, () => send(nonsense)));
  const seen = await send(
    signedRead(owner, { target: `/v1/sessions/${owned.sessionId}/decision`, over: owned.sessionId }),
  );
  const turnedAway = hostile.filter(({ answers }) => answers[0]?.status === 429).length;
  return { ...seen, figure: `${turnedAway} of 300 wrong signatures answered 429` };
}

const idempotencyKeys: readonly (readonly [string, string])[] = [
  ['256 characters', 'x'.repeat(256)],
  ['bytes above ASCII', '\u00e9\u00e9'],
  ['a tab inside', 'a\tb'],
];

const keyCases: readonly AttackCase[] = idempotencyKeys.map(([name, key]) => ({
  group: 'repeats',
  name: `an Idempotency-Key with ${name}`,
  ids: ['A-111'],
  holds: { status: [400, 401] },
  attack: (target) => together(target, [creation(target.owner, key)]),
}));

/** Races and limits: identical requests at the same time, and more requests than are allowed. */
export const repeatCases: readonly AttackCase[] = [
  {
    group: 'repeats',
    name: `${atOnce} equal creations`,
    ids: ['A-111', 'F11'],
    holds: { answers: atOnce, status: [201, 409], retryAfter: true },
    attack: createOnce,
  },
  {
    group: 'repeats',
    name: `${atOnce} creations with a key that is taken`,
    ids: ['A-111'],
    holds: { answers: atOnce, status: [409], code: ['1104'] },
    attack: createWithAnotherBody,
  },
  {
    group: 'repeats',
    name: "a stranger's Idempotency-Key",
    ids: ['A-111', 'S01'],
    needs: ['stranger'],
    holds: { status: [201] },
    attack: keyOfAnother,
  },
  {
    group: 'repeats',
    name: 'the Idempotency-Key and body of a signed creation, guessed',
    ids: ['A-111', 'S02'],
    holds: { answers: 2, status: [201] },
    attack: guessedCreation,
  },
  {
    group: 'repeats',
    name: `${atOnce} equal submissions`,
    ids: ['R10'],
    holds: { answers: atOnce, status: [200, 400, 503], retryAfter: true },
    attack: submitOnce,
  },
  {
    group: 'repeats',
    name: `${atOnce} equal uploads`,
    ids: ['A-39'],
    holds: { answers: atOnce, status: [200, 503], retryAfter: true },
    attack: uploadOnce,
  },
  {
    group: 'repeats',
    name: '60 pictures in one attempt',
    ids: ['S05', 'A-38'],
    holds: { answers: 60, status: [200, 400, 503], retryAfter: true },
    attack: uploadMany,
  },
  {
    group: 'repeats',
    name: 'uploads and submissions of one session',
    ids: ['R3', 'R10'],
    holds: { answers: atOnce, status: [200, 400, 409, 503] },
    attack: uploadWhileSubmitting,
  },
  {
    group: 'repeats',
    name: `${atOnce} equal deletions`,
    ids: ['A-33'],
    needs: ['deleting'],
    holds: { answers: atOnce, status: [200, 404] },
    attack: deleteOnce,
  },
  ...keyCases,
  {
    group: 'limits',
    name: '12 deletions at once',
    ids: ['A-33', 'S07'],
    needs: ['deleting'],
    holds: { answers: 12, status: [200, 429], retryAfter: true },
    attack: deleteMany,
  },
  {
    group: 'limits',
    name: '40 creations with a limit of 5 a second',
    ids: ['A-24', 'S07'],
    needs: ['limited'],
    holds: { answers: 40, status: [201, 429], retryAfter: true },
    attack: farm,
  },
  {
    group: 'limits',
    name: "the owner's request beside 200 of a stranger who knows the key",
    ids: ['H23', 'item 9'],
    needs: ['limited'],
    holds: { answers: 1, status: [200] },
    attack: ownerBesideStranger,
  },
  {
    group: 'limits',
    name: "the owner's request from the address of 300 wrong signatures",
    ids: ['H23', 'item 9'],
    holds: { answers: 1, status: [200] },
    attack: ownerBehindSameAddress,
  },
];
