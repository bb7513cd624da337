import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import type { AuditContent, AuditSource } from '../storage/audit-chain/audit-tables.ts';
import type { Vault } from './vault.ts';

/** The hash that the first link of a chain follows: 32 zero bytes. */
export const firstHash: Uint8Array = new Uint8Array(32);

/**
 * Members of `details` that may name a person. They are outside of the chain, so that erasing them breaks nothing; the row's note,
 * which is sealed under the session's key, is outside as well.
 */
const personalMembers = new Set(['email', 'address', 'device']);

/** How a chain is named in what is hashed and signed: `integration:<id>` or `organisation:<id>`. */
export const chainText = ({ source, chainId }: { source: AuditSource; chainId: string }): string =>
  `${source}:${chainId}`;

/** A value as JSON whose members are in the order of their names and between which there is no space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** What of a row is hashed, as canonical JSON. */
export function linkedText(chain: string, { details, ...row }: AuditContent): string {
  const kept = Object.entries(details).filter(([name]) => !personalMembers.has(name));
  return canonicalJson({ ...row, chain, details: Object.fromEntries(kept) });
}

/** SHA-256 of a link: of the hash before it and the row's canonical JSON. */
export const linkHash = (before: Uint8Array, text: string): Buffer =>
  createHash('sha256').update(before).update(text).digest();

/** What a checkpoint states: so many rows were linked, and that is the hash of the last one. */
export interface SealedEnd {
  chain: string;
  /** Links up to here. */
  position: number;
  hash: Uint8Array;
  /** ISO 8601, UTC, microseconds. */
  at: string;
}

/** A checkpoint as it is exported; what is signed is its canonical JSON. */
export const checkpointBody = ({ at, chain, hash, position }: SealedEnd) => ({
  at,
  chain,
  hash: Buffer.from(hash).toString('hex'),
  position,
  purpose: 'countersign-audit-checkpoint/1',
});
const signedBytes = (end: SealedEnd): Buffer => Buffer.from(canonicalJson(checkpointBody(end)));

/** Signs the ends of chains with the key of the installation, and checks what it signed. */
export interface AuditSigner {
  /** Of the key: SubjectPublicKeyInfo in base64, the same for as long as the installation lives. */
  publicKey: string;
  /** Ed25519, 64 bytes. */
  sign(end: SealedEnd): Buffer;
  verify(end: SealedEnd, signature: Uint8Array): boolean;
  /** Of canonical JSON that names another purpose than checkpoints. */
  signText(text: string): Buffer;
  verifyText(text: string, signature: Uint8Array): boolean;
}

/** PKCS #8 of an Ed25519 key up to its 32 bytes. @see https://www.rfc-editor.org/rfc/rfc8410 */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signer whose key comes from the installation's root key, which no table holds in the clear. */
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
