import {
  type AttackCase,
  type Expectation,
  play,
  refused,
  request,
  type Row,
  table,
} from '../attack-case.ts';
import { headOf, type Request, sign, signedWrite } from '../request.ts';
import { createSession, type Target } from '../target.ts';

const mebibyte = 1_048_576;
/** A creation padded with spaces to exactly `bytes` bytes. */
const padded = (bytes: number): string => {
  const body = '{"verification":{}}';
  return body + ' '.repeat(bytes - body.length);
};

/** JSON that A-03 rejects, sent to the only endpoint without a signature, and signed to one that requires it. */
const refusedJson: readonly (readonly [
  name: string,
  ids: readonly string[],
  body: Buffer | string,
  code?: string,
])[] = [
  ['nothing', ['H19'], ''],
  ['blanks only', ['A-03'], ' \n\t '],
  ['a truncated object', ['A-03'], '{"verification":{'],
  ['two values', ['A-03'], '{"verification":{}}{}'],
  ['a comment', ['A-03'], '{"verification":{}/* x */}'],
  ['a trailing comma', ['A-03'], '{"verification":{},}'],
  ['single quotes', ['A-03'], "{'verification':{}}"],
  ['a bare name', ['A-03'], '{verification:{}}'],
  ['NaN', ['A-03'], '{"verification":{"x":NaN}}'],
  ['Infinity', ['A-03'], '{"verification":{"x":Infinity}}'],
  ['a hexadecimal number', ['A-03'], '{"verification":{"x":0x10}}'],
  ['a leading zero', ['A-03'], '{"verification":{"x":01}}'],
  ['a leading plus', ['A-03'], '{"verification":{"x":+1}}'],
  ['a control character in a string', ['A-03'], '{"verification":{"x":"\u0001"}}'],
  ['an unknown escape', ['A-03'], '{"verification":{"x":"\\x41"}}'],
  ['a cut escape', ['A-03'], '{"verification":{"x":"\\u00"}}'],
  ['U+0000', ['A-03'], '{"verification":{"vendorData":"a\\u0000b"}}'],
  ['a lone high surrogate', ['A-03', 'O1'], '{"verification":{"vendorData":"\\ud800"}}'],
  ['a lone low surrogate', ['A-03', 'O1'], '{"verification":{"vendorData":"\\udc00x"}}'],
  ['swapped surrogates', ['A-03'], '{"verification":{"vendorData":"\\udc00\\ud800"}}'],
  [
    'a byte order mark',
    ['H10'],
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"verification":{}}')]),
  ],
  ['UTF-16', ['H09'], Buffer.from('{"verification":{}}', 'utf16le')],
  ['an overlong slash', ['H09'], Buffer.from('7b2276223a22c0af227d', 'hex')],
  ['a surrogate in UTF-8', ['H09'], Buffer.from('7b2276223a22eda080227d', 'hex')],
  ['beyond U+10FFFF', ['H09'], Buffer.from('7b2276223a22f4908080227d', 'hex')],
  ['a lone continuation byte', ['H09'], Buffer.from('7b2276223a2280227d', 'hex')],
  ['Latin-1', ['H09'], Buffer.from('{"verification":{"vendorData":"Jos\u00e9"}}', 'latin1')],
  ['a name twice', ['H11'], '{"verification":{},"verification":{}}'],
  ['a name twice after unescaping', ['H11'], '{"verification":{},"\\u0076erification":{}}'],
  ['a name twice, deep inside', ['H11'], '{"verification":{"x":[{"a":{"b":1,"b":2}}]}}'],
  ['33 levels', ['S05'], `${'['.repeat(33)}${']'.repeat(33)}`],
  ['500,000 open brackets', ['S05'], '['.repeat(500_000)],
  ['200,000 nested objects', ['S05'], '{"a":'.repeat(200_000)],
  ['an array', ['A-03'], '[]', '1104'],
  ['a string', ['A-03'], '"verification"', '1104'],
  ['null', ['A-03'], 'null', '1104'],
  ['a number', ['A-03'], '1e400', '1104'],
];

const unsigned =
  (body: Buffer | string) =>
  ({ owner }: Target): Request => ({ method: 'POST', target: '/v1/sessions', key: owner.apiKey, body });
const signed =
  (body: Buffer | string) =>
  ({ owner, owned }: Target): Request =>
    signedWrite(owner, { target: `/v1/sessions/${owned.sessionId}/collected-data`, body });

const jsonRows: readonly Row[] = refusedJson.flatMap(([name, ids, body, code = '1101']): Row[] => [
  [`JSON: ${name}`, ids, refused(400, code), unsigned(body)],
  [`signed JSON: ${name}`, ids, refused(400, code), signed(body)],
]);

const created: Expectation = { status: [201] };

const acceptedRows: readonly Row[] = [
  [
    '__proto__ as a member',
    ['H12', 'S04'],
    created,
    unsigned(
      '{"__proto__":{"verification":{"status":"x"}},"verification":{"__proto__":{"vendorData":"polluted"},"constructor":{"prototype":{"polluted":1}}}}',
    ),
  ],
  [
    'names of columns as members',
    ['S04'],
    created,
    unsigned(
      '{"verification":{"integration_id":"x","status":"approved","decision":"approved","sealed":"x","id":"5043de43-828c-4b68-9ca0-15a1b9ea504d"}}',
    ),
  ],
  ['32 levels', ['S05'], created, unsigned(`{"verification":{"x":${'['.repeat(29)}${']'.repeat(29)}}}`)],
  [
    'vendorData full of quotes and braces',
    ['O1'],
    created,
    unsigned(JSON.stringify({ verification: { vendorData: '","status":"submitted"}\u2028' } })),
  ],
  ['a very long number', ['A-03'], created, unsigned(`{"verification":{"x":${'9'.repeat(100_000)}}}`)],
  ['a very small number', ['A-03'], created, unsigned('{"verification":{"x":1e-999999999}}')],
  [
    '20,000 members',
    ['item 4'],
    refused(400, '1101'),
    unsigned(`{"verification":{${Array.from({ length: 20_000 }, (_, at) => `"m${at}":0`).join(',')}}}`),
  ],
  ['an integer-like member', ['A-04'], created, unsigned('{"0":1,"verification":{"1":2}}')],
];

const wrongMembers: readonly (readonly [string, unknown])[] = [
  ['person as a list', { person: [] }],
  ['a name of 256 characters', { person: { firstName: 'x'.repeat(256) } }],
  ['a name that is a number', { person: { firstName: 1 } }],
  ['a callback without TLS', { callback: 'http://shop.example.com/' }],
  ['a callback with a password', { callback: 'https://a:b@shop.example.com/' }],
  ['a callback that is a script', { callback: 'javascript:alert(1)' }],
  ['a callback of 2,049 characters', { callback: `https://shop.example.com/${'x'.repeat(2_024)}` }],
  ['vendorData of 1,001 characters', { vendorData: 'x'.repeat(1_001) }],
  ['vendorData as an object', { vendorData: { toString: 'x' } }],
  ['an endUserId that is no UUID', { endUserId: '1; drop table session' }],
  ['a date with another form', { person: { dateOfBirth: '1990-1-1' } }],
  ['a date that is none', { person: { dateOfBirth: '1990-02-30' } }],
  ['an unknown document type', { document: { type: 'OTHER' } }],
  ['a document number with a quote', { document: { number: "1'--" } }],
  ['eleven consents', { consents: Array.from({ length: 11 }, () => ({ type: 'ine' })) }],
  ['a consent that is a string', { consents: [{ type: 'ine', approved: 'true' }] }],
];

const memberRows: readonly Row[] = wrongMembers.map(([name, verification]): Row => [
  `member: ${name}`,
  ['S04', 'A-25'],
  { status: [400] },
  unsigned(JSON.stringify({ verification })),
]);

const types: readonly (readonly [string, readonly string[], string | null])[] = [
  ['none', ['A-07'], null],
  ['text/plain', ['A-07'], 'text/plain'],
  ['a form', ['A-07'], 'application/x-www-form-urlencoded'],
  ['a multipart form', ['A-07'], 'multipart/form-data; boundary=x'],
  ['XML', ['A-07'], 'application/xml'],
  ['JSON with a suffix', ['A-07'], 'application/vnd.api+json'],
  ['charset=latin1', ['H14'], 'application/json; charset=iso-8859-1'],
  ['charset=utf-7', ['H14'], 'application/json; charset=utf-7'],
  ['charset=utf-16', ['H14'], 'application/json; charset=utf-16'],
  ['a further parameter', ['A-07'], 'application/json; charset=utf-8; boundary=x'],
  ['two types with a comma', ['A-07'], 'application/json, text/plain'],
];

const typeRows: readonly Row[] = [
  ...types.map(([name, ids, type]): Row => [
    `content type: ${name}`,
    ids,
    refused(415, '1104'),
    (target) => ({ ...unsigned('{"verification":{}}')(target), type }),
  ]),
  [
    'content type: charset=UTF-8',
    ['H14'],
    created,
    (target) => ({ ...unsigned('{"verification":{}}')(target), type: 'application/json; charset=UTF-8' }),
  ],
  [
    'content type: twice',
    ['H06'],
    refused(415, '1104'),
    (target) => ({
      ...unsigned('{"verification":{}}')(target),
      headers: [['content-type', 'application/json']],
    }),
  ],
  ...['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x-unknown'].map((encoding): Row => [
    `content encoding: ${encoding}`,
    ['H13'],
    refused(415, '1104'),
    (target) => ({ ...unsigned('{"verification":{}}')(target), headers: [['content-encoding', encoding]] }),
  ]),
  [
    'content encoding: identity',
    ['H13'],
    created,
    (target) => ({ ...unsigned('{"verification":{}}')(target), headers: [['content-encoding', 'identity']] }),
  ],
];

const sizeRows: readonly Row[] = [
  ['one byte below the limit', ['S05'], created, unsigned(padded(mebibyte - 1))],
  ['exactly the limit', ['S05'], created, unsigned(padded(mebibyte))],
  ['one byte above the limit', ['S05'], refused(413, '1104'), unsigned(padded(mebibyte + 1))],
  [
    'a limit passed in a chunked body',
    ['S05', 'H26'],
    { status: [413] },
    (target) => ({ ...chunked(unsigned('')(target), [padded(mebibyte), 'x']) }),
  ],
];

/** The same request with a chunked body. */
function chunked(base: Request, parts: readonly string[], end = '0\r\n\r\n'): Request {
  const body = parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('') + end;
  return {
    ...base,
    length: null,
    type: 'application/json',
    headers: [['transfer-encoding', 'chunked']],
    body,
  };
}

const chunkedRows: readonly Row[] = [
  [
    'a chunked creation',
    ['H26'],
    created,
    (target) => chunked(unsigned('')(target), ['{"verifi', 'cation":{}}']),
  ],
  [
    'a chunked body with trailers that look like headers',
    ['H26'],
    { status: [201, 400] },
    (target) =>
      chunked(
        unsigned('')(target),
        ['{"verification":{}}'],
        '0\r\nx-auth-client: 5043de43-828c-4b68-9ca0-15a1b9ea504d\r\ncontent-length: 0\r\n\r\n',
      ),
  ],
  [
    'a signature over the de-chunked body',
    ['H26'],
    { status: [200] },
    async ({ address, owner }) => {
      const body = '{"verification":{"status":"submitted"}}';
      const { id } = await createSession(address, owner);
      return chunked(
        {
          method: 'PATCH',
          target: `/v1/sessions/${id}`,
          key: owner.apiKey,
          signature: sign(owner.sharedSecret, body),
        },
        [body.slice(0, 7), body.slice(7)],
      );
    },
  ],
];

/** A declared size beyond the limit is rejected without the body; the client then stops. */
const announced: readonly AttackCase[] = [
  { name: 'a creation of 100 MiB announced', target: '/v1/sessions', length: 104_857_600 },
  { name: 'a creation of 9 PB announced', target: '/v1/sessions', length: 9_007_199_254_740_991 },
].map(({ name, target: path, length }) => ({
  group: 'bodies' as const,
  name,
  ids: ['S05', 'A-07'],
  holds: { ...refused(413, '1104'), answeredMs: 2_000 },
  attack: play(({ owner }) => [
    { send: headOf({ method: 'POST', target: path, key: owner.apiKey, length }) },
    { answers: 1 },
  ]),
}));

/** Bodies of reads are ignored; the connection remains usable or is closed, and is never desynchronised. */
const bodyOnRead: AttackCase = {
  group: 'bodies',
  name: 'a body on a read is ignored',
  ids: ['A-07'],
  holds: { status: [200] },
  attack: request(({ owner, owned }) => ({
    target: `/v1/sessions/${owned.sessionId}/decision`,
    key: owner.apiKey,
    signature: sign(owner.sharedSecret, owned.sessionId),
    body: 'GET /v1/nothing HTTP/1.1\r\n\r\n',
  })),
};

/** JSON bodies, content types, encodings, sizes. */
export const bodyCases: readonly AttackCase[] = [
  ...table('bodies', [...jsonRows, ...acceptedRows, ...memberRows, ...typeRows, ...sizeRows, ...chunkedRows]),
  ...announced,
  bodyOnRead,
];
