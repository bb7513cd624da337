import type { PictureFindings } from '@countersign/findings';

/** A date of this century is one of the last to a zone, which has two digits of a year. */
const thisCentury = '2000-01-01';

/**
 * Gives a zone's date of birth the century that print shows: nothing else tells a child from a person of a hundred and more years.
 * @see spec/contract.md A-366
 */
export function settleCentury(findings: PictureFindings): PictureFindings {
  const { mrz, printed, agreement } = findings;
  const zone = mrz?.fields.birthDate ?? null;
  if (mrz === null || zone === null || zone < thisCentury) return findings;
  const birthDate = `${Number(zone.slice(0, 4)) - 100}${zone.slice(4)}`;
  const seen = agreement?.birthDate;
  const isCompared = seen?.state === 'contradicts' && seen.value === birthDate;
  if (!isCompared && printed?.fields.birthDate?.value !== birthDate) return findings;
  return {
    ...findings,
    mrz: { ...mrz, fields: { ...mrz.fields, birthDate } },
    ...(isCompared
      ? { agreement: { ...agreement, birthDate: { ...seen, state: 'found', value: birthDate } } }
      : {}),
  };
}
