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

/** Marks that are no letters: Latin, Greek, Cyrillic, Hebrew, Arabic and Syriac ones. Indic, Thai and kana marks stay. */
const droppedMarks =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u06d6-\u06ed]|\u0711|[\u0730-\u074a]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]/gu;

/** Apostrophes of all shapes, full stops, tatweel, Hebrew geresh and gershayim, soft hyphen and zero-width characters. */
const joining = /['’‘ʼʻʹʽ`´.․。\u0640׳״\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Scripts whose letters are put together again after decomposition: Indic ones, Thai, kana, Hangul. */
const composing = /[\u0900-\u1fff\u3000-\uffff]/u;

const separating = /[^\p{L}\p{N}\p{M}]+/gu;

/** Words of letters of one alphabet that stand for themselves: most words of the tables and of lists. */
const plain =
  /^(?:[a-z0-9]+|[а-ик-я]+|[\u0627\u0628\u062a-\u063a\u0641-\u0648\u064a]+|[\u4e00-\u9fff]+|[가-힣]+|[α-ρσ-ω]+)$/u;

/**
 * The form in which words are keys of the reference tables: lower case, decomposed, marks dropped (not Indic, Thai or
 * kana ones), letters that do not decompose written out, Arabic and Hebrew letter forms folded, apostrophes and full
 * stops dropped, other punctuation a blank. Several words are joined by one blank; `''` when nothing is left.
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
