import { decideSession, noCrosslinks, readingOf, riskLabels, showsTwoDocuments } from '@countersign/core';
import { compareScripts } from './compare-scripts.ts';
import { type Conclusion, decryptFindings, type DecryptedAttempt } from './record-decision.ts';

/**
 * What is kept of an attempt's pictures, and the results of the checks on it today. Whoever decides without looking at the pictures again
 * reports this with the decision. Nothing where no picture was looked at.
 */
export function judgeKeptFindings(
  opened: DecryptedAttempt,
): Pick<Conclusion, 'reading' | 'findings' | 'links' | 'results' | 'labels'> {
  const { row, session, settings: policy } = opened;
  const findings = decryptFindings(opened);
  const links = findings?.links ?? noCrosslinks;
  if (findings === null) return { reading: null, findings, links, results: [], labels: [] };
  const today = row.now.slice(0, 10);
  const facts = { session, policy, findings, links, today, compareScripts };
  if (!policy.identityVerification) {
    const reading = showsTwoDocuments(findings) ? null : readingOf(findings, session);
    return { reading, findings, links, results: [], labels: [] };
  }
  const verdict = decideSession({ ...facts, attempt: row.ordinal });
  const reading = verdict.kind === 'decided' ? verdict.reading : readingOf(findings, session);
  const results = verdict.kind === 'decided' ? verdict.results : [];
  return { reading, findings, links, results, labels: riskLabels({ ...facts, reading }) };
}
