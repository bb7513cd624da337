import { compareAttempts, type EarlierAttempts, shownPerson } from '@countersign/core';
import type { PictureFindings } from '@countersign/findings';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { replaceFindings } from '../../storage/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { listFindings } from '../../storage/session-names.ts';
import type { DecryptedAttempt } from './record-decision.ts';
import { type KeptFindings, openStoredFindings } from './stored-findings.ts';

/** Compares what an attempt's pictures show with what those of the session's earlier attempts showed; `null` for the first. */
export async function findEarlierAttempts(
  { database }: Pick<ServiceContext, 'database'>,
  { key, row, dataKey, session, settings }: DecryptedAttempt,
  findings: PictureFindings,
): Promise<EarlierAttempts | null> {
  if (row.ordinal === 1) return null;
  const earlier = (await listFindings(database, key)).flatMap(({ attemptId, findings: sealed }) => {
    const opened = attemptId === key.attemptId ? null : openStoredFindings(dataKey, attemptId, sealed);
    return opened ? [shownPerson(opened, session, settings)] : [];
  });
  return compareAttempts(shownPerson(findings, session, settings), earlier);
}

/** Takes the faces out of what is kept of a session's attempts, once there can be no further one. @see spec/contract.md A-365 */
export async function forgetFaces(
  tx: Tx,
  { key, dataKey }: Pick<DecryptedAttempt, 'key' | 'dataKey'>,
): Promise<void> {
  for (const { attemptId, findings: sealed } of await listFindings(tx, key)) {
    const opened = openStoredFindings(dataKey, attemptId, sealed);
    if (opened === null || opened.faceTraces === null) continue;
    const kept: KeptFindings = { ...opened, faceTraces: null };
    await replaceFindings(tx, { ...key, attemptId }, sealJson(dataKey, 'findings', kept));
  }
}
