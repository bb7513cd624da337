import { type DocumentReading, screenedPerson } from '@countersign/core';
import type { Tx } from '../../storage/engine/database.ts';
import { insertJob } from '../../storage/job/jobs.ts';
import { insertScreening } from '../../storage/watchlist/watchlist.ts';
import type { DecryptedAttempt } from '../session/record-decision.ts';
import { sealPerson } from './stored-screening.ts';

/**
 * Begins the screening of an attempt with a known name, if the integration screens. The subject and the job are stored in the transaction
 * that decides the attempt, whatever the decision.
 * @returns whether there is something to screen
 * @see spec/contract.md A-63
 */
export async function queueScreening(
  tx: Tx,
  { key, dataKey, session, settings }: DecryptedAttempt,
  reading: DocumentReading | null,
): Promise<boolean> {
  const person = settings.watchlistScreening ? screenedPerson(session, reading) : null;
  if (person === null) return false;
  await insertScreening(tx, key, sealPerson(dataKey, key, person));
  await insertJob(tx, { ...key, kind: 'screen-session' });
  return true;
}
