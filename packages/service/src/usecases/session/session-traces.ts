import { createHmac } from 'node:crypto';
import { type DocumentReading, nameSimilarity, type SessionData } from '@countersign/core';
import {
  formOf,
  type LinkedFaces,
  nullable,
  type PictureFindings,
  storedFaces,
  text,
} from '@countersign/findings';
import { type Static, Type } from 'typebox';
import { unsealForm } from '../../encryption/unseal-form.ts';
import { type DataKey, sealJson } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import type { SessionLinkRow } from '../../storage/session/session-links.ts';
import type { DecryptedAttempt } from './record-decision.ts';

const value = nullable(text(10_000));
const linkedData = Type.Object({
  endUserId: value,
  /** As read, otherwise as supplied. */
  name: value,
  birthDate: value,
  suppliedName: value,
});

/** Data compared with other sessions besides faces and hashes. */
export type LinkedData = Static<typeof linkedData>;

const facesLabel = 'linked-faces';
const dataLabel = 'linked-data';

const facesForm = formOf(storedFaces);
const dataForm = formOf(linkedData);

/** The stored faces of a session. @throws SealBroken, StoredDamaged */
export function decryptLinkedFaces(dataKey: DataKey, sessionId: string, faces: Uint8Array): LinkedFaces {
  const at = { table: 'session_link', column: 'faces', row: sessionId };
  return unsealForm(dataKey, { label: facesLabel, form: facesForm, at }, faces);
}

/** The stored names and dates of a session. @throws SealBroken, StoredDamaged */
export function decryptLinkedData(dataKey: DataKey, sessionId: string, data: Uint8Array): LinkedData {
  const at = { table: 'session_link', column: 'data', row: sessionId };
  return unsealForm(dataKey, { label: dataLabel, form: dataForm, at }, data);
}

/** Data stored for an attempt so that later sessions can find it, and by which it finds earlier ones. */
export function tracesOf(
  vault: Pick<Vault, 'derive'>,
  { key, dataKey, session }: Pick<DecryptedAttempt, 'key' | 'dataKey' | 'session'>,
  { findings, reading }: { findings: PictureFindings; reading: DocumentReading },
): SessionLinkRow & { facts: LinkedData } {
  const { integrationId, sessionId } = key;
  const hash = (kind: string, ...parts: (string | null | undefined)[]) => {
    if (parts.some((part) => !part)) return null;
    const secret = vault.derive(`crosslinks:${integrationId}`);
    return createHmac('sha256', secret)
      .update([kind, ...parts].join('\n'))
      .digest();
  };
  const { faceTraces } = findings;
  const selfie = findings.pictures.find(({ context, faces }) => context === 'face' && faces.length > 0);
  const facts = dataOf(session, reading);
  return {
    integrationId,
    sessionId,
    documentHash: hash('document', reading.issuingState, reading.number?.toUpperCase()),
    personalHash: hash('personal', reading.country ?? reading.issuingState, reading.idNumber?.toUpperCase()),
    pictureHash: hash('picture', selfie?.perceptualHash),
    model: faceTraces?.model ?? null,
    faces: faceTraces && sealJson(dataKey, facesLabel, linkedFaces(faceTraces)),
    data: sealJson(dataKey, dataLabel, facts),
    facts,
  };
}

const linkedFaces = ({ selfie, portrait }: LinkedFaces): LinkedFaces => ({ selfie, portrait });

function dataOf({ person, endUserId }: SessionData, reading: DocumentReading): LinkedData {
  const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ') || null;
  const suppliedName =
    join(person.firstName, person.lastName, person.secondLastName) ?? person.fullName ?? null;
  return {
    endUserId,
    name: reading.wholeName ?? join(reading.firstName, reading.lastName) ?? suppliedName,
    birthDate: reading.dateOfBirth ?? person.dateOfBirth ?? null,
    suppliedName,
  };
}

/** Names below this similarity contradict each other. */
const contradiction = 0.6;

/** Whether two names contradict each other; `null` where one is unknown. */
export function namesDiffer(a: string | null, b: string | null): boolean | null {
  const similarity = a && b ? nameSimilarity(a, b) : null;
  return similarity === null ? null : similarity < contradiction;
}

/** Whether two values differ; `null` where one is unknown. */
export const valuesDiffer = (a: string | null, b: string | null): boolean | null => (a && b ? a !== b : null);
