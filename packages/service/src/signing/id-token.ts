import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Why an ID token is rejected. */
export type IdTokenFault =
  | 'malformed'
  | 'algorithm'
  | 'unknown-key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'issued-at'
  | 'nonce'
  | 'subject'
  | 'auth-time';

/** What an ID token is checked against. */
export interface ExpectedIdToken {
  issuer: string;
  clientId: string;
  nonce: string;
  /** Seconds since 1970. */
  now: number;
  /** The person must have signed in at the provider since then, in seconds since 1970; `null`: at any time. */
  signedInSince: number | null;
}

/** A provider's claims about a person. */
export interface IdTokenClaims {
  subject: string;
  /** As reported by the provider; `null` without one. */
  email: string | null;
  /** The provider has verified that the person owns this mailbox. */
  emailVerified: boolean;
  name: string | null;
}

export type IdTokenVerdict = { fault: IdTokenFault } | { fault: null; claims: IdTokenClaims };

type Json = Readonly<Record<string, unknown>>;

/** Maximum length of a token. */
const longestToken = 32 * 1024;
/** Maximum keys per provider that are considered. */
const mostKeys = 100;
/** Tolerated clock difference in seconds. */
const slack = 60;
/** Maximum age in seconds: tokens are used immediately, so an older one was intercepted. */
const oldest = 600;

const keyTypes: Readonly<Record<string, { kty: string; crv?: string }>> = {
  RS256: { kty: 'RSA' },
  PS256: { kty: 'RSA' },
  ES256: { kty: 'EC', crv: 'P-256' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
};
/** Accepted signatures: asymmetric only, so that neither a client secret nor a public key can produce a token. */
export const idTokenAlgorithms: readonly string[] = Object.keys(keyTypes);

/**
 * Validates an ID token of the code flow.
 * @param keys members of the provider's `keys`
 * @returns `unknown-key` if none of the keys can have signed it: newer keys may
 * @see OpenID Connect Core 1.0, §3.1.3.7; RFC 8725
 */
export function judgeIdToken(
  token: string,
  keys: readonly unknown[],
  expected: ExpectedIdToken,
): IdTokenVerdict {
  const parts = token.length > longestToken ? [] : token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  const [header, claims] = [jsonOf(head), jsonOf(body)];
  if (parts.length !== 3 || header === null || claims === null) return { fault: 'malformed' };
  const { alg, kid, crit } = header;
  // A critical extension that we do not support.
  if (typeof alg !== 'string' || !idTokenAlgorithms.includes(alg) || crit !== undefined)
    return { fault: 'algorithm' };
  const key = keyFor(keys, { alg, kid });
  if (key === null) return { fault: 'unknown-key' };
  if (!isSigned(`${head}.${body}`, { alg, key, signature: Buffer.from(signature, 'base64url') }))
    return { fault: 'signature' };
  const fault = claimsFault(claims, expected);
  if (fault !== null) return { fault };
  return { fault: null, claims: claimsOf(claims, String(claims['sub'])) };
}

/** The person described by the members of a token, or of a provider's user information. */
export function claimsOf(members: Json, subject: string): IdTokenClaims {
  const { email, email_verified: verified, name } = members;
  return { subject, email: textOf(email), emailVerified: verified === true, name: textOf(name) };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function jsonOf(part: string): Json | null {
  if (!/^[\w-]+$/.test(part)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

/** The only key that can have signed; a token without a key id requires a provider with a single key. */
function keyFor(keys: readonly unknown[], { alg, kid }: { alg: string; kid: unknown }): KeyObject | null {
  const wanted = keyTypes[alg];
  if (wanted === undefined) return null;
  const fitting = keys.slice(0, mostKeys).filter((key): key is Json => {
    if (typeof key !== 'object' || key === null) return false;
    const jwk = key as Json;
    return (
      jwk['kty'] === wanted.kty &&
      (wanted.crv === undefined || jwk['crv'] === wanted.crv) &&
      (jwk['use'] === undefined || jwk['use'] === 'sig') &&
      (jwk['alg'] === undefined || jwk['alg'] === alg) &&
      (kid === undefined || jwk['kid'] === kid)
    );
  });
  const [jwk] = fitting;
  return jwk === undefined || fitting.length > 1 ? null : publicKeyOf(jwk);
}

/** Reads only public members, whatever else a key contains. RSA keys have at least 2048 bits. */
function publicKeyOf({ kty, crv, x, y, n, e }: Json): KeyObject | null {
  const members = kty === 'RSA' ? { kty, n, e } : kty === 'EC' ? { kty, crv, x, y } : { kty, crv, x };
  try {
    const key = createPublicKey({ key: members as Record<string, string>, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    return bits !== undefined && (bits < 2048 || bits > 8192) ? null : key;
  } catch {
    return null;
  }
}

function isSigned(
  text: string,
  { alg, key, signature }: { alg: string; key: KeyObject; signature: Uint8Array },
): boolean {
  const bytes = Buffer.from(text);
  if (alg === 'EdDSA') return verify(null, bytes, key, signature);
  if (alg === 'ES256') return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature);
  if (alg === 'RS256') return verify('sha256', bytes, key, signature);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify('sha256', bytes, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }, signature);
}

function claimsFault(claims: Json, expected: ExpectedIdToken): IdTokenFault | null {
  const { iss, sub, nonce } = claims;
  if (iss !== expected.issuer) return 'issuer';
  if (!isFor(claims, expected.clientId)) return 'audience';
  if (nonce !== expected.nonce) return 'nonce';
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || sub.includes('\u0000')) return 'subject';
  return timeFault(claims, expected);
}

/** Whether we are the token's audience; if there are others, it must name us as the authorized party. */
function isFor({ aud, azp }: Json, clientId: string): boolean {
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(clientId)) return false;
  return azp === undefined ? audiences.length === 1 : azp === clientId;
}

function timeFault(
  { exp, iat, nbf, auth_time: authTime }: Json,
  { now, signedInSince }: ExpectedIdToken,
): IdTokenFault | null {
  if (typeof exp !== 'number' || exp <= now - slack) return 'expired';
  if (typeof iat !== 'number' || iat > now + slack || iat < now - oldest - slack) return 'issued-at';
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf > now + slack)) return 'issued-at';
  if (signedInSince === null) return null;
  const isFresh =
    typeof authTime === 'number' && authTime >= signedInSince - slack && authTime <= now + slack;
  return isFresh ? null : 'auth-time';
}
