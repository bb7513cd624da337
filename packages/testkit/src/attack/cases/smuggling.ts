import { type AttackCase, type Expectation, play } from '../attack-case.ts';
import type { Target } from '../target.ts';

/**
 * A request that an intermediary and the service might interpret differently, as one or as two: the service must execute neither.
 */
const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const body = '{"verification":{}}';

const creation = (headers: readonly string[], rest = ''): ((target: Target) => string) => {
  return ({ owner }) =>
    [
      'POST /v1/sessions HTTP/1.1',
      'Host: localhost',
      `X-AUTH-CLIENT: ${owner.apiKey}`,
      'Content-Type: application/json',
      ...headers,
      '',
      rest,
    ].join('\r\n');
};

const refusedBytes: Expectation = { answers: 1, status: [400, 408, 411, 413, 431, 501, 505], goneMs: 12_000 };
/** Exactly one response. */
const oneAnswer = (status: readonly number[]): Expectation => ({ answers: 1, status });

const chunked = `13\r\n${body}\r\n0\r\n\r\n`;

/** Bytes on one connection, each with the allowed responses. */
const conversations: readonly (readonly [
  name: string,
  ids: readonly string[],
  holds: Expectation,
  bytes: (target: Target) => string,
])[] = [
  [
    'Content-Length and Transfer-Encoding',
    ['H07'],
    refusedBytes,
    creation(['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
  ],
  [
    'Transfer-Encoding and Content-Length',
    ['H07'],
    refusedBytes,
    creation(['Transfer-Encoding: chunked', 'Content-Length: 6'], `0\r\n\r\n${hidden}`),
  ],
  [
    'two different lengths',
    ['H07'],
    refusedBytes,
    creation(['Content-Length: 19', 'Content-Length: 0'], body + hidden),
  ],
  ['two equal lengths', ['H07'], refusedBytes, creation(['Content-Length: 19', 'Content-Length: 19'], body)],
  ['two lengths in one header', ['H07'], refusedBytes, creation(['Content-Length: 19, 19'], body)],
  ['a negative length', ['H07'], refusedBytes, creation(['Content-Length: -1'], body)],
  ['a length with a sign', ['H07'], refusedBytes, creation(['Content-Length: +19'], body)],
  ['a hexadecimal length', ['H07'], refusedBytes, creation(['Content-Length: 0x13'], body)],
  [
    'a length beyond 64 bits',
    ['H07'],
    refusedBytes,
    creation(['Content-Length: 18446744073709551635'], body),
  ],
  ['a length with a blank inside', ['H07'], refusedBytes, creation(['Content-Length: 1 9'], body)],
  ['an empty length', ['H07'], refusedBytes, creation(['Content-Length:'], body)],
  ['a blank before the colon', ['H07'], refusedBytes, creation(['Content-Length : 19'], body)],
  ['Transfer-Encoding: xchunked', ['H07'], refusedBytes, creation(['Transfer-Encoding: xchunked'], chunked)],
  [
    'Transfer-Encoding: chunked, identity',
    ['H07'],
    refusedBytes,
    creation(['Transfer-Encoding: chunked, identity'], chunked),
  ],
  ['Transfer-Encoding: identity', ['H07'], refusedBytes, creation(['Transfer-Encoding: identity'], chunked)],
  [
    'Transfer-Encoding twice',
    ['H07'],
    refusedBytes,
    creation(['Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'Content-Length: 4'], chunked),
  ],
  [
    'Transfer-Encoding with a vertical tab',
    ['H07'],
    refusedBytes,
    creation(['Transfer-Encoding:\u000bchunked'], chunked),
  ],
  [
    'Transfer-Encoding folded over two lines',
    ['H07'],
    refusedBytes,
    creation(['Transfer-Encoding:', ' chunked'], chunked),
  ],
  ['a folded header', ['H07'], refusedBytes, creation(['X-Folded: a', ' b', 'Content-Length: 19'], body)],
  [
    'a header folded before the first',
    ['H07'],
    refusedBytes,
    () => `GET /healthz HTTP/1.1\r\n Host: localhost\r\n\r\n`,
  ],
  ['bare line feeds', ['H07'], refusedBytes, () => 'GET /healthz HTTP/1.1\nHost: localhost\n\n'],
  [
    'a bare carriage return in a value',
    ['H07'],
    refusedBytes,
    creation(['X-Split: a\rContent-Length: 0', 'Content-Length: 19'], body),
  ],
  ['a null byte in a value', ['H07'], refusedBytes, creation(['X-Null: a\0b', 'Content-Length: 19'], body)],
  ['a null byte in a name', ['H07'], refusedBytes, creation(['X-Nu\0ll: a', 'Content-Length: 19'], body)],
  ['a header without a colon', ['H07'], refusedBytes, creation(['nonsense', 'Content-Length: 19'], body)],
  ['a header without a name', ['H07'], refusedBytes, creation([': x', 'Content-Length: 19'], body)],
  [
    'a chunk size that is no number',
    ['H07'],
    { status: [400], goneMs: 12_000 },
    creation(['Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n`),
  ],
  [
    'a chunk size beyond 64 bits',
    ['H07'],
    { status: [400, 413], goneMs: 12_000 },
    creation(['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n${body}\r\n0\r\n\r\n`),
  ],
  [
    'a chunk without its line end',
    ['H07'],
    { status: [400], goneMs: 12_000 },
    creation(['Transfer-Encoding: chunked'], `13\r\n${body}0\r\n\r\n${hidden}`),
  ],
  [
    'a chunk ended by a bare line feed',
    ['H07'],
    { status: [400], goneMs: 12_000 },
    creation(['Transfer-Encoding: chunked'], `13\n${body}\n0\n\n${hidden}`),
  ],
  [
    'a chunk extension of 100 kB',
    ['H07', 'S05'],
    { status: [201, 400, 413, 431], mayBeSilent: true },
    creation(['Transfer-Encoding: chunked'], `13;${'x'.repeat(100_000)}\r\n${body}\r\n0\r\n\r\n`),
  ],
  [
    'a negative chunk size',
    ['H07'],
    { status: [400], goneMs: 12_000 },
    creation(['Transfer-Encoding: chunked'], `-13\r\n${body}\r\n0\r\n\r\n`),
  ],
  ['HTTP/2 preface', ['S09'], refusedBytes, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/3.0', ['S09'], refusedBytes, () => 'GET /healthz HTTP/3.0\r\nHost: localhost\r\n\r\n'],
  ['HTTP/0.9', ['S09'], oneAnswer([200, 400, 505]), () => 'GET /healthz\r\n\r\n'],
  ['a lower-case version', ['S09'], refusedBytes, () => 'GET /healthz http/1.1\r\nHost: localhost\r\n\r\n'],
  ['a TLS hello', ['S09'], refusedBytes, () => '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003'],
  ['an SSH banner', ['S09'], refusedBytes, () => 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['an SMTP greeting', ['S09'], refusedBytes, () => 'EHLO localhost\r\n'],
  ['a Redis command', ['S09'], refusedBytes, () => '*1\r\n$4\r\nPING\r\n'],
  ['a PROXY protocol line', ['S22'], refusedBytes, () => `PROXY TCP4 203.0.113.7 127.0.0.1 1 2\r\n${hidden}`],
  ['a PROXY protocol 2 header', ['S22'], refusedBytes, () => `\r\n\r\n\0\r\nQUIT\n!\u0011\0\u000c${hidden}`],
  ['an unknown method', ['A-06'], refusedBytes, () => 'BREW /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a method of 10,000 letters', ['S05'], refusedBytes, () => `${'A'.repeat(10_000)} / HTTP/1.1\r\n\r\n`],
  [
    'random bytes',
    ['S09'],
    refusedBytes,
    () => Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 197 + 31) % 256)).toString('latin1'),
  ],
  [
    'CONNECT',
    ['S08'],
    { status: [400, 404, 405], mayBeSilent: true, goneMs: 12_000 },
    () => 'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: 127.0.0.1:5432\r\n\r\n',
  ],
  [
    'an upgrade to a web socket',
    ['S09'],
    oneAnswer([400, 401, 404, 426]),
    () =>
      'GET /v1/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  ],
  [
    'an upgrade to HTTP/2 without TLS',
    ['S09'],
    oneAnswer([200, 400, 404]),
    () =>
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
  ],
  [
    'an absolute address of another host',
    ['S08'],
    oneAnswer([400, 404]),
    () => 'GET http://169.254.169.254/latest/meta-data/ HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n',
  ],
  [
    'an absolute address with a password',
    ['S08'],
    oneAnswer([200, 400, 404]),
    () => 'GET http://a:b@localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ],
  [
    'OPTIONS *',
    ['A-06'],
    oneAnswer([200, 204, 400, 401, 404, 405]),
    () => 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ],
  [
    'TRACE with a secret',
    ['S09'],
    oneAnswer([401, 404, 405]),
    () => 'TRACE /v1/sessions HTTP/1.1\r\nHost: localhost\r\nX-Secret: echo\r\n\r\n',
  ],
  [
    'an unknown expectation',
    ['H26'],
    { status: [417, 201], answers: 1 },
    creation(['Expect: the-moon', 'Content-Length: 19'], body),
  ],
  [
    '100-continue without a key',
    ['H26'],
    { status: [401], answers: 1 },
    () =>
      'POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
  ],
  [
    '100-continue with a body that is too large',
    ['H26'],
    { status: [413], answers: 1 },
    creation(['Content-Length: 2000000', 'Expect: 100-continue']),
  ],
  [
    '100-continue with a malformed signature',
    ['H26', 'item 2'],
    { status: [401], answers: 1 },
    ({ owner, owned }) =>
      `PATCH /v1/sessions/${owned.sessionId} HTTP/1.1\r\nHost: localhost\r\nX-AUTH-CLIENT: ${owner.apiKey}\r\nX-HMAC-SIGNATURE: none\r\nContent-Type: application/json\r\nContent-Length: 39\r\nExpect: 100-continue\r\n\r\n`,
  ],
  [
    'a header of 17 KiB',
    ['S05'],
    { status: [431], answers: 1, goneMs: 12_000 },
    creation([`X-Large: ${'x'.repeat(17 * 1024)}`, 'Content-Length: 19'], body),
  ],
  [
    '5,000 short headers',
    ['S05'],
    { status: [400, 431], answers: 1, goneMs: 12_000 },
    creation([...Array.from({ length: 5_000 }, (_, at) => `X-${at}: 1`), 'Content-Length: 19'], body),
  ],
  [
    'an address of 20 KiB',
    ['S05'],
    { status: [414, 431], answers: 1, goneMs: 12_000 },
    () => `GET /${'x'.repeat(20 * 1024)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ],
  [
    'an address of 1 MiB',
    ['S05'],
    { status: [414, 431], answers: 1, goneMs: 12_000 },
    () => `GET /${'x'.repeat(1_048_576)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ],
  [
    'a request line without an end',
    ['S05'],
    { status: [400, 414, 431], answers: 1, goneMs: 12_000 },
    () => `GET ${'x'.repeat(64 * 1024)}`,
  ],
  [
    'HTTP/1.0 with a creation',
    ['A-06'],
    { status: [201], answers: 1 },
    ({ owner }) =>
      `POST /v1/sessions HTTP/1.0\r\nX-AUTH-CLIENT: ${owner.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n${body}`,
  ],
  [
    'a creation and a second request behind it',
    ['H07'],
    { answers: 2, status: [200, 201] },
    (target) => creation(['Content-Length: 19'], body)(target) + hidden,
  ],
  [
    'a refused body and a second request behind it',
    ['H07'],
    { status: [200, 401] },
    ({ owned }) =>
      `PATCH /v1/sessions/${owned.sessionId} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 39\r\n\r\n{"verification":{"status":"submitted"}}${hidden}`,
  ],
];

/** Whether the client should watch the connection until the service closes it. */
const watched = (holds: Expectation) => holds.goneMs !== undefined;

/** Bytes that are not a single plain HTTP/1.1 request. */
export const smugglingCases: readonly AttackCase[] = conversations.map(([name, ids, holds, bytes]) => ({
  group: 'smuggling',
  name,
  ids,
  holds,
  // Watching a service that does not close takes seconds, so these cases run in parallel.
  ...(watched(holds) ? { slow: true as const } : {}),
  attack: play(
    (target) => [
      { send: Buffer.from(bytes(target), 'latin1') },
      { answers: holds.answers ?? 1 },
      ...(watched(holds) ? [{ ended: true as const }] : [{ waitMs: 100 }]),
    ],
    { limitMs: 13_000 },
  ),
}));
