import { foldKey } from './fold-key.ts';
import { BrokenTable, tableLines, tableSections } from './table-file.ts';

/** A legal form such as `GmbH`. */
export interface LegalForm {
  /** Forms in the same group are equal: `llc`, `joint-stock`, `partnership` … */
  group: string;
  place: 'front' | 'end' | 'both';
}

type Simplify = (text: string) => string;

/** Keys of a text: folded, and also with simplified characters if that differs. */
function keysOf(text: string, simplify: Simplify): string[] {
  const key = foldKey(text);
  const simplified = simplify(key);
  return simplified === key ? [key] : [key, simplified];
}

/** Loads a table with one entry per line as a set of keys. */
export function loadKeys(name: string, simplify: Simplify): Set<string> {
  const keys = new Set<string>();
  for (const line of tableLines(name)) {
    for (const key of keysOf(line, simplify)) {
      if (key === '') throw new BrokenTable(`${name}: "${line}" has no letter`);
      keys.add(key);
    }
  }
  return keys;
}

const initialism = /^\p{L}{2,5}$/u;

/** Loads sections `[group]` or `[group front]`; each entry is one form. Short forms are also keys with their letters separated. */
export function loadLegalForms(simplify: Simplify): Map<string, LegalForm> {
  const forms = new Map<string, LegalForm>();
  for (const { heading, lines } of tableSections('legal-forms')) {
    const [group = '', place = 'end'] = heading.split(' ');
    if (place !== 'front' && place !== 'end' && place !== 'both')
      throw new BrokenTable(`legal-forms: heading "${heading}"`);
    for (const line of lines) {
      for (const key of keysOf(line, simplify)) {
        const known = forms.get(key);
        if (known !== undefined && known.group !== group)
          throw new BrokenTable(`legal-forms: "${line}" is ${known.group} and ${group}`);
        forms.set(key, { group, place: known === undefined || known.place === place ? place : 'both' });
      }
    }
  }
  for (const [key, form] of Array.from(forms)) {
    const spaced = key
      .split(' ')
      .map((word) => (initialism.test(word) ? Array.from(word).join(' ') : word))
      .join(' ');
    if (!forms.has(spaced)) forms.set(spaced, form);
  }
  return forms;
}

/** Loads groups of equivalent words from some tables, one group per line, with words separated by spaces. Groups are numbered from 1. */
export function loadWordGroups(
  names: readonly string[],
  simplify: Simplify,
): { all: Map<string, number[]>; single: Map<string, number> } {
  const all = new Map<string, number[]>();
  const single = new Map<string, number>();
  let group = 0;
  for (const line of names.flatMap(tableLines)) {
    group += 1;
    for (const word of line.split(' ')) {
      for (const key of keysOf(word, simplify)) {
        const groups = all.get(key);
        if (groups === undefined) {
          all.set(key, [group]);
          single.set(key, group);
        } else if (groups.at(-1) !== group) groups.push(group);
      }
    }
  }
  return { all, single };
}

/** Loads sections `[apart]` and `[joins]`. */
export function loadParticles(): Map<string, 'apart' | 'joins'> {
  const particles = new Map<string, 'apart' | 'joins'>();
  for (const { heading, lines } of tableSections('particles')) {
    if (heading !== 'apart' && heading !== 'joins') throw new BrokenTable(`particles: heading "${heading}"`);
    for (const line of lines) particles.set(foldKey(line), heading);
  }
  return particles;
}

/** Loads sections `[value]` that contain the words for that number. */
export function loadNumerals(): Map<string, number> {
  const numerals = new Map<string, number>();
  for (const { heading, lines } of tableSections('numerals')) {
    const value = Number(heading);
    if (!Number.isSafeInteger(value)) throw new BrokenTable(`numerals: heading "${heading}"`);
    for (const line of lines) {
      const key = foldKey(line);
      const known = numerals.get(key);
      if (known !== undefined && known !== value)
        throw new BrokenTable(`numerals: "${line}" is ${known} and ${value}`);
      numerals.set(key, value);
    }
  }
  return numerals;
}

/** Loads entries `characters reading reading …`; the readings of a repeated key are merged. */
export function loadReadings(name: string): Map<string, string[]> {
  const readings = new Map<string, string[]>();
  for (const line of tableLines(name)) {
    const [key = '', ...words] = line.split(' ');
    if (words.length === 0) throw new BrokenTable(`${name}: "${line}" has no reading`);
    readings.set(key, [...new Set([...(readings.get(key) ?? []), ...words])]);
  }
  return readings;
}

/** Loads sections `[latin letter]` that contain the letters imitating it, one per line. */
export function loadLookAlikes(): Map<string, string> {
  const letters = new Map<string, string>();
  for (const { heading, lines } of tableSections('look-alikes')) {
    for (const line of lines) {
      const known = letters.get(line);
      if (known !== undefined && known !== heading)
        throw new BrokenTable(`look-alikes: "${line}" imitates ${known} and ${heading}`);
      letters.set(line, heading);
    }
  }
  return letters;
}
