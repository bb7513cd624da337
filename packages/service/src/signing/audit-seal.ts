import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import type { AuditContent, AuditSource } from '../storage/audit-chain/audit-tables.ts';
import type { Vault } from './vault.ts';

/** Predecessor of a chain's first link: 32 zero bytes. */
export const firstHash: Uint8Array = new Uint8Array(32);

/**
 * Members of `details` that may name a person. They are not part of the chain, so that erasing them does not break it; nor is the row's
 * note, which is sealed under the session's key.
 */
const personalMembers = new Set(['email', 'address', 'device']);

/** Identifies a chain in what is hashed and signed: `integration:<id>` or `organisation:<id>`. */
export const chainText = ({ source, chainId }: { source: AuditSource; chainId: string }): string =>
  `${source}:${chainId}`;

/** Serialises a value as JSON with members sorted by name and without white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** The hashed part of a row, as canonical JSON. */
export function linkedText(chain: string, { details, ...row }: AuditContent): string {
  const kept = Object.entries(details).filter(([name]) => !personalMembers.has(name));
  return canonicalJson({ ...row, chain, details: Object.fromEntries(kept) });
}

/** SHA-256 of a link: over the previous hash and the row's canonical JSON. */
export const linkHash = (before: Uint8Array, text: string): Buffer =>
  createHash('sha256').update(before).update(text).digest();

/** The statement of a checkpoint: the number of linked rows, and the hash of the last one. */
export interface SealedEnd {
  chain: string;
  /** Links up to here. */
  position: number;
  hash: Uint8Array;
  /** ISO 8601, UTC, microseconds. */
  at: string;
}

/** A checkpoint for export; its canonical JSON is what is signed. */
export const checkpointBody = ({ at, chain, hash, position }: SealedEnd) => ({
  at,
  chain,
  hash: Buffer.from(hash).toString('hex'),
  position,
  purpose: 'countersign-audit-checkpoint/1',
});
const signedBytes = (end: SealedEnd): Buffer => Buffer.from(canonicalJson(checkpointBody(end)));

/** Signs the ends of chains with the key of the installation, and verifies its signatures. */
export interface AuditSigner {
  /** Public key: SubjectPublicKeyInfo in base64, constant for the life of the installation. */
  publicKey: string;
  /** Ed25519, 64 bytes. */
  sign(end: SealedEnd): Buffer;
  verify(end: SealedEnd, signature: Uint8Array): boolean;
  /** Signs canonical JSON, which must name a purpose other than checkpoints. */
  signText(text: string): Buffer;
  verifyText(text: string, signature: Uint8Array): boolean;
}

/** PKCS #8 of an Ed25519 key up to its 32 bytes. @see https://www.rfc-editor.org/rfc/rfc8410 */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signer whose key is derived from the installation's root key, which no table stores in the clear. */
export function createAuditSigner(vault: Pick<Vault, 'derive'>): AuditSigner {
  const der = Buffer.concat([privateKeyHead, vault.derive('audit-checkpoints')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (end) => signBytes(null, signedBytes(end), privateKey),
    verify: (end, signature) => verifyBytes(null, signedBytes(end), publicKey, signature),
    signText: (text) => signBytes(null, Buffer.from(text), privateKey),
    verifyText: (text, signature) => verifyBytes(null, Buffer.from(text), publicKey, signature),
  };
}
