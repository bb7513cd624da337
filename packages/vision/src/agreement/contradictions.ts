import { latestDay } from '../calendar/calendar-day.ts';
import { editDistance } from '../printed/plain-text.ts';
import type { FoundField } from '../printed/labelled-fields.ts';
import type { PageText, ReadPage } from '../printed/read-printed.ts';
import type { TextWord } from '../printed/text-engine.ts';
import { overlap } from '../printed/text-lines.ts';
import type { Claim } from './claims.ts';
import { findName, nameTokens } from './find-name.ts';
import { mayBeInOtherScript } from './other-script.ts';
import { bareNumber, isOfForm, numberDistance } from './find-number.ts';
import type { PrintedDay } from './find-dates.ts';
import { isPartOfDate } from '../printed/values/read-date.ts';
import { isValueOf, type PageContent } from './page-content.ts';
import { zoneSpellings } from './spellings.ts';

/** Another value in the place of the expected one. */
export interface Contradiction {
  value: string;
  /** Confidence that the page shows this value there, 0–1. */
  confidence: number;
}

/** A name more similar to the expected one than this may be a misreading of it. */
const unlike = 0.5;
/** Number of differences from which a number is a different one, not a misreading. */
const differences = 2;
/** Weight of a number of the same length with a different mask. */
const otherMask = 0.75;
/** Weight of a contradiction if the two readings differ in one or two letters. */
const nearlyRepeated = 0.9;
/** Weight of a contradiction based on one digit of a date. */
const oneDigit = 0.75;
/** Weight of an unlabelled contradiction found in both readings, or in only one. */
const unlabelled = { twice: 0.9, once: 0.5 };
/** The same for a number. */
const unlabelledNumber = { twice: 0.8, once: 0.65 };
/** A name of so many letters or fewer may be a scrap of a script that the engine does not know. */
const fewLetters = 3;
/** Highest confidence of a value that one reading found and no other repeated. */
const oneReading = 0.8;
/** Confidence of the engine in one reading from which it is no scrap: 19 of 20 scraps were read with less, 9 of 10 Latin names with more. */
const sureReading = 0.85;
/** Words above this confidence count as read. */
const sureWord = 0.6;
/** No document is valid for longer, so a date earlier than the expiry date minus these years is not the date of issue. */
const longestValidity = 20;

/** What is needed of a page to compare the values beside its labels. */
type NamedPage = Pick<ReadPage, 'fields' | 'located' | 'wordsAgain'>;

/** Finds a different value beside the field's label; `null` if the page is inconclusive. */
export function labelledContradiction(
  claim: Claim,
  { page, again, claims }: { page: NamedPage; again: PageContent; claims: readonly Claim[] },
): Contradiction | null {
  const labelled = page.fields.find(({ field }) => field === claim.field);
  if (labelled === undefined || isOtherClaim(claim, labelled, claims)) return null;
  const { value } = labelled;
  const confidence = isNearlyRepeated(claim, page.located, again)
    ? Math.max(nearlyRepeated, labelled.confidence)
    : labelled.confidence;
  switch (claim.field) {
    case 'lastName':
    case 'firstName':
      return isOtherName(claim.value, value.value) ? nameContradiction(labelled, confidence, page) : null;
    case 'number':
    case 'personalNumber':
    case 'section':
      return otherNumber(claim, value.value, confidence);
    default:
      return isPartOfDate(value, claim.value)
        ? null
        : { value: value.value, confidence: dateConfidence(claim.value, value.value, confidence) };
  }
}

/**
 * Whether the second reading repeats the first except for one or two letters, and neither is near the claimed value: it is unclear which
 * letters are right, but it is a different value. A date with one different digit is a different date.
 */
function isNearlyRepeated(claim: Claim, located: ReadPage['located'], again: PageContent): boolean {
  const place = located.find(({ field }) => field === claim.field);
  const first = place?.value?.value;
  if (place === undefined || first === undefined || claim.field.endsWith('Date')) return false;
  if (claim.field.endsWith('Name')) {
    // Few letters occur elsewhere on a page by chance: a scrap that was read as "OF" is not repeated by "Date of birth".
    const there = again.names.filter(({ words }) => words.every(({ box }) => overlap(box, place.box)));
    return findName(first, false, there) !== null;
  }
  const [number, claimed] = [bareNumber(first), bareNumber(claim.value)];
  const far = (text: string): boolean => numberDistance(text, claimed) >= claimed.length / 2;
  return far(number) && again.numbers.some(({ bare }) => numberDistance(bare, number) <= 1 && far(bare));
}

/** A label may be attributed to a neighbouring field: a value that another field claims contradicts nothing. */
function isOtherClaim(claim: Claim, { value, kind }: FoundField, claims: readonly Claim[]): boolean {
  const others = claims.filter(({ field }) => field !== claim.field);
  const alike = kind === 'name' ? others.filter(({ field }) => field.endsWith('Name')) : others;
  return alike.some(
    (other) => isValueOf(other, value.value) || (kind === 'name' && isPartOfName(value.value, other.value)),
  );
}

/** Whether a printed part belongs to the name: one of several given names, or of two surnames. */
function isPartOfName(part: string, name: string): boolean {
  const box = [0, 0, 0, 0] as const;
  const words = name.split(/[^\p{L}]+/u).map((text) => ({ text, confidence: 1, box }));
  return findName(part, false, nameTokens([{ words, box: [...box] }])) !== null;
}

/**
 * The contradiction by another name; `null` if it is what a script that the engine does not know leaves of a name: a few letters of which
 * no reading was sure. If two readings repeat such letters, they contradict doubtfully.
 */
function nameContradiction(
  labelled: FoundField,
  confidence: number,
  { located, wordsAgain }: NamedPage,
): Contradiction | null {
  const { value } = labelled.value;
  const letters = lettersIn(value);
  const first = located
    .filter((place) => place.value !== null)
    .filter(({ field }) => field === labelled.field)
    .map((place) => ({ text: place.value.value, confidence: place.confidence }));
  const again = wordsAgain.filter(({ box }) => overlap(box, labelled.box));
  const isSure = [...first, ...again].some(
    (reading) => reading.confidence >= sureReading && lettersIn(reading.text) === letters,
  );
  if (letters.length > fewLetters || isSure) return { value, confidence };
  return confidence > oneReading ? { value, confidence: oneReading } : null;
}

const lettersIn = (text: string): string => text.toUpperCase().replaceAll(/\P{L}/gu, '');

/** Whether print shows another name, which neither is the claimed one in another script nor begins with it: zones shorten names to initials. */
function isOtherName(claimed: string, printed: string): boolean {
  const words = printed.split(' ').flatMap((word) => zoneSpellings(word));
  const isInitial = claimed.length === 1 && words.some((word) => word.startsWith(claimed));
  return !isInitial && nameLikeness(claimed, printed) < unlike && !mayBeInOtherScript(claimed, printed);
}

/** Similarity of two names, 0–1, letter by letter. */
function nameLikeness(claimed: string, printed: string): number {
  const [name = ''] = zoneSpellings(claimed.replaceAll(/[^\p{L}]/gu, ''));
  return Math.max(
    ...zoneSpellings(printed.replaceAll(/[^\p{L}\p{N}]/gu, '')).map((spelling) => {
      const longest = Math.max(name.length, spelling.length);
      return 1 - editDistance(spelling, name, longest) / longest;
    }),
    0,
  );
}

function otherNumber({ value, sole }: Claim, printed: string, confidence: number): Contradiction | null {
  const [claimed, shown] = [bareNumber(value), bareNumber(printed)];
  if (numberDistance(shown, claimed) < differences) return null;
  if (sole || isOfForm(claimed, shown)) return { value: printed, confidence };
  return shown.length === claimed.length
    ? { value: printed, confidence: Math.min(otherMask, confidence) }
    : null;
}

function dateConfidence(claimed: string, printed: string, confidence: number): number {
  const differing = Array.from(claimed).filter((digit, at) => digit !== printed[at]).length;
  return differing === 1 ? Math.min(oneDigit, confidence) : confidence;
}

/**
 * Finds a contradicting number without a label, on a page that shows most of the other values: the only unexplained number of the same
 * kind as the claimed one. It differs in half of its characters, so it is not a misreading. At most doubtful, because cards also show
 * other numbers.
 */
export function onlyNumberContradiction(
  { field, value, sole }: Claim,
  { page, again, explained }: { page: PageText; again: PageContent; explained: ReadonlySet<TextWord> },
): Contradiction | null {
  if (field !== 'number') return null;
  const claimed = bareNumber(value);
  const isOfKind = (bare: string): boolean =>
    bare.length === claimed.length && /\d/.test(bare) && (sole || isOfForm(claimed, bare));
  const others = page.runs
    .flatMap(({ words }) => rowsOf(words.map((word) => (isPartOfNumber(word, explained) ? word : null))))
    .map((words) => bareNumber(words.map(({ text }) => text).join('')))
    .filter(isOfKind);
  const [only, ...more] = new Set(others);
  if (only === undefined || more.length > 0 || numberDistance(only, claimed) < claimed.length / 2)
    return null;
  const twice = again.numbers.some(({ bare }) => bare === only);
  return { value: only, confidence: twice ? unlabelledNumber.twice : unlabelledNumber.once };
}

const isPartOfNumber = (word: TextWord, explained: ReadonlySet<TextWord>): boolean =>
  !explained.has(word) && word.confidence >= sureWord && /^[\p{Lu}\p{N}][\p{Lu}\p{N}.-]*$/u.test(word.text);

/** The longest sequences of adjacent words between `null`s. */
function rowsOf(words: readonly (TextWord | null)[]): TextWord[][] {
  const rows: TextWord[][] = [[]];
  for (const word of words) {
    if (word === null) rows.push([]);
    else rows.at(-1)?.push(word);
  }
  return rows.filter((row) => row.length > 0);
}

/**
 * Finds an unlabelled date that can only belong to the claimed field: a date too early for a date of issue is the date of birth, and a
 * future date is the expiry date. If there are two, the page is inconclusive.
 */
export function onlyDateContradiction(
  claim: Claim,
  { first, again }: { first: PageContent; again: PageContent },
  { claims, today }: Setting,
): Contradiction | null {
  const [only, ...others] = onlyDay(claim, first.days, { claims, today });
  const isPart = first.days.some(({ dates }) => dates.some((date) => isPartOfDate(date, claim.value)));
  if (only === undefined || isPart) return null;
  const meanings = [only, ...others];
  const twice = again.days.some(
    ({ values }) => String(fittingOf(claim, values, { claims, today })) === String(meanings),
  );
  const confidence = twice ? unlabelled.twice : unlabelled.once;
  const sureness = meanings.map((value) => dateConfidence(claim.value, value, confidence));
  return { value: only, confidence: Math.min(...sureness) };
}

interface Setting {
  claims: readonly Claim[];
  today: string;
}

/** The meanings of a date that are possible for the field. */
function fittingOf({ field }: Claim, values: readonly string[], { claims, today }: Setting): string[] {
  const expiry = claims.find((claim) => claim.field === 'expiryDate')?.value ?? today;
  const oldest = `${Number(expiry.slice(0, 4)) - longestValidity}${expiry.slice(4)}`;
  if (field === 'birthDate') return values.filter((date) => date < oldest && date < today);
  return field === 'expiryDate' ? values.filter((date) => date > latestDay(today)) : [];
}

/**
 * The meanings of the only date that may belong to the claimed field; empty if there is none or several. Day and month may be ambiguous,
 * and so may a two-digit year: none of the meanings is the claimed date.
 */
function onlyDay(claim: Claim, days: readonly PrintedDay[], setting: Setting): string[] {
  const fitting = days
    .map(({ values }) => fittingOf(claim, values, setting))
    .filter(({ length }) => length > 0);
  const different = new Map(fitting.map((values) => [String(values), values]));
  const [only = []] = different.size === 1 ? [...different.values()] : [];
  return only;
}
