import { selfiesOf } from './checks/check-result.ts';
import type { Crosslinks } from './crosslinks.ts';
import type { Evidence, PictureFindings } from '@countersign/findings';

/** Adds the sign that the identical picture of the person was uploaded in an earlier session. */
export function withSeenBefore(findings: PictureFindings, { sessions }: Crosslinks): PictureFindings {
  const [selfie] = selfiesOf(findings);
  const count = sessions.filter(({ picture }) => picture).length;
  if (!selfie || count === 0) return findings;
  const seen: Evidence = {
    code: 'live.seen_before',
    strength: 1,
    mediaId: selfie.mediaId,
    region: 'image',
    value: count,
    sentence: `The same picture was uploaded in ${count} other session${count === 1 ? '' : 's'}.`,
  };
  return { ...findings, evidence: [...findings.evidence, seen] };
}
