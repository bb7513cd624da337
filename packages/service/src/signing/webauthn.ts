import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { longestCredentialId } from '@countersign/contract';
import {
  decodeAttestationObject,
  decodeCredentialPublicKey,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers';

/** Where passkeys are valid: the host they are created for, and the origin of pages that may use them. */
export interface PasskeySite {
  rpId: string;
  origin: string;
}

/** Why a passkey is rejected. */
export type PasskeyFault =
  | 'malformed'
  | 'type'
  | 'challenge'
  | 'origin'
  | 'rp-id'
  | 'user-presence'
  | 'user-verification'
  | 'credential'
  | 'algorithm'
  | 'attestation'
  | 'signature'
  | 'counter'
  | 'user';

/** Bytes as base64url. */
interface Signed {
  id: string;
  clientData: string;
}

/** Expectations for any response of an authenticator. */
interface Expected {
  site: PasskeySite;
  /** 32 bytes. */
  challenge: Uint8Array;
}

/** A new passkey that passed validation. */
export interface MadePasskey {
  credentialId: Uint8Array;
  /** DER, SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  signCount: number;
  backedUp: boolean;
}

/** A signature that passed validation. */
export interface UsedPasskey {
  signCount: number;
  backedUp: boolean;
}

type Verdict<Right> = { fault: PasskeyFault } | { fault: null; right: Right };
type AuthenticatorData = ReturnType<typeof parseAuthenticatorData>;

/** COSE algorithms of accepted keys, the preferred one first: Ed25519, ECDSA with P-256, RSA with PKCS#1. */
export const passkeyAlgorithms = { ed25519: -8, es256: -7, rs256: -257 } as const;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Validates the page's state when the authenticator signed. @see W3C WebAuthn Level 3, §5.8.1 */
function clientDataFault(
  bytes: Uint8Array,
  type: 'webauthn.create' | 'webauthn.get',
  { site, challenge }: Expected,
): PasskeyFault | null {
  const data = jsonOf(bytes);
  if (data === null) return 'malformed';
  if (data['type'] !== type) return 'type';
  if (data['challenge'] !== Buffer.from(challenge).toString('base64url')) return 'challenge';
  // In a frame of another site, people cannot see whose page it is.
  const isFramed = data['crossOrigin'] === true || data['topOrigin'] !== undefined;
  return data['origin'] !== site.origin || isFramed ? 'origin' : null;
}

function jsonOf(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `null` for bytes that no authenticator produces. */
function authenticatorDataOf(bytes: Uint8Array<ArrayBuffer>): AuthenticatorData | null {
  try {
    return parseAuthenticatorData(bytes);
  } catch {
    return null;
  }
}

/** @see W3C WebAuthn Level 3, §6.1 */
function authenticatorFault({ rpIdHash, flags }: AuthenticatorData, { site }: Expected): PasskeyFault | null {
  if (!isSame(rpIdHash, sha256(site.rpId))) return 'rp-id';
  if (!flags.up) return 'user-presence';
  if (!flags.uv) return 'user-verification';
  // Backed up without being eligible for backup.
  return flags.bs && !flags.be ? 'malformed' : null;
}

/**
 * Validates a passkey created by a browser. The make of the authenticator does not matter, so only "none" and the key's own
 * signature are accepted as attestation, which is what browsers send if none is requested.
 * @see W3C WebAuthn Level 3, §7.1
 */
export function judgeNewPasskey(
  { id, clientData, attestation }: Signed & { attestation: string },
  expected: Expected,
): Verdict<MadePasskey> {
  const clientBytes = bytesOf(clientData);
  const made = attestationOf(bytesOf(attestation));
  const data = made && authenticatorDataOf(made.authData);
  const fault =
    clientDataFault(clientBytes, 'webauthn.create', expected) ??
    (made && data ? authenticatorFault(data, expected) : 'malformed');
  if (fault !== null || !made || !data) return { fault: fault ?? 'malformed' };
  const { credentialID, credentialPublicKey, counter, flags } = data;
  if (credentialID === undefined || credentialPublicKey === undefined) return { fault: 'credential' };
  if (!fitsId(credentialID, id)) return { fault: 'credential' };
  const key = keyOf(credentialPublicKey);
  if (key === null) return { fault: 'algorithm' };
  if (!isOwnAttestation(made, { key, clientBytes })) return { fault: 'attestation' };
  const publicKey = key.export({ type: 'spki', format: 'der' });
  return {
    fault: null,
    right: { credentialId: credentialID, publicKey, signCount: counter, backedUp: flags.bs },
  };
}

const fitsId = (credentialId: Uint8Array, id: string): boolean =>
  credentialId.length > 0 && credentialId.length <= longestCredentialId && isSame(credentialId, bytesOf(id));

interface Attestation {
  format: unknown;
  statement: Map<unknown, unknown>;
  authData: Uint8Array<ArrayBuffer>;
}

function attestationOf(bytes: Uint8Array<ArrayBuffer>): Attestation | null {
  try {
    const map: unknown = decodeAttestationObject(bytes);
    if (!(map instanceof Map)) return null;
    const [format, statement, authData]: unknown[] = ['fmt', 'attStmt', 'authData'].map((name) =>
      map.get(name),
    );
    if (!(statement instanceof Map) || !(authData instanceof Uint8Array)) return null;
    return { format, statement, authData: new Uint8Array(authData) };
  } catch {
    return null;
  }
}

/** Whether no third party attests the authenticator: there is no statement, or the new key itself signed it. */
function isOwnAttestation(
  { format, statement, authData }: Attestation,
  { key, clientBytes }: { key: KeyObject; clientBytes: Uint8Array },
): boolean {
  if (format === 'none') return statement.size === 0;
  const signature: unknown = statement.get('sig');
  return (
    format === 'packed' &&
    !statement.has('x5c') &&
    statement.get('alg') === algorithmOf(key) &&
    signature instanceof Uint8Array &&
    isSignedBy(key, { authData, clientBytes, signature })
  );
}

/** Converts a COSE key for Node; `null` for another kind, or a point off its curve. @see RFC 9053 */
function keyOf(coseKey: Uint8Array<ArrayBuffer>): KeyObject | null {
  try {
    const map: unknown = decodeCredentialPublicKey(coseKey);
    if (!(map instanceof Map)) return null;
    const jwk = jwkOf(map);
    return jwk && createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

function jwkOf(map: ReadonlyMap<unknown, unknown>): Record<string, string> | null {
  const named = [1, 3, -1].map((label) => map.get(label));
  const [x, y] = [map.get(-2), map.get(-3)];
  const is = (...expected: unknown[]) => expected.every((value, at) => named[at] === value);
  if (is(1, passkeyAlgorithms.ed25519, 6) && hasLength(x, 32))
    return { kty: 'OKP', crv: 'Ed25519', x: base64url(x) };
  if (is(2, passkeyAlgorithms.es256, 1) && hasLength(x, 32) && hasLength(y, 32))
    return { kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) };
  const [, , n] = named;
  // 2048 bits with exponent 65537, as produced by TPMs.
  if (is(3, passkeyAlgorithms.rs256) && hasLength(n, 256) && hasLength(x, 3) && base64url(x) === 'AQAB')
    return { kty: 'RSA', n: base64url(n), e: 'AQAB' };
  return null;
}

const hasLength = (value: unknown, length: number): value is Uint8Array =>
  value instanceof Uint8Array && value.length === length;
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const algorithmOf = ({ asymmetricKeyType }: KeyObject): number =>
  asymmetricKeyType === 'ed25519'
    ? passkeyAlgorithms.ed25519
    : asymmetricKeyType === 'ec'
      ? passkeyAlgorithms.es256
      : passkeyAlgorithms.rs256;

function isSignedBy(
  key: KeyObject,
  {
    authData,
    clientBytes,
    signature,
  }: { authData: Uint8Array; clientBytes: Uint8Array; signature: Uint8Array },
): boolean {
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return verify(digest, Buffer.concat([authData, sha256(clientBytes)]), key, signature);
}

/** The members of a stored passkey needed for validation. */
export interface KnownPasskey {
  userId: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  signCount: number;
}

/** The user handle stored by authenticators: 16 bytes without meaning elsewhere. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

/**
 * Validates a signature of a passkey. If the authenticator has a counter, it must have increased: otherwise the key was cloned.
 * @see W3C WebAuthn Level 3, §7.2
 */
export function judgePasskey(
  answer: Signed & { authenticatorData: string; signature: string; userHandle: string | null },
  expected: Expected & { passkey: KnownPasskey; needsUserHandle: boolean },
): Verdict<UsedPasskey> {
  const { passkey, needsUserHandle } = expected;
  const clientBytes = bytesOf(answer.clientData);
  const authData = bytesOf(answer.authenticatorData);
  const data = authenticatorDataOf(authData);
  const fault =
    clientDataFault(clientBytes, 'webauthn.get', expected) ??
    (data === null ? 'malformed' : authenticatorFault(data, expected));
  if (fault !== null || data === null) return { fault: fault ?? 'malformed' };
  if (!isSame(passkey.credentialId, bytesOf(answer.id))) return { fault: 'credential' };
  const { userHandle } = answer;
  if (userHandle === null ? needsUserHandle : userHandle !== userHandleOf(passkey.userId))
    return { fault: 'user' };
  const key = createPublicKey({ key: Buffer.from(passkey.publicKey), format: 'der', type: 'spki' });
  const signature = bytesOf(answer.signature);
  if (!isSignedBy(key, { authData, clientBytes, signature })) return { fault: 'signature' };
  const { counter: signCount, flags } = data;
  const counts = signCount > 0 || passkey.signCount > 0;
  if (counts && signCount <= passkey.signCount) return { fault: 'counter' };
  return { fault: null, right: { signCount, backedUp: flags.bs } };
}
