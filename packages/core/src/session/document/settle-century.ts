import type { PictureFindings } from '@countersign/findings';

/** A birth date in this century looks like one in the last: zones have only two digits of the year. */
const thisCentury = '2000-01-01';

/**
 * Sets the century of the zone's date of birth from print: nothing else distinguishes a child from a person over a hundred.
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
