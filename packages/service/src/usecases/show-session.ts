import {
  assuranceOf,
  assuranceWords,
  challengeFaults,
  consistencyOf,
  pictureProblems,
} from '@countersign/core';
import type { Shell } from '../shell.ts';
import { findNewestAttempt, lockAttempt } from '../storage/decisions.ts';
import { openAttempt, openFindings, type OpenedAttempt } from './record-decision.ts';

/** What was found about a session's newest attempt, for the person who decides it. Holds no value read from a document. */
export type ShownSession =
  { outcome: 'shown'; session: ReturnType<typeof describeSession> } | { outcome: 'unknown-session' };

/**
 * Says why a session stands where it stands: problems of its pictures, what its sources say of each other, signs of copies, faces,
 * assurance, links. Nothing here is on the wire.
 */
export const showSession =
  (shell: Pick<Shell, 'database' | 'vault'>) =>
  (input: { integrationId: string; sessionId: string }): Promise<ShownSession> =>
    shell.database.transaction(async (tx): Promise<ShownSession> => {
      const attemptId = await findNewestAttempt(tx, input);
      if (attemptId === null) return { outcome: 'unknown-session' };
      const key = { integrationId: input.integrationId, sessionId: input.sessionId, attemptId };
      const row = await lockAttempt(tx, key);
      const opened = row && openAttempt(shell, key, row);
      return opened ? { outcome: 'shown', session: describeSession(opened) } : { outcome: 'unknown-session' };
    });

function describeSession({ key, row, dataKey, session }: OpenedAttempt) {
  const findings = openFindings({ row, dataKey });
  return {
    sessionId: key.sessionId,
    attemptId: key.attemptId,
    status: row.sessionStatus,
    attempt: row.ordinal,
    // Null: nobody has looked at its pictures yet, or the outcome was forced.
    findings: findings && {
      pictures: findings.pictures.map(({ context, side, quality, refusal }) => ({
        context,
        side,
        problems: pictureProblems(quality, refusal).map(({ code, verdict }) => `${code} (${verdict})`),
      })),
      document: findings.documentClass,
      zone: findings.mrz?.status ?? null,
      barcode: findings.barcode?.kind ?? null,
      print: findings.printed?.template ?? null,
      fields: consistencyOf(findings, session).filter(({ status }) => status !== 'unknown'),
      faces: {
        portrait: findings.comparison,
        whyNot: findings.comparisonReason,
        reference: findings.reference,
      },
      signs: findings.evidence.map(({ code, strength, sentence }) => ({ code, strength, sentence })),
      assurance: assuranceWords[assuranceOf(findings.liveness)],
      challengeFaults: findings.liveness.challenge ? challengeFaults(findings.liveness.challenge) : null,
      links: findings.links?.sessions ?? [],
      notComputed: findings.notComputed,
      models: findings.models,
    },
  };
}
