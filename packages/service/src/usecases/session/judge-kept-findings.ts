import {
  type Crosslinks,
  decideSession,
  noCrosslinks,
  readingOf,
  riskLabels,
  showsTwoDocuments,
} from '@countersign/core';
import type { Tx } from '../../storage/engine/database.ts';
import { listSessionOutcomes } from '../../storage/session/session-links.ts';
import { compareScripts } from './compare-scripts.ts';
import { type Conclusion, decryptFindings, type DecryptedAttempt, judgementDay } from './record-decision.ts';

/**
 * The stored findings of an attempt's pictures, and the results of the checks on them as of the day it was submitted.
 * Decisions made without inspecting the pictures again report these results.
 * Empty if no picture was inspected.
 * @see spec/contract.md A-341
 */
export async function judgeKeptFindings(
  tx: Tx,
  opened: DecryptedAttempt,
): Promise<Pick<Conclusion, 'reading' | 'findings' | 'links' | 'results' | 'labels'>> {
  const { row, session, settings: policy } = opened;
  const findings = decryptFindings(opened);
  const links = findings?.links ?? noCrosslinks;
  if (findings === null) return { reading: null, findings, links, results: [], labels: [] };
  const today = judgementDay(row);
  const facts = { session, policy, findings, links, today, compareScripts };
  if (!policy.identityVerification) {
    const reading = showsTwoDocuments(findings) ? null : readingOf(findings, session);
    const labels = reading === null ? [] : riskLabels({ ...facts, reading });
    return { reading, findings, links, results: [], labels };
  }
  const verdict = decideSession({ ...facts, attempt: row.ordinal });
  const reading = verdict.kind === 'decided' ? verdict.reading : readingOf(findings, session);
  const results = verdict.kind === 'decided' ? verdict.results : [];
  const labels = riskLabels({ ...facts, reading, links: await linksOfNow(tx, opened, links) });
  return { reading, findings, links, results, labels };
}

/**
 * The links from the time of the inspection, as far as their sessions still exist, with their current status.
 * Labels name sessions; insights remain those of the pictures.
 * @see spec/contract.md A-347
 */
async function linksOfNow(tx: Tx, { key }: DecryptedAttempt, links: Crosslinks): Promise<Crosslinks> {
  if (links.sessions.length === 0) return links;
  const sessionIds = links.sessions.map(({ sessionId }) => sessionId);
  const outcomes = await listSessionOutcomes(tx, { integrationId: key.integrationId, sessionIds });
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.sessionId, outcome]));
  const sessions = links.sessions.flatMap((link) => {
    const now = outcomeOf.get(link.sessionId);
    return now ? [{ ...link, ...now }] : [];
  });
  return { ...links, sessions };
}
