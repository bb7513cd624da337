import {
  type AttackCase,
  type Expectation,
  play,
  refused,
  request,
  type Row,
  table,
} from '../attack-case.ts';
import { bytesOf, type Request, sign } from '../request.ts';
import type { Target } from '../target.ts';
import { addressOf, allEndpoints, requestTo } from './routes.ts';

const unused = ['PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST', 'PATCH', 'DELETE'] as const;

/** Every known path with each method that it does not support. */
const methods: readonly AttackCase[] = [...new Set(allEndpoints.map(({ path }) => path))].flatMap((path) => {
  const offered = new Set<string>(
    allEndpoints.filter((one) => one.path === path).map(({ method }) => method),
  );
  const endpoint = allEndpoints.find((one) => one.path === path)!;
  // A longer pattern also matches this path: DELETE /sessions/validate-registry refers to a session.
  const ambiguous = path === '/sessions/validate-registry';
  return unused
    .filter((method) => !offered.has(method) && !(method === 'OPTIONS' && path === '/sessions') && !ambiguous)
    .map((method): AttackCase => ({
      group: 'routes',
      name: `${method} ${path}`,
      ids: ['A-06', 'S10'],
      holds: { status: [405], headers: { allow: [...offered].join(', ') } },
      attack: request(
        ({ owner, owned }) => ({
          method,
          target: addressOf(endpoint, owned),
          key: owner.apiKey,
          feedback: endpoint.headers === 'feedback',
          ...(method === 'POST' || method === 'PATCH' || method === 'PUT' ? { body: '{}' } : {}),
        }),
        { bodiless: method === 'HEAD' },
      ),
    }));
});

const notFound = { status: [404] };

/** Near misses of a path that exists. @see spec/contract.md A-06 */
const nearMisses: readonly (readonly [
  name: string,
  path: (session: string) => string,
  holds?: Expectation,
])[] = [
  ['a slash at the end', (id) => `/v1/sessions/${id}/decision/`],
  ['two slashes', (id) => `/v1//sessions/${id}/decision`],
  ['two slashes at the start', (id) => `//v1/sessions/${id}/decision`],
  ['upper case', (id) => `/v1/Sessions/${id}/decision`],
  ['upper-case version', (id) => `/V1/sessions/${id}/decision`],
  ['another version', (id) => `/v2/sessions/${id}/decision`],
  ['a percent-encoded letter', (id) => `/v1/%73essions/${id}/decision`],
  ['a percent-encoded slash', (id) => `/v1/sessions%2f${id}/decision`],
  ['a percent-encoded dot segment', (id) => `/v1/sessions/%2e%2e/sessions/${id}/decision`],
  ['a double encoding', (id) => `/v1/sessions/${id}%252fdecision`],
  ['a dot segment', (id) => `/v1/sessions/../sessions/${id}/decision`],
  ['a single dot segment', (id) => `/v1/./sessions/${id}/decision`],
  ['a semicolon parameter', (id) => `/v1/sessions/${id}/decision;a=b`],
  ['a backslash', (id) => `/v1\\sessions\\${id}\\decision`],
  ['an extension', (id) => `/v1/sessions/${id}/decision.json`],
  ['a null byte, encoded', (id) => `/v1/sessions/${id}/decision%00`],
  ['a member of the prototype', () => '/v1/__proto__'],
  ['a constructor', () => '/v1/sessions/constructor/prototype'],
  ['the root of the API', () => '/v1'],
  ['the root of the API with a slash', () => '/v1/'],
  ['a file of the source', () => '/v1/../../etc/passwd'],
  ['an environment file', () => '/v1/.env'],
  ['a UTF-8 path', (id) => `/v1/sessions/${id}/d\u00e9cision`, { status: [400, 404] }],
  ['a space in the path', (id) => `/v1/sessions/${id} /decision`, { status: [400, 404] }],
  ['a fragment', (id) => `/v1/sessions/${id}/decision#x`, { status: [400, 404] }],
];

const read = ({ owner, owned }: Target, target: string): Request => ({
  target,
  key: owner.apiKey,
  signature: sign(owner.sharedSecret, owned.sessionId),
});

const nearMissRows: readonly Row[] = nearMisses.map(([name, path, holds = notFound]): Row => [
  `path: ${name}`,
  ['H20', 'A-06'],
  holds,
  (target) => read(target, path(target.owned.sessionId)),
]);

/** Requests outside the public API reveal nothing. */
const besideRows: readonly Row[] = [
  ...[
    '/admin',
    '/metrics/../v1',
    '/.git/config',
    '/debug/pprof',
    '/server-status',
    '/v',
    '/api',
    '/graphql',
    '/healthz/x',
    '/favicon.ico/..%2f',
  ].map((target): Row => [`beside the API: ${target}`, ['S09'], notFound, () => ({ target })]),
  ['beside the API: /metrics on the public port', ['low: metrics'], notFound, () => ({ target: '/metrics' })],
  [
    'a version banner',
    ['S09'],
    { status: [404], headers: { server: null, 'x-powered-by': null } },
    () => ({ target: '/nothing' }),
  ],
  [
    'an error page says nothing about the inside',
    ['S09'],
    { status: [400, 404], headers: { 'x-powered-by': null } },
    () => ({ target: '/%E0%A4%A' }),
  ],
];

const headerRows: readonly Row[] = [
  [
    'two Host headers',
    ['H06'],
    { status: [400] },
    (target) => ({
      ...read(target, `/v1/sessions/${target.owned.sessionId}/decision`),
      headers: [['host', 'evil.example']],
    }),
  ],
  [
    'no Host header',
    ['H06'],
    { status: [400] },
    (target) => ({ ...read(target, `/v1/sessions/${target.owned.sessionId}/decision`), host: null }),
  ],
  [
    'another host',
    ['S08'],
    { status: [200] },
    (target) => ({
      ...read(target, `/v1/sessions/${target.owned.sessionId}/decision`),
      host: 'evil.example',
    }),
  ],
  [
    'a method override',
    ['A-06'],
    { status: [200] },
    (target) => ({
      ...read(target, `/v1/sessions/${target.owned.sessionId}/decision`),
      headers: [['x-http-method-override', 'DELETE']],
    }),
  ],
  [
    'a rewritten address',
    ['A-06'],
    { status: [200] },
    (target) => ({
      ...read(target, `/v1/sessions/${target.owned.sessionId}/decision`),
      headers: [
        ['x-original-url', '/v1/nothing'],
        ['x-rewrite-url', '/v1/nothing'],
      ],
    }),
  ],
  [
    'a foreign origin on a read',
    ['A-30', 'S09'],
    { status: [200], headers: { 'access-control-allow-origin': null } },
    (target) => ({
      ...read(target, `/v1/sessions/${target.owned.sessionId}/decision`),
      headers: [['origin', 'https://evil.example']],
    }),
  ],
  [
    'a preflight of a signed route',
    ['A-30'],
    { status: [401, 405], headers: { 'access-control-allow-origin': null } },
    ({ owned }) => ({
      method: 'OPTIONS',
      target: `/v1/sessions/${owned.sessionId}/media`,
      headers: [
        ['origin', 'https://evil.example'],
        ['access-control-request-method', 'POST'],
      ],
    }),
  ],
  [
    'a preflight never allows credentials',
    ['A-30'],
    { status: [204], headers: { 'access-control-allow-credentials': null } },
    () => ({
      method: 'OPTIONS',
      target: '/v1/sessions',
      headers: [
        ['origin', 'null'],
        ['access-control-request-method', 'POST'],
      ],
    }),
  ],
  [
    'a range of a medium',
    ['S23'],
    { status: [200] },
    ({ owner, owned }) => ({
      target: `/v1/media/${owned.mediaId}`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.mediaId),
      headers: [['range', 'bytes=0-0,1-1,2-2']],
    }),
  ],
  [
    'a medium is served sandboxed',
    ['S23', 'low: media'],
    {
      status: [200],
      headers: {
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    },
    ({ owner, owned }) => ({
      target: `/v1/media/${owned.mediaId}`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.mediaId),
    }),
  ],
  [
    'an unknown version of a registry query',
    ['S10'],
    { status: [400], code: ['1104', '1301'] },
    ({ owner, owned }) => ({
      target: `/v1/sessions/${owned.sessionId}/decision/ine-registry?version=9.9.9`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.sessionId),
    }),
  ],
  [
    'a version given twice',
    ['S10'],
    { status: [400] },
    ({ owner, owned }) => ({
      target: `/v1/sessions/${owned.sessionId}/decision/ine-registry?version=1.0.0&version=2.0.0`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.sessionId),
    }),
  ],
  [
    'a thousand query parameters',
    ['A-06'],
    { status: [200, 414, 431] },
    (target) =>
      read(
        target,
        `/v1/sessions/${target.owned.sessionId}/decision?${Array.from({ length: 300 }, (_, at) => `p${at}=1`).join('&')}`,
      ),
  ],
];

const unsignedRoutes: readonly AttackCase[] = allEndpoints.map((endpoint) => ({
  group: 'routes',
  name: `${endpoint.name}: an unknown key sees no more than an unknown path`,
  ids: ['S10', 'A-11'],
  holds: refused(401, '1803'),
  attack: request((target) => ({
    ...requestTo(endpoint, target),
    key: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  })),
}));

/** Invalid identifiers, on every endpoint with one in its path. */
const identifiers: readonly (readonly [name: string, id: string, holds: Expectation])[] = [
  ['19 characters', 'a'.repeat(19), refused(400, '1001')],
  ['41 characters', 'a'.repeat(41), refused(400, '1001')],
  ['no UUID', 'z'.repeat(36), refused(400, '1002')],
  ['a UUID of version 1', '5043de43-828c-1b68-9ca0-15a1b9ea504d', refused(400, '1002')],
  ['the nil UUID', '00000000-0000-0000-0000-000000000000', refused(400, '1002')],
  ['SQL', "'or'1'='1'--aaaaaaaaaaaaaa", refused(400, '1002')],
  ['an unknown identifier', '5043de43-828c-4b68-9ca0-15a1b9ea504d', refused(404, '1101')],
];

const withIdentifier = allEndpoints.filter(({ path }) => path.includes(':'));

/** Bodies that are valid, so that only the identifier is wrong. */
const soundBody = (name: string): string =>
  name === 'submit-session'
    ? '{"verification":{"status":"submitted"}}'
    : '{"image":{"context":"face","content":"aGFsbG8="}}';

const identifierCases: readonly AttackCase[] = withIdentifier.flatMap((endpoint) =>
  identifiers
    .filter(([name]) => !(endpoint.name === 'upload-media' && name === 'an unknown identifier'))
    .map(([name, id, holds]): AttackCase => ({
      group: 'identifiers',
      name: `${endpoint.name}: ${name}`,
      ids: ['A-08', 'S01'],
      holds,
      attack: request((target) =>
        requestTo(endpoint, target, {
          things: { ...target.owned, sessionId: id, attemptId: id, mediaId: id },
          body: soundBody(endpoint.name),
        }),
      ),
    })),
);

/** Pairs of requests whose responses must not differ: with a foreign identifier and with an unknown one. */
const foreignCases: readonly AttackCase[] = withIdentifier.flatMap((endpoint) => [
  {
    group: 'tenants' as const,
    name: `${endpoint.name}: a stranger's identifier`,
    ids: ['S01', 'S17'],
    needs: ['stranger' as const],
    holds: { status: [404], code: ['1101'] },
    attack: request(({ foreign, ...target }) =>
      requestTo(endpoint, target, {
        ...(foreign ? { things: foreign } : {}),
        body: bodyThatPasses(endpoint.name),
      }),
    ),
  },
  {
    group: 'tenants' as const,
    name: `${endpoint.name}: the wrong kind of identifier`,
    ids: ['S01'],
    holds: { status: [404], code: ['1101'] },
    attack: request((target) =>
      requestTo(endpoint, target, {
        things: {
          ...target.owned,
          sessionId: target.owned.mediaId,
          attemptId: target.owned.sessionId,
          mediaId: target.owned.attemptId,
        },
        body: bodyThatPasses(endpoint.name),
      }),
    ),
  },
]);

const bodyThatPasses = (name: string): string =>
  name === 'submit-session'
    ? '{"verification":{"status":"submitted"}}'
    : name === 'upload-media'
      ? '{"image":{"context":"face","content":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}}'
      : '{"hasUnacknowledgedChanges":false}';

/** A signature of one integration grants no access to another. */
const crossedSignatures: readonly AttackCase[] = withIdentifier
  .filter(({ bodyBytes }) => bodyBytes === null)
  .map((endpoint) => ({
    group: 'tenants' as const,
    name: `${endpoint.name}: a stranger's captured request under the owner's key`,
    ids: ['S01'],
    needs: ['stranger' as const],
    holds: refused(401, '1818'),
    attack: request((target) => ({
      ...requestTo(endpoint, {
        owner: target.tenants.stranger ?? target.owner,
        owned: target.foreign ?? target.owned,
      }),
      key: target.owner.apiKey,
    })),
  }));

const pipelined: AttackCase = {
  group: 'routes',
  name: 'a hundred pipelined requests get a hundred answers',
  ids: ['S05'],
  holds: { answers: 100, status: [404] },
  attack: play((target) => [
    { send: Buffer.concat(Array.from({ length: 100 }, () => bytesOf(read(target, '/v1/nothing')))) },
    { answers: 100 },
  ]),
};

/** Methods, paths and headers that the API does not offer. */
export const routeCases: readonly AttackCase[] = [
  ...methods,
  ...table('routes', [...nearMissRows, ...besideRows, ...headerRows]),
  ...unsignedRoutes,
  pipelined,
];

/** Identifiers that are malformed, unknown, foreign or of the wrong kind. */
export const idCases: readonly AttackCase[] = [...identifierCases, ...foreignCases, ...crossedSignatures];
