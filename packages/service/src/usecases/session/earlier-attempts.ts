import { compareAttempts, type EarlierAttempts, shownPerson } from '@countersign/core';
import type { PictureFindings } from '@countersign/findings';
import type { ServiceContext } from '../../context.ts';
import { listFindings } from '../../storage/session/session-names.ts';
import type { DecryptedAttempt } from './record-decision.ts';
import { openStoredFindings } from './stored-findings.ts';

/** Compares the findings of an attempt's pictures with those of the session's earlier attempts; `null` for the first. */
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
