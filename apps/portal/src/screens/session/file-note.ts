import type { PortalSession } from '@countersign/contract';
import type { Words } from '../../words/words.ts';
import { actorWord } from './actor-word.ts';

type Screening = NonNullable<PortalSession['screening']>;
type Hit = Screening['hits'][number];
type Explained = NonNullable<Hit['explanation']>;
type Listing = NonNullable<Hit['listed']>['listings'][number];

/** The content of a file note. */
export interface Noted {
  sessionId: string;
  screening: Pick<Screening, 'term' | 'screenedAt'>;
  hit: Hit;
}

/** Texts and language of a file note. */
export interface Writer {
  words: Pick<Words, 'session' | 'audit' | 'common'>;
  language: 'en' | 'es' | 'pt-BR';
}

const filled = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ');

/** A time in UTC, in ISO style, because the note may be read anywhere. */
const moment = ({ words }: Writer, iso: string): string =>
  words.common.utc(iso.slice(0, 16).replace('T', ' '));

/** Points with their sign, as terms of a sum. */
export function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** The texts of an explanation in a language; explanations are generated in English. */
export const explainedIn = (
  language: Writer['language'],
  { summary, evidence, translations }: Explained,
): { summary: string; relations: readonly string[] } =>
  language === 'en'
    ? { summary, relations: evidence.map(({ relation }) => relation.replaceAll('_', ' ')) }
    : translations[language];

type Term = NonNullable<Screening['term']>;

/** Describes how the lists were searched. */
export function searchedText(texts: Words['session']['explanation'], term: Term): string {
  const { lists, countries, matchThreshold, exactMatch, excludeDeceased } = term;
  return [
    texts.searched(listNames(lists, texts).join(', ')),
    texts.threshold(matchThreshold),
    ...(countries.length > 0 ? [texts.onlyCountries(countries.join(', '))] : []),
    ...(exactMatch ? [texts.exact] : []),
    ...(excludeDeceased ? [texts.noDeceased] : []),
  ].join(' ');
}

/** Names of lists; if all classes of politically exposed persons are included, they are combined into one term. */
function listNames(
  lists: Term['lists'],
  { lists: names, groups }: Words['session']['explanation'],
): string[] {
  const isAll = lists.filter(isPep).length === pepClasses;
  const named = lists.map((list) => (isAll && isPep(list) ? groups.pep : names[list]));
  return [...new Set(named)];
}

const pepClasses = 4;
const isPep = (list: Term['lists'][number]): boolean => list.startsWith('PEP_');

/** The subject of the search, as far as it was compared. The countries of a search term are those of a filter. */
export function subjectOf(
  term: NonNullable<Screening['term']>,
  explanation: Explained | null,
): Record<'name' | 'year' | 'birthDate' | 'countries' | 'gender', string | null> {
  const known = (field: string): string | null =>
    explanation?.evidence.find((row) => row.field === field)?.subject ?? null;
  return {
    name: term.name,
    year: term.year,
    birthDate: known('birthDate'),
    countries: known('country'),
    gender: known('gender'),
  };
}

/** Details of a listing beside its programme; `null` when there are none. */
export function detailsOf({ title, snippet }: Listing): string | null {
  return filled([title, snippet]) || null;
}

/** All rows that affect the score, and those that could not be compared. */
function scoreLines({ words, language }: Writer, explanation: Explained): string[] {
  const { fields, fileNote: texts } = words.session.explanation;
  const { relations } = explainedIn(language, explanation);
  return explanation.evidence.map(({ field, subject, listed, relation, points }, at) => {
    const sides = [subject, listed].filter((side) => side !== null).join(' / ');
    const what = relation === 'calibration' ? texts.calibration : (relations[at] ?? relation);
    return `- ${fields[field]}${sides === '' ? '' : ` ${sides}`}: ${what}, ${signed(points)}`;
  });
}

/** Where the other person is listed, one line per listing. */
function listingLines({ words }: Writer, { listed }: Hit): string[] {
  const { lists } = words.session.explanation;
  return (listed?.listings ?? []).map(
    (listing) =>
      `- ${filled([
        `${lists[listing.list]}: ${listing.sourceName}`,
        listing.programme,
        detailsOf(listing),
        listing.date,
        listing.url,
      ])}`,
  );
}

/** All decisions about the hit, newest first, or a line that there are none. */
function decisionLines(writer: Writer, { history }: Hit): string[] {
  const { explanation, hitReview } = writer.words.session;
  if (history.length === 0) return [explanation.fileNote.undecided];
  return history.map((decision) => {
    const risk = decision.riskLevel === null ? null : hitReview.risks[decision.riskLevel];
    const what = filled([hitReview.marks[decision.to], risk]);
    const who = actorWord(writer.words, decision.actor);
    const note = decision.note === null ? '' : ` “${decision.note}”`;
    return explanation.fileNote.decided(what, who, moment(writer, decision.at)) + note;
  });
}

/**
 * Why a hit was found and what was decided about it, as a self-contained plain text for a customer's file; `null` while data is
 * masked.
 */
export function fileNote(writer: Writer, { sessionId, screening, hit }: Noted): string | null {
  const { term, screenedAt } = screening;
  const { explanation, listed, name, score } = hit;
  if (listed === null || term === null) return null;
  const texts = writer.words.session.explanation;
  const { fileNote: parts } = texts;
  const subject = subjectOf(term, explanation);
  return [
    parts.hit(name),
    parts.session(sessionId, screenedAt === null ? '–' : moment(writer, screenedAt)),
    searchedText(texts, term),
    `${texts.person}: ${filled([subject.name, subject.birthDate ?? subject.year, subject.countries, subject.gender])}`,
    `${texts.listedPerson}: ${filled([name, listed.dateOfBirth, ...listed.countries])}`,
    ...(listed.dateOfDeath === null ? [] : [`${texts.died}: ${listed.dateOfDeath}`]),
    ...(listed.aka.length === 0 ? [] : [`${texts.aliases}: ${listed.aka.join(', ')}`]),
    ...(listed.positions.length === 0 ? [] : [`${texts.positions}: ${listed.positions.join(', ')}`]),
    ...listingLines(writer, hit),
    '',
    parts.score(score, term.matchThreshold),
    ...(explanation === null ? [] : [explainedIn(writer.language, explanation).summary]),
    ...(explanation === null ? [] : [parts.added, ...scoreLines(writer, explanation)]),
    '',
    ...decisionLines(writer, hit),
  ].join('\n');
}
