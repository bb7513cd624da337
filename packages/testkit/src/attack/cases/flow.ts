import { type AttackCase, play } from '../attack-case.ts';
import { headOf, type Request } from '../request.ts';
import { converse, type Observation } from '../wire.ts';
import { base, bearing, consents, enter, enterBody, is, post, row, started, uuid } from './flow-page.ts';
import { flowUploadCases } from './flow-uploads.ts';

const mebibyte = 1_048_576;

const getState = (headers: readonly (readonly [string, string])[]): Request => ({
  target: `${base}/state`,
  headers,
});

const bearers: readonly AttackCase[] = [
  row('the state without a bearer', is(401), () => getState([])),
  row('an empty bearer', is(401), () => getState([['authorization', 'Bearer ']])),
  row('a bearer that was never issued', is(401), () => getState(bearing('a'.repeat(43)))),
  row('a bearer of 101 characters', is(401), () => getState(bearing('a'.repeat(101)))),
  row('a bearer with a null byte', is(400, 401), () => getState([['authorization', 'Bearer a\0b']])),
  row('SQL as bearer', is(401), () => getState([['authorization', `Bearer ' or 1=1 --`]])),
  row('a bearer twice', is(400, 401), async (target) => {
    const { bearer } = await enter(target);
    return getState([...bearing(bearer), ...bearing(bearer)]);
  }),
  row('the bearer in the query', is(401), async (target) => ({
    target: `${base}/state?bearer=${(await enter(target)).bearer}`,
  })),
  row('the bearer in a cookie', is(401), async (target) =>
    getState([['cookie', `bearer=${(await enter(target)).bearer}`]]),
  ),
  row('Basic in the place of Bearer', is(401), async (target) =>
    getState([['authorization', `Basic ${(await enter(target)).bearer}`]]),
  ),
  row('the token of the link as bearer', is(401), async (target) =>
    getState(bearing((await enter(target)).token.slice(0, 100))),
  ),
  row('the shared secret as bearer', is(401), ({ owner }) => getState(bearing(owner.sharedSecret))),
  row('a bearer in upper case', is(401), async (target) =>
    getState(bearing((await enter(target)).bearer.toUpperCase())),
  ),
  row('a bearer at the public API', is(401), async (target) => {
    const { bearer, sessionId } = await enter(target);
    return { target: `/v1/sessions/${sessionId}/decision`, headers: bearing(bearer) };
  }),
  row('a signed request of the public API at the flow', is(401), ({ owner }) => ({
    target: `${base}/state`,
    key: owner.apiKey,
    signature: '0'.repeat(64),
  })),
];

const enters: readonly (readonly [name: string, body: string, status: number])[] = [
  ['nothing', '', 400],
  ['no JSON', '{', 400],
  ['an array', '[]', 400],
  ['no token', '{"language":null,"embedded":false}', 400],
  ['a number as token', '{"token":1,"language":null,"embedded":false}', 400],
  ['a token of nobody', enterBody('a.b.c'), 404],
  ['a token of 1,001 characters', enterBody('a'.repeat(1_001)), 400],
  ['a member more', '{"token":"a","language":null,"embedded":false,"admin":true}', 400],
  ['a member twice', '{"token":"a","token":"b","language":null,"embedded":false}', 400],
  ['a prototype', '{"__proto__":{"token":"a"},"token":"a","language":null,"embedded":false}', 400],
  ['40 levels', '['.repeat(40) + ']'.repeat(40), 400],
];

const entering: readonly AttackCase[] = [
  ...enters.map(([name, body, status]) =>
    row(`entering with ${name}`, is(status), () => ({ method: 'POST', target: `${base}/enter`, body })),
  ),
  row('entering with 17 KiB', is(413), () => ({
    method: 'POST',
    target: `${base}/enter`,
    body: enterBody('a') + ' '.repeat(17 * 1024),
  })),
  row('entering with text', is(400), () => ({
    method: 'POST',
    target: `${base}/enter`,
    type: 'text/plain',
    body: enterBody('a'),
  })),
  row('entering from another origin', is(404), () => ({
    method: 'POST',
    target: `${base}/enter`,
    headers: [['origin', 'https://evil.example']],
    body: enterBody('a.b.c'),
  })),
  row('a preflight', is(404, 405), () => ({
    method: 'OPTIONS',
    target: `${base}/state`,
    headers: [
      ['origin', 'https://evil.example'],
      ['access-control-request-method', 'GET'],
      ['access-control-request-headers', 'authorization'],
    ],
  })),
];

const paths: readonly AttackCase[] = [
  ['', 404],
  ['/', 404],
  ['/nothing', 404],
  ['/state/', 404],
  ['//state', 404],
  ['/../v1/sessions', 404],
  ['/%73tate', 404],
  ['/media/../state', 404],
  ['/media/1/verdict', 404],
  [`/media/${uuid.toUpperCase()}/verdict`, 404],
  ['/uploads', 405],
  ['/submit', 405],
].map(([below, status]) =>
  row(`the path ${JSON.stringify(below)}`, is(Number(status)), async (target) => ({
    target: base + String(below),
    headers: bearing((await enter(target)).bearer),
  })),
);

const strangers: readonly AttackCase[] = (
  [
    ['GET', `/media/ID/verdict`],
    ['GET', `/media/ID/preview`],
    ['POST', `/media/ID/accept`],
  ] as const
).flatMap(([method, below]) =>
  (['foreign', 'owned'] as const).map((whose): AttackCase => ({
    ...row(
      `${method} ${below} of a picture of ${whose === 'foreign' ? 'a stranger' : 'another session'}`,
      is(404, 409),
      async (target) => ({
        method,
        target: base + below.replace('ID', target[whose]?.mediaId ?? uuid),
        headers: bearing((await started(target)).bearer),
        ...(method === 'POST' ? { body: '{}' } : {}),
      }),
    ),
    needs: ['stranger'],
    ids: ['S01', 'S02'],
  })),
);

const writes: readonly AttackCase[] = [
  row('submitting what is not complete', is(409), async (target) =>
    post(await started(target), '/submit', { attempt: 1, still: false }),
  ),
  row('submitting attempt 2 of one', is(409), async (target) =>
    post(await started(target), '/submit', { attempt: 2, still: false }),
  ),
  row('submitting before the start', is(409), async (target) =>
    post(await enter(target), '/submit', { attempt: 1, still: false }),
  ),
  row('submitting an attempt below one', is(400), async (target) =>
    post(await started(target), '/submit', { attempt: -1, still: false }),
  ),
  row('starting without the required consent', is(400, 409), async (target) =>
    post(await enter(target), '/start', { attempt: 1, consents: [] }),
  ),
  row('starting with a consent of another version', is(400, 409), async (target) =>
    post(await enter(target), '/start', { attempt: 1, consents: [{ ...consents[0], version: '1999-01' }] }),
  ),
  row('a document of a country that does not exist', is(400), async (target) => ({
    ...post(await started(target), '/document', { country: 'ZZ', type: 'PASSPORT' }),
    method: 'PUT',
  })),
  row('a document of a type that does not exist', is(400), async (target) => ({
    ...post(await started(target), '/document', { country: 'CO', type: 'LIBRARY_CARD' }),
    method: 'PUT',
  })),
  row('fields that do not exist', is(400), async (target) => ({
    ...post(await started(target), '/fields', { status: 'approved' }),
    method: 'PUT',
  })),
  row('a field of 201 characters', is(400), async (target) => ({
    ...post(await started(target), '/fields', { firstName: 'a'.repeat(201) }),
    method: 'PUT',
  })),
  row('fields that are not requested', is(400, 409), async (target) => ({
    ...post(await started(target), '/fields', { firstName: 'Approve' }),
    method: 'PUT',
  })),
  row('a challenge where none is on offer', is(404, 409), async (target) =>
    post(await started(target), '/challenge', {}),
  ),
];

const bodies: readonly AttackCase[] = [
  {
    group: 'flow',
    name: 'flow: 1 MiB of body without a bearer is not gathered',
    ids: ['S05'],
    holds: { status: [401, 411, 413], bytes: 7 * mebibyte, mayBeSilent: true },
    attack: play(() => [
      {
        send: headOf({
          method: 'POST',
          target: `${base}/submit`,
          length: mebibyte,
          headers: bearing('a'.repeat(43)),
        }),
      },
      { send: Buffer.alloc(mebibyte, ' ') },
      { answers: 1 },
    ]),
  },
  row('an invalid revision', is(400), async (target) => ({
    ...getState(bearing((await enter(target)).bearer)),
    target: `${base}/state?since=-1`,
  })),
  row(
    'a revision of the far future is waited for at most 25 s, and meanwhile costs nothing',
    { status: [200, 204], answeredMs: 30_000, cpuSeconds: 2 },
    async (target) => ({
      ...getState(bearing((await enter(target)).bearer)),
      target: `${base}/state?since=999999999999999`,
    }),
  ),
];

/** After many wrong bearer tokens an address is rejected without a database query; other addresses are not affected. */
const guessing: AttackCase = {
  group: 'flow',
  name: 'flow: guessing bearers from one address',
  ids: ['S15'],
  holds: { status: [401, 429] },
  attack: async (target): Promise<Observation> => {
    const { bearer } = await enter(target);
    const state = (own: string, from: string) =>
      converse(target.address, [{ send: headOf(getState(bearing(own))) }, { answers: 1 }], { from });
    for (let at = 0; at < 100; at += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => state(`guess${at + index}`.padEnd(43, 'x'), '127.0.0.91')),
      );
    const elsewhere = await state(bearer, '127.0.0.92');
    const seen = await state(bearer, '127.0.0.91');
    const findings = [
      ...(seen.answers[0]?.status === 200 ? ['after 100 guesses a right bearer is still told apart'] : []),
      ...(elsewhere.answers[0]?.status === 200
        ? []
        : ['the guesses of one address closed the flow to another']),
    ];
    return { ...seen, ...(findings.length > 0 ? { finding: findings.join('; ') } : {}) };
  },
};

/** The private protocol of the end-user flow: bearer tokens, paths, other people's pictures, uploads in parts. */
export const flowCases: readonly AttackCase[] = [
  ...bearers,
  ...entering,
  ...paths,
  ...strangers,
  ...writes,
  ...flowUploadCases,
  ...bodies,
  guessing,
];
