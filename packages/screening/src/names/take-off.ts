import { phraseAt, type Kind, type Part } from './known-words.ts';
import type { RemovedKind } from './prepared-name.ts';
import { surnameMarkers, type Phrase } from './phrases.ts';
import { mayBeName } from './titles.ts';
import { factsOf } from './word-facts.ts';

export type Removed = { text: string; kind: RemovedKind };

/** A name while what is no part of it is taken off. */
export type Work = { raw: string; kind: Kind; parts: Part[]; removed: Removed[] };

/**
 * Takes off remarks in brackets, other names, clerical marks, titles and suffixes, as far as the kind of name has them.
 * Takes off nothing where nothing but particles would be left.
 */
export function takeOff(work: Work): Work {
  if (!work.parts.some((part) => part.bracket > 0 || part.facts.removable)) return work;
  const outside = takeOffBrackets(work);
  const named = takeOffAlternatives(outside);
  return takeOffPhrases(named);
}

const isFirm = (kind: Kind): boolean => kind === 'organisation' || kind === 'vessel';

function takeOffBrackets(work: Work): Work {
  const { parts } = work;
  if (!parts.some((part) => part.bracket > 0)) return work;
  if (!parts.some((part) => part.bracket === 0 && !part.facts.particle)) return work;
  const kept: Part[] = [];
  const removed = [...work.removed];
  let at = 0;
  while (at < parts.length) {
    const bracket = parts[at]?.bracket ?? 0;
    let to = at + 1;
    while (parts[to]?.bracket === bracket) to += 1;
    const group = parts.slice(at, to);
    if (bracket === 0 || (work.kind !== 'person' && saysWhatFirm(group, work.kind))) kept.push(...group);
    else removed.push(removedText(work.raw, group, 'clerical_mark'));
    at = to;
  }
  return { ...work, parts: kept, removed };
}

/** A bracket in the name of an organisation that holds only places, legal forms, numbers and organisation words. */
function saysWhatFirm(group: readonly Part[], kind: Kind): boolean {
  let at = 0;
  while (at < group.length) {
    const facts = group[at]?.facts;
    const phrase = phraseAt(group, at, ({ what }) => what === 'form' || what === 'place');
    const isNumber = isFirm(kind) && (facts?.digits ?? facts?.roman ?? null) !== null;
    if (phrase === null && !isNumber && facts?.organisation !== true && facts?.particle !== true)
      return false;
    at += phrase?.length ?? 1;
  }
  return group.some((part) => !part.facts.particle);
}

function removedText(raw: string, parts: readonly Part[], kind: RemovedKind): Removed {
  return { text: raw.slice(parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0), kind };
}

const leastWordsBeforeSurnameMarker = 2;

/** A marker that is a surname as well counts only behind two words. */
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
    return takeOffAlternatives({ ...work, parts: parts.slice(marker.length), removed });
  }
  return work;
}

function takeOffPhrases(work: Work): Work {
  const kept: Part[] = [];
  const removed = [...work.removed];
  const { parts } = work;
  let at = 0;
  while (at < parts.length) {
    const part = parts[at];
    if (part === undefined) break;
    const found =
      part.facts.phrases === null ? null : phraseAt(parts, at, (phrase) => isOutside(phrase, work.kind));
    if (found === null) {
      kept.push(part);
      at += 1;
      continue;
    }
    const group = parts.slice(at, at + found.length);
    if (
      found.phrase.what !== 'clerical' &&
      mayBeName(found.phrase) &&
      !standsApart(parts, group, work.kind)
    ) {
      kept.push(...group.map((one): Part => ({ ...one, what: 'title_or_name' })));
    } else removed.push(removedText(work.raw, group, removedKinds[found.phrase.what] ?? 'clerical_mark'));
    at += found.length;
  }
  return kept.some((part) => !part.facts.particle) ? { ...work, parts: kept, removed } : work;
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

/** Single words that are a note in the name of an organisation too, where others are part of it: Aircraft. */
const firmNotes = new Set([
  'aka',
  'fka',
  'nka',
  'alias',
  'dissolved',
  'delisted',
  'ликвидировано',
  'ликвидирована',
]);

function isOutside({ what, words }: Phrase, kind: Kind): boolean {
  if (!outside[kind].has(what)) return false;
  const [word = ''] = words;
  if (words.length > 1) return kind !== 'unknown' || what === 'clerical';
  if (what !== 'clerical') return kind !== 'unknown' || bareTitles.has(word);
  if (surnameMarkers.has(word) || factsOf(word).name) return false;
  return kind === 'person' || kind === 'unknown' || firmNotes.has(word);
}

/** Whether a group is all that stands between two commas behind the name: `Dolvan, Marek, MD`. */
function standsApart(parts: readonly Part[], group: readonly Part[], kind: Kind): boolean {
  const segment = group[0]?.segment ?? 0;
  return (
    kind === 'person' &&
    segment > 0 &&
    parts.every((part) => part.segment !== segment || group.includes(part))
  );
}
