import { type Static, type TSchema, Type } from 'typebox';
import { memberAt, withMember, withoutMember } from './json-paths.ts';
import { bodyBytes, outgoing, type OutgoingReply, type Wire } from './outgoing-reply.ts';
import type { FaultTargets } from './simulated-route.ts';

/** The circumstances in which a fault changes a reply. */
export interface FaultOccasion {
  targets: FaultTargets;
  /** Number of calls that this rule has matched before. */
  matchedBefore: number;
  /** The simulator's time in milliseconds since 1970. */
  now: number;
  /** A number from 0 up to 1. */
  random(): number;
  /** Invalidates the bearer token of this call. */
  revokeToken(): void;
}

/** A way in which a registry can fail. @see spec/registries.md 15.5 */
export interface Fault {
  params: TSchema;
  /** The only route to which the fault applies; `null`: all. */
  route: string | null;
  /** The effect on the listener while the rule is in force, in place of changing replies. */
  listener: 'refuse' | 'untrusted' | null;
  /** The changed reply; `null`: the fault does not apply to this reply, or not this time. */
  apply(reply: OutgoingReply, params: unknown, occasion: FaultOccasion): OutgoingReply | null;
}

const none = Type.Object({}, { additionalProperties: false });
const strict = <const P extends Record<string, TSchema>>(members: P) =>
  Type.Object(members, { additionalProperties: false });
const count = Type.Integer({ minimum: 1 });
const milliseconds = Type.Integer({ minimum: 0, maximum: 600_000 });

function fault<S extends TSchema>(
  params: S,
  apply: (reply: OutgoingReply, params: Static<S>, occasion: FaultOccasion) => OutgoingReply | null,
  more: Partial<Fault> = {},
): Fault {
  return {
    params,
    route: null,
    listener: null,
    apply: (reply, given, at) => apply(reply, given as Static<S>, at),
    ...more,
  };
}

const onTheWire = (wire: Wire): Fault => fault(none, (reply) => ({ ...reply, wire }));
const listener = (what: 'refuse' | 'untrusted'): Fault => fault(none, () => null, { listener: what });

/** Replaces status, body and type, so that nothing of the registry's response remains. */
const instead = (
  reply: OutgoingReply,
  other: Pick<OutgoingReply, 'status' | 'body'> & Partial<OutgoingReply>,
) => ({
  headers: {},
  wire: { mode: 'plain' as const },
  delayMs: reply.delayMs,
  ...other,
});
const as = (contentType: string) => ({ 'content-type': contentType });
const gatewayPage =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

/** The gateway's rejection of a token. */
export const unauthorised = {
  fault: { code: 900_901, message: 'Invalid Credentials', description: 'Token inválido ou expirado' },
};
const refuseToken = (reply: OutgoingReply): OutgoingReply =>
  instead(reply, { status: 401, body: unauthorised, headers: { 'www-authenticate': 'Bearer' } });

/** 200 with a different body. */
const bodyOf = (body: unknown, contentType: string): Fault =>
  fault(none, (reply) => instead(reply, { status: 200, body, headers: as(contentType) }));

/** Changes the member that the registry declares for this fault. */
function twist(
  target: Exclude<keyof FaultTargets, 'businessError'>,
  change: (body: unknown, path: string) => unknown,
): Fault {
  return fault(none, (reply, _params, { targets }) => {
    const path = targets[target];
    const there = path !== null && memberAt(reply.body, path) !== undefined;
    return there ? { ...reply, body: change(reply.body, path) } : null;
  });
}

/** Changes a member that every signed response has under the same name. */
function twistSignature(change: (body: unknown) => unknown): Fault {
  return fault(none, (reply) =>
    memberAt(reply.body, 'signature') === undefined ? null : { ...reply, body: change(reply.body) },
  );
}

/** Converts a similarity of any scale and format to percent: `0.97`, `97.3`, `"97.3%"`. */
function percentOf(similarity: unknown): number {
  const value = Number.parseFloat(String(similarity));
  return typeof similarity === 'number' && value <= 1 ? value * 100 : value;
}

/** A text of the same kind about another person. */
function anotherPerson(name: unknown): unknown {
  if (typeof name === 'number') return name + 1;
  const text = String(name);
  const last = text.at(-1) ?? '';
  return text.slice(0, -1) + (last === '7' ? '8' : '7');
}

/** Adds an unknown member to every object, except below a signature: signed data must stay unchanged. */
function withExtraKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtraKeys);
  if (typeof value !== 'object' || value === null) return value;
  const signed = 'signature' in value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    signed ? member : withExtraKeys(member),
  ]);
  return { ...Object.fromEntries(members), x_campo_nuevo: 'nuevo' };
}

const isValue = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !(body instanceof Uint8Array);

const datavalidError = {
  code: (code: string) => ({ body: { code, message: `Erro ${code}` }, type: 'application/json' }),
  codigo: (code: string) => ({ body: { codigo: code, mensagem: `Erro ${code}` }, type: 'application/json' }),
  text: (code: string) => ({ body: `${code} - Erro na validação`, type: 'text/plain; charset=utf-8' }),
};

const token = { route: 'br.token' };

/** All faults; a new fault is a new row. @see spec/registries.md 15.5 */
export const faultTable: Readonly<Record<string, Fault>> = {
  'net.refuse': listener('refuse'),
  'net.tls_untrusted': listener('untrusted'),
  'net.hang': onTheWire({ mode: 'hang' }),
  'net.slow': fault(
    Type.Union([strict({ ms: milliseconds }), strict({ min: milliseconds, max: milliseconds })]),
    (reply, params, { random }) => {
      const ms =
        'ms' in params ? params.ms : params.min + Math.floor(random() * (params.max - params.min + 1));
      return { ...reply, delayMs: reply.delayMs + ms };
    },
  ),
  'net.trickle': fault(strict({ bytesPerSecond: count }), (reply, { bytesPerSecond }) => ({
    ...reply,
    wire: { mode: 'trickle', bytesPerSecond },
  })),
  'net.reset_before_headers': onTheWire({ mode: 'reset_before_headers' }),
  'net.reset_mid_body': onTheWire({ mode: 'reset_mid_body' }),
  'net.truncate': onTheWire({ mode: 'truncate' }),
  'net.bad_length': onTheWire({ mode: 'bad_length' }),

  'http.status': fault(
    strict({
      status: Type.Integer({ minimum: 200, maximum: 599 }),
      body: Type.Optional(Type.Unknown()),
      retryAfter: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.String({ minLength: 1 })])),
    }),
    (reply, { status, body = '', retryAfter }) =>
      instead(reply, {
        status,
        body,
        headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
      }),
  ),
  'http.html_gateway': fault(none, (reply) =>
    instead(reply, { status: 502, body: gatewayPage, headers: as('text/html') }),
  ),
  'http.redirect': fault(none, (reply) =>
    instead(reply, { status: 302, body: '', headers: { location: '/token' } }),
  ),

  'auth.expired_once': fault(none, (reply, _params, { matchedBefore, revokeToken }) => {
    if (matchedBefore > 0) return null;
    revokeToken();
    return refuseToken(reply);
  }),
  'auth.always_401': fault(none, refuseToken),
  'auth.token_down': fault(
    none,
    (reply) => instead(reply, { status: 503, body: 'Serviço indisponível' }),
    token,
  ),
  'auth.token_garbage': fault(
    none,
    (reply) => instead(reply, { status: 200, body: { scope: 'default', token_type: 'Bearer' } }),
    token,
  ),
  'auth.token_no_expiry': fault(
    none,
    (reply) => ({ ...reply, body: withoutMember(reply.body, 'expires_in') }),
    token,
  ),

  'body.html': bodyOf(gatewayPage, 'text/html'),
  'body.empty': bodyOf('', 'application/json'),
  'body.null': bodyOf('null', 'application/json'),
  'body.array': bodyOf('[]', 'application/json'),
  'body.xml': bodyOf('<?xml version="1.0"?><respuesta><codigo>0</codigo></respuesta>', 'application/xml'),
  'body.nan': bodyOf('{"similaridade":NaN}', 'application/json'),
  'body.huge': fault(
    strict({ bytes: Type.Integer({ minimum: 1, maximum: 67_108_864 }) }),
    (reply, { bytes }) => ({
      ...reply,
      body: isValue(reply.body)
        ? { ...(reply.body as object), relleno: 'x'.repeat(bytes) }
        : 'x'.repeat(bytes),
    }),
  ),
  'body.bool_as_string': twist('boolean', (body, path) => withMember(body, path, String)),
  'body.similarity_percent': twist('similarity', (body, path) =>
    withMember(body, path, (value) => Math.round(Number.parseFloat(String(value)) * 1e6) / 1e4),
  ),
  'body.similarity_comma': twist('similarity', (body, path) =>
    withMember(body, path, (value) => `${percentOf(value).toFixed(1).replace('.', ',')}%`),
  ),
  'body.missing_block': twist('block', withoutMember),
  'body.unknown_enum': twist('vocabulary', (body, path) =>
    withMember(body, path, (value) => (typeof value === 'number' ? 987_654 : 'VALOR_DESCONOCIDO')),
  ),
  'body.extra_keys': fault(none, (reply) =>
    isValue(reply.body) ? { ...reply, body: withExtraKeys(reply.body) } : null,
  ),
  'body.latin1': fault(none, (reply) => {
    const { bytes, contentType } = bodyBytes(reply.body);
    const type = { ...as(`${contentType.split(';')[0]}; charset=utf-8`) };
    return {
      ...reply,
      body: Buffer.from(bytes.toString('utf8'), 'latin1'),
      headers: { ...reply.headers, ...type },
    };
  }),
  'body.wrong_person': twist('person', (body, path) => withMember(body, path, anotherPerson)),

  'dv.code': fault(
    strict({
      code: Type.String({ pattern: '^DV\\d{3}$' }),
      style: Type.Union([Type.Literal('code'), Type.Literal('codigo'), Type.Literal('text')]),
    }),
    (reply, { code, style }) => {
      const { body, type } = datavalidError[style](code);
      return instead(reply, { status: 422, body, headers: as(type) });
    },
  ),
  'business.error': fault(none, (reply, _params, { targets: { businessError } }) =>
    businessError === null ? null : instead(reply, outgoing(businessError, reply.delayMs)),
  ),
  'sig.invalid': twistSignature((body) =>
    withMember(body, 'signature.signatureValue', () => Buffer.from('not the signature').toString('base64')),
  ),
  'sig.missing': twistSignature((body) => withoutMember(body, 'signature')),

  flap: fault(strict({ fail: count, ok: count }), (reply, { fail, ok }, { matchedBefore }) =>
    matchedBefore % (fail + ok) < fail ? instead(reply, { status: 503, body: '' }) : null,
  ),
  maintenance: fault(strict({ from: Type.String(), to: Type.String() }), (reply, { from, to }, { now }) => {
    const end = Date.parse(to);
    if (now < Date.parse(from) || now >= end) return null;
    return instead(reply, {
      status: 503,
      body: '',
      headers: { 'retry-after': String(Math.ceil((end - now) / 1000)) },
    });
  }),
};
