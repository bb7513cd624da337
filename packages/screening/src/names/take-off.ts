import { keepBirthName } from './birth-names.ts';
import { phraseAt, type Kind, type Part } from './known-words.ts';
import type { Removed, Work } from './name-work.ts';
import type { RemovedKind } from '../model/prepared-name.ts';
import { surnameMarkers, type Phrase } from './phrases.ts';
import { isBareTitle, isUnmistakable, mayBeName } from './titles.ts';
import { factsOf } from './word-facts.ts';

/**
 * Removes remarks in brackets, other names, clerical marks, titles and suffixes, depending on the kind of name. Removes nothing if only
 * particles would be left.
 */
export function takeOff(work: Work): Work {
  if (!work.parts.some((part) => part.bracket > 0 || part.facts.removable)) return work;
  const outside = takeOffBrackets(keepBirthName(work));
  const named = takeOffAlternatives(outside);
  return takeOffPhrases(named);
}

const isFirm = (kind: Kind): boolean => kind === 'organisation' || kind === 'vessel';

function takeOffBrackets(work: Work): Work {
  const { parts } = work;
  if (!parts.some((part) => part.bracket > 0)) return work;
  // The whole name is in brackets.
  if (!parts.some((part) => part.bracket === 0 && !part.facts.particle)) return work;
  const kept: Part[] = [];
  const removed = [...work.removed];
  let at = 0;
  while (at < parts.length) {
    const bracket = parts[at]?.bracket ?? 0;
    let to = at + 1;
    while (parts[to]?.bracket === bracket) to += 1;
    const group = parts.slice(at, to);
    if (bracket === 0) kept.push(...group);
    else if (work.kind !== 'person' && describesFirm(group, work.kind))
      kept.push(...group.map((part): Part => ({ ...part, bracket: 0 })));
    else removed.push(removedText(work.raw, group, 'clerical_mark'));
    at = to;
  }
  return { ...work, parts: kept, removed };
}

/** Whether a bracket in the name of an organisation contains only places, legal forms, numbers and organisation words. */
function describesFirm(group: readonly Part[], kind: Kind): boolean {
  let at = 0;
  while (at < group.length) {
    const part = group[at];
    const phrase = phraseAt(group, at, ({ what }) => what === 'form' || what === 'place');
    const isNumber = isFirm(kind) && (part?.facts.digits ?? part?.facts.roman ?? null) !== null;
    if (phrase === null && !isNumber && !isFirmWord(part)) return false;
    at += phrase?.length ?? 1;
  }
  return group.some((part) => !part.facts.particle);
}

/** Words that form a legal form together with words outside the bracket: (Private) Limited. */
const partsOfForms = new Set([
  'pvt',
  'private',
  'pte',
  'pty',
  'proprietary',
  'public',
  'off',
  'shore',
  'offshore',
]);

function isFirmWord(part: Part | undefined): boolean {
  return (
    part !== undefined && (part.facts.organisation || part.facts.particle || partsOfForms.has(part.text))
  );
}

function removedText(raw: string, parts: readonly Part[], kind: RemovedKind): Removed {
  return { text: raw.slice(parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0), kind };
}

const leastWordsBeforeSurnameMarker = 2;

/** A marker that is also a surname counts only after two words. */
function isMarker({ what, words }: Phrase, at: number): boolean {
  if (what !== 'alternative') return false;
  return words.length > 1 || at >= leastWordsBeforeSurnameMarker || !surnameMarkers.has(words[0] ?? '');
}

function takeOffAlternatives(work: Work): Work {
  const { parts } = work;
  for (let at = 0; at < parts.length; at += 1) {
    const marker = phraseAt(parts, at, (phrase) => isMarker(phrase, at));
    if (marker === null || at + marker.length >= parts.length) continue;
    if (at > 0)
      return {
        ...work,
        parts: parts.slice(0, at),
        removed: [...work.removed, removedText(work.raw, parts.slice(at), 'clerical_mark')],
      };
    const removed = [...work.removed, removedText(work.raw, parts.slice(0, marker.length), 'clerical_mark')];
    // The name begins with the marker, so the rest is the name. It may contain another marker.
    return takeOffAlternatives({ ...work, parts: parts.slice(marker.length), removed });
  }
  return work;
}

/** Consecutive parts that form one phrase, or one part that does not. */
interface Group {
  parts: Part[];
  phrase: Phrase | null;
}

function takeOffPhrases(work: Work): Work {
  const groups = groupPhrases(work);
  if (groups.every(({ phrase }) => phrase === null)) return work;
  const words = groups.filter(
    ({ phrase, parts }) => phrase === null && parts[0]?.facts.particle === false,
  ).length;
  const kept: Part[] = [];
  const removed = [...work.removed];
  for (const { parts, phrase } of groups) {
    if (phrase === null) kept.push(...parts);
    else if (isKept(phrase, parts, { work, words }))
      kept.push(...parts.map((part): Part => ({ ...part, what: 'title_or_name' })));
    else removed.push(removedText(work.raw, parts, removedKinds[phrase.what] ?? 'clerical_mark'));
  }
  // If there is nothing but titles, they are the name.
  return kept.some((part) => !part.facts.particle) ? { ...work, parts: kept, removed } : work;
}

function groupPhrases({ parts, kind }: Work): Group[] {
  const groups: Group[] = [];
  let at = 0;
  while (at < parts.length) {
    const isFirst = at === 0;
    // It is a surname, whatever it means elsewhere.
    const mayBePhrase = parts[at]?.what !== 'surname_of_two';
    const found = phraseAt(
      parts,
      at,
      (phrase) => mayBePhrase && isOutside(phrase, kind) && !(isFirst && areInitials(phrase, kind)),
    );
    const length = found?.length ?? 1;
    groups.push({ parts: parts.slice(at, at + length), phrase: found?.phrase ?? null });
    at += length;
  }
  return groups;
}

/** Whether letters that would be a post-nominal or a note after a name are initials before it: M.D. Dolvan. */
function areInitials({ what, words }: Phrase, kind: Kind): boolean {
  if (kind !== 'person' || (what !== 'suffix' && what !== 'clerical')) return false;
  return words.length > 1 && words.every((word) => word.length === 1);
}

const leastWordsBesideTitle = 2;

/**
 * Whether a title or suffix is kept because it may be the name: it is one elsewhere, or too few words are next to it, or it is the entire
 * given or family name.
 */
function isKept(
  phrase: Phrase,
  parts: readonly Part[],
  { work, words }: { work: Work; words: number },
): boolean {
  if (phrase.what !== 'title' && phrase.what !== 'name_title' && phrase.what !== 'suffix') return false;
  if (phrase.what === 'suffix') return mayBeName(phrase) && !isSeparate(work.parts, parts, work.kind);
  if (mayBeName(phrase) || endsName(phrase, work.parts, parts)) return true;
  return !isBareTitle(phrase) && (words < leastWordsBesideTitle || isWholeRole(work.parts, parts));
}

/** Titles precede names: a title at the end is often a name, unless it has no other meaning. */
function endsName(phrase: Phrase, all: readonly Part[], group: readonly Part[]): boolean {
  return phrase.words.length === 1 && all.at(-1) === group.at(-1) && !isUnmistakable(phrase);
}

/** Whether a group is the entire given or family name according to the spelling or the source. */
function isWholeRole(all: readonly Part[], group: readonly Part[]): boolean {
  const segment = group[0]?.segment;
  // Without commas and typed parts, no position determines the given or family name.
  if (all.every((part) => part.segment === segment)) return false;
  return all.every((part) => part.segment !== segment || part.facts.particle || group.includes(part));
}

const removedKinds: Partial<Record<Phrase['what'], RemovedKind>> = {
  title: 'title',
  name_title: 'title',
  suffix: 'suffix',
  vessel_title: 'title',
  firm_title: 'organisation_prefix',
};

const bareTitles = new Set(['mr', 'mrs', 'dr', 'prof', 'sheikh', 'shaykh', 'hajji', 'haji']);

const outside: Readonly<Record<Kind, ReadonlySet<Phrase['what']>>> = {
  person: new Set(['title', 'name_title', 'suffix', 'clerical']),
  organisation: new Set(['firm_title', 'clerical']),
  vessel: new Set(['vessel_title', 'clerical']),
  unknown: new Set(['title', 'clerical']),
};

/** Single words that are notes in names of organisations too, where other notes are part of the name: Aircraft. */
const firmNotes = new Set(['dissolved', 'delisted', 'ликвидировано', 'ликвидирована']);

function isOutside({ what, words }: Phrase, kind: Kind): boolean {
  if (!outside[kind].has(what)) return false;
  const [word = ''] = words;
  if (words.length > 1) return kind !== 'unknown' || what === 'clerical';
  if (what !== 'clerical') return kind !== 'unknown' || bareTitles.has(word);
  if (factsOf(word).name || isAlternativeMarker(word)) return false;
  return kind === 'person' || kind === 'unknown' || firmNotes.has(word);
}

/** A marker without anything after it has no effect. */
function isAlternativeMarker(word: string): boolean {
  return (
    factsOf(word).phrases?.some(({ what, words }) => what === 'alternative' && words.length === 1) ?? false
  );
}

/** Whether a group is alone between two commas after the name: `Dolvan, Marek, MD`. */
function isSeparate(parts: readonly Part[], group: readonly Part[], kind: Kind): boolean {
  const segment = group[0]?.segment ?? 0;
  return (
    kind === 'person' &&
    segment > 0 &&
    parts.every((part) => part.segment !== segment || group.includes(part))
  );
}
