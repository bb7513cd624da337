/**
 * Compares print by expectation: zone and bar code claim values, and the page is searched for each of them, wherever it is printed.
 * Labels and the kind of a value additionally allow contradictions: another value of the same kind where the claimed one should be. A
 * value that is not found is only `absent`, which proves nothing on an illegible page.
 *
 * Invariants: a claim found anywhere on the page is never contradicted; a value explained by another claim contradicts nothing; a
 * contradiction needs another value, not merely the absence of the claimed one.
 * @see docs/decisions/0034-compare-printed-text-with-the-values-that-other-sources-lead-to-expect.md
 */
import type { PrintAgreement } from '@countersign/findings';
import type { PageText, ReadPage, SecondLook } from '../printed/read-printed.ts';
import { boxAround, overlap } from '../printed/text-lines.ts';
import type { TextWord } from '../printed/text-engine.ts';
import { isSought, type Claim, type ClaimedField } from './claims.ts';
import {
  labelledContradiction,
  onlyDateContradiction,
  onlyNumberContradiction,
  type Contradiction,
} from './contradictions.ts';
import { legibilityOf } from './legibility.ts';
import { isInOtherScript } from './other-script.ts';
import { contentOf, contentsOf, findClaim, isValueOf, type PageContent } from './page-content.ts';
import type { Sighting } from './sighting.ts';
import { isSpelling } from './spellings.ts';

/** Below this legibility, a second reading costs time and finds nothing. */
const worthAnotherLook = 0.25;
/** Maximum number of places, apart from labelled fields, that are read again. */
const mostRegions = 8;
/** Runs read with less confidence may hide a value. */
const doubtful = 0.8;
/** Contradictions with less confidence are ignored. */
const leastContradiction = 0.6;
/** A page that shows this many of the values belongs to the holder and is legible. */
const holdersPage = 3;
/** Confidence that a name that looks like another script is the claimed one: its letters are inferred. */
const inferred = 0.7;
/** Maximum length of a reported printed value. */
const longestValue = 128;

/** The comparison of a document's print with the claimed values, and the share of the print that was legible, 0–1. */
export interface Compared {
  agreement: PrintAgreement;
  legibility: number;
}

/** Fields for which a zone is more reliable than any print. */
const leftToZones = ['sex', 'nationality', 'issuingState'] as const;

/**
 * Plans what to read again on a page: fields that zone and code do not provide, and for missing values, the lines that may contain them.
 */
export function planAgain(all: readonly Claim[], today: string): (page: PageText) => SecondLook {
  const claims = all.filter(isSought);
  return (page) => {
    if (claims.length === 0)
      return { confirmed: new Set(), skipped: new Set(), regions: [], searched: false };
    const content = contentOf(page.runs, today);
    const sightings = claims.map((claim) => findClaim(claim, content, page.located));
    const missing = claims.filter((_, at) => sightings[at] === null);
    const taken = new Set(sightings.flatMap((sighting) => sighting?.words ?? []));
    const confirmed = page.located.flatMap(({ field, value }) => {
      const claim = claims.find((one) => one.field === field);
      return claim && value && isRead(claim, value.value) ? [field] : [];
    });
    const legible = legibilityOf(page.words) >= worthAnotherLook;
    return {
      confirmed: new Set(confirmed),
      skipped: new Set(leftToZones),
      regions: missing.length > 0 && legible ? regionsOf(page, { missing, taken }) : [],
      searched: true,
    };
  };
}

/** Whether the reading equals the claimed value; a name that differs by a letter is read again, because it may have lost diacritics. */
const isRead = (claim: Claim, value: string): boolean =>
  claim.field.endsWith('Name') ? isSpelling(claim.value, value, claim.truncated) : isValueOf(claim, value);

/** Lines that may contain a missing value: lines with digits for numbers and dates, poorly read lines for names. */
function regionsOf(
  page: PageText,
  { missing, taken }: { missing: readonly Claim[]; taken: ReadonlySet<TextWord> },
): SecondLook['regions'] {
  const names = missing.some(({ field }) => field.endsWith('Name'));
  const digits = missing.some(({ field }) => !field.endsWith('Name'));
  const isLocated = ({ box }: TextWord): boolean => page.located.some((located) => overlap(located.box, box));
  const isOpen = (word: TextWord): boolean =>
    !page.labelWords.has(word) && !taken.has(word) && !isLocated(word);
  return page.runs
    .map(({ words }) => words.filter(isOpen))
    .filter((words) => words.length > 0 && mayHold(words, { names, digits }))
    .map((words) => boxAround(words.map(({ box }) => box)))
    .slice(0, mostRegions);
}

function mayHold(
  words: readonly TextWord[],
  { names, digits }: { names: boolean; digits: boolean },
): boolean {
  const text = words.map((word) => word.text).join('');
  if (digits && (text.match(/\d/g)?.length ?? 0) >= 4) return true;
  return names && /\p{Lu}{3}/u.test(text) && words.some(({ confidence }) => confidence < doubtful);
}

/** Compares the pages of one document with the claims of its zone and bar code. */
export function agreementOf(pages: readonly ReadPage[], claims: readonly Claim[], today: string): Compared {
  const legibility = Math.max(0, ...pages.map(({ words }) => legibilityOf(words)));
  const seen = pages.map((page) => {
    const contents = contentsOf(page, today);
    return { page, ...contents, ...explainedOn(page, contents.first, claims) };
  });
  const entries = claims.filter(isSought).map((claim) => {
    const sighting = bestOf(
      seen.flatMap(({ page, first, again }) => [
        findClaim(claim, first, page.located),
        findClaim(claim, again, page.fields),
      ]),
    );
    if (sighting !== null) return [claim.field, found(sighting)] as const;
    const contradictions = seen.flatMap(({ page, first, again, explained, shown }) => [
      labelledContradiction(claim, { page, again, claims }),
      onlyDateContradiction(claim, { first, again }, { claims, today }),
      shown >= holdersPage ? onlyNumberContradiction(claim, { page, again, explained }) : null,
    ]);
    const blank = pages.some((page) => isBlank(page, claim.field));
    const absent = contradicted(contradictions, { legibility, blank });
    const inferredName = absent.state === 'contradicts' ? null : inOtherScript(claim, pages);
    return [claim.field, inferredName ?? absent] as const;
  });
  const initials = claims.flatMap((claim) => {
    if (isSought(claim)) return [];
    const others = seen.map(({ page, again }) => labelledContradiction(claim, { page, again, claims }));
    const compared = contradicted(others, { legibility, blank: false });
    return compared.state === 'contradicts' ? [[claim.field, compared] as const] : [];
  });
  return { agreement: Object.fromEntries([...entries, ...initials]), legibility: rounded(legibility) };
}

/** The words of a page explained by labels, dates and claimed values, and the number of claimed values shown. */
function explainedOn(
  page: ReadPage,
  first: PageContent,
  claims: readonly Claim[],
): { explained: ReadonlySet<TextWord>; shown: number } {
  const sightings = claims.filter(isSought).flatMap((claim) => findClaim(claim, first, page.located) ?? []);
  const words = [...sightings, ...first.days].flatMap((each) => each.words);
  return { explained: new Set([...words, ...page.labelWords]), shown: sightings.length };
}

type FieldAgreement = NonNullable<PrintAgreement[ClaimedField]>;

function found({ confidence, words }: Sighting): FieldAgreement {
  const read = words.length === 0 ? 1 : words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  const text = words.map((word) => word.text).join(' ');
  return {
    state: 'found',
    confidence: rounded(confidence * read),
    ...(text === '' ? {} : { value: text.slice(0, longestValue) }),
  };
}

/** A name beside its label that looks like another script and spells the claimed one; `null` if there is none. @see spec/contract.md A-440 */
function inOtherScript(claim: Claim, pages: readonly ReadPage[]): FieldAgreement | null {
  if (!claim.field.endsWith('Name')) return null;
  const seen = pages
    .flatMap((page) => textsBeside(page, claim.field))
    .find(({ text }) => isInOtherScript(claim.value, text));
  return seen
    ? {
        state: 'found',
        confidence: rounded(inferred * seen.confidence),
        value: seen.text.slice(0, longestValue),
      }
    : null;
}

/**
 * The texts beside a field's label: its values, and words that are no Latin name, because engines return capitals of other scripts also as
 * small letters and digits.
 */
function textsBeside(
  { fields, located, words, labelWords }: ReadPage,
  name: ClaimedField,
): { text: string; confidence: number }[] {
  const values = fields
    .filter(({ field }) => field === name)
    .map(({ value, confidence }) => ({ text: value.value, confidence }));
  const places = located.filter((place) => place.field === name && place.value === null && place.hasWords);
  const others = places.flatMap(({ box }) => {
    const own = words.filter((word) => !labelWords.has(word) && overlap(word.box, box));
    const confidence = own.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, own.length);
    return own.length === 0 ? [] : [{ text: own.map(({ text }) => text).join(' '), confidence }];
  });
  return [...values, ...others];
}

/** Whether the page shows the label of the field, but no word where its value should be. */
function isBlank({ located, fields }: ReadPage, name: ClaimedField): boolean {
  const places = located.filter(({ field }) => field === name);
  const isEmpty = places.length > 0 && places.every((place) => place.value === null && !place.hasWords);
  return isEmpty && !fields.some(({ field }) => field === name);
}

function contradicted(
  candidates: readonly (Contradiction | null)[],
  { legibility, blank }: { legibility: number; blank: boolean },
): FieldAgreement {
  const [surest] = candidates.filter((one) => one !== null).toSorted((a, b) => b.confidence - a.confidence);
  return surest && surest.confidence >= leastContradiction
    ? {
        state: 'contradicts',
        confidence: rounded(surest.confidence),
        value: surest.value.slice(0, longestValue),
      }
    : { state: 'absent', confidence: rounded(legibility), ...(blank ? { blank: true as const } : {}) };
}

function bestOf(sightings: readonly (Sighting | null)[]): Sighting | null {
  const [best = null] = sightings
    .filter((sighting) => sighting !== null)
    .toSorted((a, b) => b.confidence - a.confidence);
  return best;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
