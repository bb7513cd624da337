import type { FieldName, MrzFinding, PictureFindings } from '@countersign/findings';
import { sameValue, startsAlike } from './consistency.ts';
import { type ComparedField, comparedFields, type FieldValue, suppliedValue } from './field-values.ts';
import { isSameSpelling, nameSimilarity } from '../names/names.ts';
import { nameLimits } from '../policy.ts';
import { partLimit, publishLimit, type ReadingSource, slipLimit } from './publish-limits.ts';
import type { SessionData } from '../session-data.ts';

/** One field of a document from one of its sources. */
export interface ReadField {
  value: string;
  /** As printed or encoded, with its line breaks. */
  text: string;
  source: ReadingSource;
  /** 0–1, that of the weakest character. */
  confidence: number;
  /**
   * `repeated`: another source, or the client, has the same value. `disputed`: another has a different value, and none the
   * same. `alone`: no other has a value.
   */
  agreement: 'repeated' | 'alone' | 'disputed';
  /** Whether the value is published, screened and sent to registries; otherwise it only informs reviewers and checks. */
  reliable: boolean;
}

type Sources = Pick<PictureFindings, 'mrz' | 'barcode' | 'printed' | 'agreement'>;
type Supplied = Pick<SessionData, 'person' | 'document'>;
type Candidate = Pick<ReadField, 'value' | 'text' | 'confidence' | 'source'> & {
  /** False: no confidence alone makes it reliable. */
  mayBeOnlySource: boolean;
  truncated: boolean;
  /** True: a clean zone repeats part of the value. */
  repeatedInPart: boolean;
};

/**
 * The reading of one field: the best reliable source, zone before code before print; otherwise the best source.
 * @param supplied `null`: the client's data confirm nothing
 * @returns `null` where no source has a value
 * @see spec/contract.md A-140
 */
export function readField(field: FieldName, findings: Sources, supplied: Supplied | null): ReadField | null {
  const candidates = candidatesOf(field, findings);
  const given = supplied && clientValue(field === 'cic' ? 'number' : field, supplied);
  const fields = candidates.map((candidate) => {
    const others = candidates.filter((other) => other !== candidate);
    return judged(field, candidate, [...others.map(({ value }) => value), ...(given ? [given] : [])]);
  });
  const contested = findings.mrz?.status === 'inconsistent' ? contestedOf(fields) : null;
  return (
    contested ??
    wholeName(field, [...candidates, ...foundInPrint(field, findings)]) ??
    fields.find(({ reliable }) => reliable) ??
    fields[0] ??
    null
  );
}

/**
 * Resolves a value from a self-contradicting zone when another source reliably has a different one: returns the other if
 * something repeats it, otherwise none. The field's own check digit proves little then: one in ten values from part of a zone has the
 * right digit by chance. @returns `null` if there is no such value
 */
function contestedOf([zone, ...others]: readonly ReadField[]): ReadField | null {
  if (zone?.source !== 'MRZ' || !zone.reliable || zone.agreement !== 'disputed') return null;
  const reliable = others.filter((other) => other.reliable);
  const repeated = reliable.find(({ agreement }) => agreement === 'repeated');
  return repeated ?? (reliable.length > 0 ? { ...zone, reliable: false } : null);
}

/** Minimum confidence, 0–1, of print that completes a name cut off in the zone. */
const restOfName = 0.85;

/** The name from print or code if the zone's is cut off and is its beginning, letter by letter; else `null`. */
function wholeName(field: FieldName, candidates: readonly Candidate[]): ReadField | null {
  const cut = candidates.find(({ truncated }) => truncated);
  if (!cut || !isName(field)) return null;
  const start = bare(cut.value);
  const whole = candidates.find(({ value, confidence, mayBeOnlySource }) => {
    const letters = bare(value);
    return mayBeOnlySource && confidence >= restOfName && letters !== start && letters.startsWith(start);
  });
  if (!whole) return null;
  const { value, text, source, confidence } = whole;
  return { value, text, source, confidence, agreement: 'repeated', reliable: true };
}

/** The name that print shows where the zone's was searched for; no label need be read for it. */
function foundInPrint(field: FieldName, { agreement }: Sources): Candidate[] {
  if (field !== 'firstName' && field !== 'lastName') return [];
  const { state, value, confidence } = agreement?.[field] ?? {};
  if (
    state !== 'found' ||
    value === undefined ||
    confidence === undefined ||
    !/^[\p{L}\p{M}’' -]+$/u.test(value)
  )
    return [];
  return [{ ...plain({ value, text: value, confidence }), source: 'VIZ' }];
}

function judged(
  field: FieldName,
  { mayBeOnlySource, truncated, repeatedInPart, ...candidate }: Candidate,
  others: readonly string[],
): ReadField {
  const repeated = others.some(
    (other) =>
      isSame(field, candidate.value, other) ||
      (truncated && isName(field) && startsAlike(candidate.value, other)),
  );
  const agreement = repeated ? 'repeated' : others.length > 0 ? 'disputed' : 'alone';
  // A value that almost repeats another source's is more likely misread than different.
  const isSlip = others.some(
    (other) => isNearlySame(field, candidate.value, other) && !lostItsMark(field, candidate, other),
  );
  const least = (isSlip ? slipLimit : publishLimit)(candidate.source, field);
  const limit = repeatedInPart ? Math.min(partLimit, least) : least;
  const reliable = repeated || (mayBeOnlySource && candidate.confidence >= limit);
  return { ...candidate, agreement, reliable };
}

function candidatesOf(field: FieldName, { mrz, barcode, printed }: Sources): Candidate[] {
  const coded = barcode?.fields?.[field];
  const isPart = field === 'lastName' || field === 'firstName';
  // A Mexican voter card prints its zone's number as the CIC.
  const print = printed?.fields[field] ?? (field === 'number' ? printed?.fields.cic : undefined);
  return [
    mrz ? zoneCandidate(field, mrz) : null,
    coded ? { ...plain(coded), source: 'BARCODE' as const, truncated: isPart && !!barcode?.truncated } : null,
    print
      ? { ...plain(print), source: 'VIZ' as const, repeatedInPart: repeatsZone(field, print.value, mrz) }
      : null,
  ].filter((candidate) => candidate !== null);
}

const plain = ({ value, text, confidence }: Pick<ReadField, 'value' | 'text' | 'confidence'>) => ({
  value,
  text,
  confidence,
  mayBeOnlySource: true,
  truncated: false,
  repeatedInPart: false,
});

/** Whether a voter key contains the date of birth and the sex of a clean zone. @see spec/registries.md 12.5 */
function repeatsZone(field: FieldName, value: string, mrz: MrzFinding | null): boolean {
  if (field !== 'voterKey' || mrz?.status !== 'clean') return false;
  const { birthDate, sex } = mrz.fields;
  const letter = sex === 'M' ? 'H' : sex === 'F' ? 'M' : null;
  const day = birthDate?.slice(2).replaceAll('-', '');
  return letter !== null && value.slice(6, 12) === day && value[14] === letter;
}

const zoneFields = [
  'documentCode', 'issuingState', 'number', 'personalNumber', 'lastName', 'firstName', 'birthDate', 'expiryDate', 'sex', 'nationality',
] as const satisfies readonly FieldName[]; // prettier-ignore
type ZoneField = (typeof zoneFields)[number];

const isZoneField = (field: FieldName): field is ZoneField => zoneFields.includes(field as ZoneField);

/** Parts of a Mexican voter card's zone that the card prints under names of their own. @see spec/contract.md A-374 */
const voterCardParts = {
  cic: { part: 'number', shape: /^(\d{9})$/ },
  ocr: { part: 'optional1', shape: /^(\d{12,13})$/ },
  emissionNumber: { part: 'optional2', shape: /^(\d{2})<</ },
} as const;
type VoterCardNumber = keyof typeof voterCardParts;

/** Numbers in the zone of a Mexican voter card besides the document number. */
export const voterCardNumbers = Object.keys(voterCardParts) as readonly VoterCardNumber[];

const isVoterCardNumber = (field: FieldName): field is VoterCardNumber => field in voterCardParts;

/** Whether a zone is that of a Mexican voter card. */
export const isVoterCardZone = ({ format, fields }: MrzFinding): boolean =>
  format === 'TD1' && fields.issuingState === 'MEX';

/** The part of a zone that contains a field, and its value there. */
function partOf(
  field: FieldName,
  mrz: MrzFinding,
): { part: ZoneField | 'optional1' | 'optional2'; value: string } | null {
  if (isVoterCardNumber(field)) {
    const { part, shape } = voterCardParts[field];
    const value = isVoterCardZone(mrz) ? shape.exec(mrz.fields[part] ?? '')?.[1] : undefined;
    return value === undefined ? null : { part, value };
  }
  const value = isZoneField(field) ? mrz.fields[field] : null;
  return value && isZoneField(field) ? { part: field, value } : null;
}

function zoneCandidate(field: FieldName, mrz: MrzFinding): Candidate | null {
  const held = partOf(field, mrz);
  if (held === null) return null;
  const { part, value } = held;
  return {
    value,
    text: value,
    source: 'MRZ',
    confidence: mrz.fields.confidence[part] ?? mrz.confidence,
    mayBeOnlySource:
      !mrz.repaired.includes(part) && (mrz.status !== 'inconsistent' || ownDigitAgrees(part, mrz)),
    truncated: mrz.fields.truncated && (field === 'lastName' || field === 'firstName'),
    repeatedInPart: false,
  };
}

/**
 * Whether a field of a self-contradicting zone passes its own check digit and another one passes too: in text mistaken for a
 * zone, one digit passes by chance in one case out of ten.
 */
function ownDigitAgrees(field: string, { checks }: MrzFinding): boolean {
  const { number, birth, expiry, composite } = checks;
  if ([number, birth, expiry, composite].filter((agrees) => agrees === true).length < 2) return false;
  if (field === 'number') return checks.number === true;
  if (field === 'birthDate') return checks.birth === true;
  return field === 'expiryDate' && checks.expiry === true;
}

function clientValue(field: FieldName, { person, document }: Supplied): string | null {
  if (field !== 'fullName') return isCompared(field) ? suppliedValue(field, { person, document }) : null;
  const { firstName, lastName, secondLastName, fullName } = person;
  return [firstName, lastName, secondLastName].filter(Boolean).join(' ') || (fullName ?? null);
}

const isName = (field: FieldName): boolean =>
  field === 'firstName' || field === 'lastName' || field === 'fullName';

const bare = (value: string): string =>
  value
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();

/** Zones write Å, Ä, Ö, Ø and Ü as two letters (ICAO 9303-3, section 6); print whose diacritic was lost has one. */
const withoutSecondLetters = (name: string): string =>
  bare(name).replace(/AA|AE|OE|UE/g, ([letter = '']) => letter);

const lostItsMark = (
  field: FieldName,
  { source, value }: Pick<Candidate, 'source' | 'value'>,
  print: string,
): boolean =>
  source === 'MRZ' && isName(field) && withoutSecondLetters(value) === withoutSecondLetters(print);

/** Whether two values differ as misread ones do; names with different word counts do not. */
function isNearlySame(field: FieldName, first: string, second: string): boolean {
  if (isName(field)) {
    const similarity = nameSimilarity(first, second) ?? 0;
    return similarity >= nameLimits.contradict && similarity < 1;
  }
  const [a, b] = [first, second].map((value) => ({
    source: 'printed' as const,
    value,
    confidence: 1,
    truncated: false,
  })) as [FieldValue, FieldValue];
  return isCompared(field) && sameValue(field, a, b) === null;
}

const isCompared = (field: FieldName): field is ComparedField =>
  comparedFields.includes(field as ComparedField);

const isSame = (field: FieldName, first: string, second: string): boolean =>
  isName(field) ? isSameSpelling(first, second) : bare(first) === bare(second);
