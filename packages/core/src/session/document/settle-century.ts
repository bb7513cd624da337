import { isCalendarDate } from '@countersign/contract';
import type { PictureFindings } from '@countersign/findings';

/** A zone, which has two-digit years, may turn a date of this century into one of the last. */
const thisCentury = '2000-01-01';

/** Confidence, 0–1, from which printed dates show that a document is older than a child would be. */
const sureIssue = 0.9;

/**
 * Whether the document expired or was issued before its holder was born, taking the date of birth in this century; print that shows that
 * date as well rules this out.
 */
function endsBefore({ mrz, printed, agreement }: PictureFindings, birthDate: string): boolean {
  const expiry = mrz?.status === 'clean' ? mrz.fields.expiryDate : null;
  if (expiry !== null && expiry < birthDate) return true;
  const issue = printed?.fields.issueDate;
  const isShown = agreement?.birthDate?.state === 'found' || printed?.fields.birthDate?.value === birthDate;
  return issue !== undefined && issue.confidence >= sureIssue && issue.value < birthDate && !isShown;
}

/**
 * Determines the century of a zone's date of birth from print, or from the document's own dates: nothing else distinguishes a child from a
 * person over a hundred years old.
 * @see spec/contract.md A-366
 */
export function settleCentury(findings: PictureFindings): PictureFindings {
  const { mrz, printed, agreement } = findings;
  const zone = mrz?.fields.birthDate ?? null;
  if (mrz === null || zone === null || zone < thisCentury) return findings;
  const birthDate = `${Number(zone.slice(0, 4)) - 100}${zone.slice(4)}`;
  const seen = agreement?.birthDate;
  const isCompared = seen?.state === 'contradicts' && seen.value === birthDate;
  const isPrinted = printed?.fields.birthDate?.value === birthDate;
  if (!isCompared && !isPrinted && !endsBefore(findings, zone)) return findings;
  // 1900 had no 29 February.
  if (!isCalendarDate(birthDate)) return findings;
  return {
    ...findings,
    mrz: { ...mrz, fields: { ...mrz.fields, birthDate } },
    ...(isCompared
      ? { agreement: { ...agreement, birthDate: { ...seen, state: 'found', value: birthDate } } }
      : {}),
  };
}
