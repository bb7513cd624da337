import type { FieldReading, PictureFindings } from '@countersign/findings';
import { parseCurp } from '../../registry/numbers/curp.ts';
import { sameValue } from './consistency.ts';
import { type ComparedField, type FieldValue, printedConfidence, valuesOf } from './field-values.ts';
import { nameSimilarity } from '../names/names.ts';
import { nameLimits, printedContradiction } from '../policy.ts';

/** Fields that documents repeat on both sides. */
type Repeated = 'number' | 'name' | 'birthDate';

/** A comparison of print with the zone or code of the other side. `null`: the difference is more likely a reading error. */
interface Compared {
  of: Repeated;
  same: boolean | null;
  /** 0–1, of the print. */
  confidence: number;
}

type Sources = Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>;

/** Zone or code in a different picture from the one whose print was read; `null` if both are on one side, or if either is missing. */
function otherSide({ mrz, barcode, printed }: Sources): Pick<Sources, 'mrz' | 'barcode'> | null {
  if (!printed) return null;
  const [zone, code] = [mrz, barcode].map((source) => source !== null && source.mediaId !== printed.mediaId);
  return zone || code ? { mrz: zone ? mrz : null, barcode: code ? barcode : null } : null;
}

/**
 * Whether the two sides belong to different documents: the number, the name or the date of birth certainly differs, or two of them possibly
 * do. Sides with the same number belong together; other contradictions between them are treated like any other.
 * @see spec/contract.md A-131
 */
export function sidesDiffer(findings: Sources): boolean {
  const coded = otherSide(findings);
  if (coded === null) return false;
  const compared = comparisons(coded, findings);
  if (compared.some(({ of, same }) => of === 'number' && same === true)) return false;
  const apart = compared.filter(({ same }) => same === false);
  if (apart.some(({ confidence }) => confidence >= printedContradiction)) return true;
  return new Set(apart.map(({ of }) => of)).size > 1;
}

function comparisons(coded: Pick<Sources, 'mrz' | 'barcode'>, { printed }: Sources): Compared[] {
  const fields = (name: ComparedField) => valuesOf(name, { ...coded, printed: null }, null);
  const print = (name: ComparedField) => valuesOf(name, { mrz: null, barcode: null, printed }, null);
  const pairs = (name: ComparedField, of: Repeated): Compared[] =>
    print(name).flatMap((value) =>
      fields(name).map((other) => ({
        of,
        same: sameValue(name, other, value),
        confidence: value.confidence,
      })),
    );
  const numbers = [...fields('number'), ...fields('personalNumber'), ...optionalData(coded)];
  return [
    ...pairs('number', 'number'),
    ...pairs('personalNumber', 'number'),
    // A number elsewhere on the other side is another number of the same document.
    ...[...print('number'), ...print('personalNumber')].flatMap((value): Compared[] =>
      numbers.some((other) => sameValue('number', other, value) === true)
        ? [{ of: 'number', same: true, confidence: value.confidence }]
        : [],
    ),
    ...pairs('lastName', 'name'),
    ...pairs('firstName', 'name'),
    ...wholeName(printed?.fields.fullName, fields),
    ...pairs('birthDate', 'birthDate'),
    ...curpBirthDate(printed?.fields.curp, fields('birthDate')),
  ];
}

function optionalData({ mrz }: Pick<Sources, 'mrz'>): FieldValue[] {
  if (mrz?.status !== 'clean') return [];
  const { optional1, optional2 } = mrz.fields;
  return [optional1, optional2].flatMap((value) =>
    value ? [{ source: 'mrz' as const, value, confidence: mrz.confidence, truncated: false }] : [],
  );
}

/** Documents that print all names as one. */
function wholeName(
  printed: FieldReading | undefined,
  fields: (name: ComparedField) => FieldValue[],
): Compared[] {
  const whole = [...fields('firstName').slice(0, 1), ...fields('lastName').slice(0, 1)];
  if (!printed || printed.confidence < printedConfidence || whole.length === 0) return [];
  const similarity = nameSimilarity(whole.map(({ value }) => value).join(' '), printed.value);
  if (similarity === null) return [];
  const same = similarity >= nameLimits.agree ? true : similarity < nameLimits.contradict ? false : null;
  return [{ of: 'name', same, confidence: printed.confidence }];
}

/** Mexico also prints the birth date within the CURP. */
function curpBirthDate(printed: FieldReading | undefined, born: FieldValue[]): Compared[] {
  const date =
    printed && printed.confidence >= printedConfidence ? parseCurp(printed.value)?.dateOfBirth : null;
  if (!printed || !date) return [];
  return born.map(({ value }) => ({ of: 'birthDate', same: value === date, confidence: printed.confidence }));
}
