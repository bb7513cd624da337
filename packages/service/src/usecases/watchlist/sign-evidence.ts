import { createHash } from 'node:crypto';
import { canonicalJson, createAuditSigner } from '../../signing/audit-seal.ts';
import type { Vault } from '../../signing/vault.ts';
import { type Evidence, evidencePurpose } from './screening-evidence.ts';

/** Evidence as it leaves the installation. */
export interface EvidenceFile {
  evidence: Evidence;
  /** SHA-256 of the evidence's canonical JSON, hex. */
  digest: string;
  /** The installation's public key, as in exports of the audit log: SubjectPublicKeyInfo in base64. */
  publicKey: string;
  /** Ed25519 signature of the same bytes, base64. */
  signature: string;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Signs evidence with the key that signs checkpoints of the audit log. */
export function signEvidence(vault: Pick<Vault, 'derive'>, evidence: Evidence): EvidenceFile {
  // As a reader of the file gets it.
  const read = JSON.parse(JSON.stringify(evidence)) as Evidence;
  const text = canonicalJson(read);
  const signer = createAuditSigner(vault);
  const signature = signer.signText(text).toString('base64');
  return { evidence: read, digest: digestOf(text), publicKey: signer.publicKey, signature };
}

/**
 * Why a file does not verify: it is not a file of evidence, it was changed, it was signed by another installation, its page shows something
 * else, or its page was made by another release.
 */
export type EvidenceFault = 'not-evidence' | 'changed' | 'other-key' | 'other-page';

export type VerifiedEvidence = { fault: null; file: EvidenceFile } | { fault: EvidenceFault };

/**
 * Verifies the text of a file against the key of this installation. The file must contain exactly what was signed, and this
 * installation's key. A further member, or one that occurs twice, is a fault, because another reader might use that one.
 */
export function verifyEvidence(vault: Pick<Vault, 'derive'>, file: string): VerifiedEvidence {
  const read = readFile(file);
  if (read === null) return { fault: 'not-evidence' };
  const { evidence, digest, publicKey, signature } = read;
  const text = canonicalJson(evidence);
  const signer = createAuditSigner(vault);
  const bytes = Buffer.from(signature, 'base64');
  if (digestOf(text) !== digest || !hasNothingElse(file, read)) return { fault: 'changed' };
  if (!signer.verifyText(text, bytes))
    return { fault: publicKey === signer.publicKey ? 'changed' : 'other-key' };
  const isItsOwn = publicKey === signer.publicKey && bytes.toString('base64') === signature;
  return isItsOwn ? { fault: null, file: read } : { fault: 'changed' };
}

/** `null` for anything that does not have the form of a file of evidence. */
function readFile(file: string): EvidenceFile | null {
  try {
    const read = JSON.parse(file) as EvidenceFile;
    const { evidence, digest, publicKey, signature } = read;
    const texts = [digest, publicKey, signature, evidence.integrationId, evidence.sessionId];
    if (evidence.purpose !== evidencePurpose || texts.some((text) => typeof text !== 'string')) return null;
    // Anything nested more deeply than what is signed is not a genuine file either.
    countMembers(read);
    return read;
  } catch {
    return null;
  }
}

/** Whether the text has the members of the file and no others; a parser keeps only the last of several members with one name. */
function hasNothingElse(text: string, file: EvidenceFile): boolean {
  const outsideStrings = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '');
  return Object.keys(file).length === 4 && outsideStrings.split(':').length - 1 === countMembers(file);
}

/** Number of members of all objects in a value. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const below = Object.values(value).reduce<number>((sum, member) => sum + countMembers(member), 0);
  return Array.isArray(value) ? below : below + Object.keys(value).length;
}

/** The file as stored: readable JSON. White space is not part of what is signed. */
export const evidenceText = (file: EvidenceFile): string => `${JSON.stringify(file, null, 2)}\n`;
