import { referenceTables } from '../tables/reference-tables.ts';
import { isSyllable, koreanSpellings } from './korean-spellings.ts';
import type { SyllableForms } from './syllable-forms.ts';

/*
 * Korean syllables in Revised Romanisation, in McCune-Reischauer without diacritics, including the voiced consonants that it uses inside
 * words and North Korea everywhere, and in individual spellings. The form of a syllable is that of McCune-Reischauer.
 */

const listed = (text: string): readonly string[] => text.split(' ').map((one) => (one === '-' ? '' : one));

// In Unicode order.
const revisedInitials = listed('g kk n d tt r m b pp s ss - j jj ch k t p h');
const revisedVowels = listed('a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i');
const olderInitials = listed('k k n t t r m p p s s - ch ch ch k t p h');
const voicedInitials = listed('g k n d t r m b p s s - j ch ch k t p h');
const olderVowels = listed('a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i');
const finals = listed('- k k k n n n t l k m l l l p l m p p t t ng t t k t p t');

const firstSyllable = 0xac00;
const vowelCount = 21;
const finalCount = 28;

function formsOf(syllable: string): { revised: string; older: string; voiced: string } {
  const index = (syllable.codePointAt(0) ?? 0) - firstSyllable;
  const initial = Math.floor(index / (vowelCount * finalCount));
  const vowel = Math.floor(index / finalCount) % vowelCount;
  const end = finals[index % finalCount] ?? '';
  const older = (olderVowels[vowel] ?? '') + end;
  return {
    revised: `${revisedInitials[initial] ?? ''}${revisedVowels[vowel] ?? ''}${end}`,
    older: (olderInitials[initial] ?? '') + older,
    voiced: (voicedInitials[initial] ?? '') + older,
  };
}

/** Every syllable of names in each system, with its form. */
export function koreanSyllables(): SyllableForms[] {
  const { koreanReadings, hangulSurnames } = referenceTables();
  const found: SyllableForms[] = [];
  for (const character of koreanReadings()) {
    const { revised, older, voiced } = formsOf(character);
    found.push({ text: revised, system: 'standard', form: older, character });
    found.push(
      { text: older, system: 'older', form: older, character },
      { text: voiced, system: 'older', form: older, character },
    );
    for (const text of koreanSpellings(character))
      found.push({ text, system: 'other', form: older, character });
  }
  for (const [surname, spellings] of hangulSurnames)
    if (isSyllable(surname) && surname.length === 1)
      for (const text of spellings)
        found.push({ text, system: 'other', form: formsOf(surname).older, character: surname });
  return found;
}

let surnames: ReadonlySet<string> | undefined;

/** Whether a Latin word is a usual spelling of a Korean surname. */
export function isKoreanSurname(text: string): boolean {
  surnames ??= new Set([...referenceTables().hangulSurnames.values()].flat());
  return surnames.has(text);
}

/** Surnames in the form of their syllables, as in `RomanisedReading`. */
export function koreanSurnameForms(): ReadonlySet<string> {
  const named = [...referenceTables().hangulSurnames.keys()].filter((surname) =>
    Array.from(surname).every(isSyllable),
  );
  return new Set(named.map((surname) => Array.from(surname, (one) => `${formsOf(one).older}.`).join('')));
}
