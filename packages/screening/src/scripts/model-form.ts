import type { Script } from '../model/prepared-name.ts';
import { jamoOf } from './hangul.ts';

const cyrillicFolds: Record<string, string> = {
  й: 'и',
  ё: 'е',
  ї: 'і',
  ў: 'у',
  ѓ: 'г',
  ќ: 'к',
  ѣ: 'е',
  ѳ: 'ф',
  ѵ: 'и',
};
const arabicFolds: Record<string, string> = {
  أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ې: 'ي', ک: 'ك', ڪ: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه', ۀ: 'ه', ة: 'ه', ؤ: 'و', ئ: 'ي',
}; // prettier-ignore
const hebrewFolds: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
const greekFolds: Record<string, string> = { ς: 'σ' };

const foldsOf: Partial<Record<Script, Record<string, string>>> = {
  cyrillic: cyrillicFolds,
  arabic: arabicFolds,
  hebrew: hebrewFolds,
  greek: greekFolds,
};

function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}|[\u0640'’׳״ʼ]/gu, '')
    .normalize('NFC');
}

/** Converts hiragana to katakana, keeping voicing marks: the only alphabet of the kana model. */
function katakanaOf(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u3041-\u3096]/gu, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0x60));
}

/**
 * The form in which a script's model reads a word: one spelling where several are in use (no й, no Hebrew final letters, one alef),
 * Hangul as jamo. Idempotent, so a folded word is read the same.
 */
export function modelForm(text: string, script: Script): string {
  if (script === 'hangul') return jamoOf(text);
  if (script === 'kana') return katakanaOf(text);
  if (script === 'han') return text;
  const folds = foldsOf[script];
  let form = '';
  for (const char of script === 'indic' || script === 'thai' ? text : withoutMarks(text.toLowerCase())) {
    form += folds?.[char] ?? char;
  }
  return form;
}
