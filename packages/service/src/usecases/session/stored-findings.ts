import { sessionStatuses } from '@countersign/contract';
import { completeFindings, type Crosslinks } from '@countersign/core';
import { formOf, nullable, type PictureFindings, storedFindings } from '@countersign/findings';
import { Type } from 'typebox';
import { unsealForm } from '../../encryption/unseal-form.ts';
import type { DataKey } from '../../encryption/seal.ts';

/** Findings as stored after a decision: with the links to other sessions and attempts, and without faces once it is final. */
export type KeptFindings = PictureFindings & { links?: Crosslinks };

/** Maximum linked sessions, of those that a query examines in full. */
const mostLinks = 1_000;
const known = nullable(Type.Boolean());

const linkedSession = Type.Object({
  sessionId: Type.String({ maxLength: 64 }),
  status: Type.Enum([...sessionStatuses]),
  reasonCode: nullable(Type.Integer({ minimum: 0, maximum: 9_999 })),
  face: nullable(Type.Enum(['same', 'alike'])),
  portrait: Type.Boolean(),
  document: Type.Boolean(),
  personalNumber: Type.Boolean(),
  picture: Type.Boolean(),
  sameEndUser: known,
  namesDiffer: known,
  birthDatesDiffer: known,
  suppliedNamesDiffer: known,
  recent: Type.Boolean(),
  /** Absent in data stored by earlier releases. */
  agreedFraud: Type.Optional(Type.Boolean()),
});

const links = Type.Object({
  sessions: Type.Array(linkedSession, { maxItems: mostLinks }),
  blocklisted: Type.Boolean(),
  /** Absent in data stored by earlier releases. */
  attempts: Type.Optional(
    nullable(
      Type.Object({
        person: Type.Enum(['same', 'other', 'unknown']),
        otherDocument: Type.Boolean(),
        doubtful: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
});

const keptFindings = Type.Intersect([storedFindings, Type.Object({ links: Type.Optional(links) })]);
const form = formOf(keptFindings);

/**
 * The findings of an attempt's pictures, with all current members.
 * @param sealed `attempt.findings`; `null` while they have not been inspected
 * @throws SealBroken; StoredDamaged when the value has a shape that no release wrote
 */
export function openStoredFindings(
  dataKey: DataKey,
  attemptId: string,
  sealed: Uint8Array | null,
): KeptFindings | null {
  if (sealed === null) return null;
  const at = { table: 'attempt', column: 'findings', row: attemptId };
  const stored = unsealForm(dataKey, { label: 'findings', form, at }, sealed);
  const findings = completeFindings(stored);
  if (!stored.links) return findings;
  const sessions = stored.links.sessions.map((link) => ({ ...link, agreedFraud: link.agreedFraud ?? false }));
  const { attempts = null } = stored.links;
  return { ...findings, links: { ...stored.links, sessions, attempts } };
}
