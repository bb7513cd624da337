const undecomposed: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ə: 'a',
  ƒ: 'f',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ٱ: 'ا',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};

const undecomposedLetters = new RegExp(`[${Object.keys(undecomposed).join('')}]`, 'gu');

/** Marks that are not letters, in Latin, Greek, Cyrillic, Hebrew, Arabic and Syriac. Indic, Thai and kana marks are kept. */
const droppedMarks =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]|\u0711|[\u0730-\u074a]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]/gu;

/** Apostrophes of all kinds, full stops, tatweel, Hebrew geresh and gershayim, soft hyphens and zero-width characters. */
const joining = /['’‘ʼʻʹʽ`´.․。\u0640׳״\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Scripts whose letters are recomposed after decomposition: Indic scripts, Thai, kana, Hangul. */
const composing = /[\u0900-\u1fff\u3000-\uffff]/u;

const separating = /[^\p{L}\p{N}\p{M}]+/gu;

/** Words of letters of one alphabet that fold to themselves: most words in tables and lists. */
const plain =
  /^(?:[a-z0-9]+|[а-ик-я]+|[\u0627\u0628\u062a-\u063a\u0641-\u0648\u064a]+|[\u4e00-\u9fff]+|[가-힣]+|[α-ρσ-ω]+)$/u;

/**
 * Converts words to the keys of the reference tables: lower case, decomposed, marks dropped (except Indic, Thai and kana ones), letters
 * that do not decompose spelt out, Arabic and Hebrew letter forms folded, apostrophes and full stops dropped, other punctuation replaced
 * by a space. Several words are separated by one space; `''` if nothing is left.
 */
export function foldKey(text: string): string {
  if (plain.test(text)) return text;
  const bare = text.normalize('NFKD').toLowerCase().replace(joining, '').replace(droppedMarks, '');
  const composed = composing.test(bare) ? bare.normalize('NFC') : bare;
  return composed
    .replace(undecomposedLetters, (letter) => undecomposed[letter] ?? letter)
    .replace(separating, ' ')
    .trim();
}
