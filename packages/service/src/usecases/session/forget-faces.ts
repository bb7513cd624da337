import { type DataKey, sealJson } from '../../encryption/seal.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import { replaceFindings } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { listFindings } from '../../storage/session/session-names.ts';
import { type KeptFindings, openStoredFindings } from './stored-findings.ts';

/** Removes the faces from the stored data of a session's attempts, once no further attempt is possible. @see spec/contract.md A-365 */
export async function forgetFaces(
  tx: Tx,
  { key, dataKey }: { key: AttemptKey; dataKey: DataKey },
): Promise<void> {
  for (const { attemptId, findings: sealed } of await listFindings(tx, key)) {
    const opened = openStoredFindings(dataKey, attemptId, sealed);
    if (opened === null || opened.faceTraces === null) continue;
    const kept: KeptFindings = { ...opened, faceTraces: null };
    await replaceFindings(tx, { ...key, attemptId }, sealJson(dataKey, 'findings', kept));
  }
}
