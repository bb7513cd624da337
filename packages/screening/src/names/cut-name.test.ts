import { describe, expect, test } from 'vitest';
import { cutName, foldWord } from './cut-name.ts';

const words = (raw: string): string =>
  cutName(raw)
    .map((piece) => piece.text)
    .join(' ');

describe('cutting and folding a raw name', () => {
  test.each([
    ['case is folded', 'TARVIN Dolvan', 'tarvin dolvan'],
    ['full case folding', 'STRASSE Straße', 'strasse strasse'],
    ['compatibility forms are one', 'Ｔａｒｖｉｎ ﬁnn', 'tarvin finn'],
    ['zero-width characters are dropped', 'Tar\u200bvin\u200d Dol\u2060van', 'tarvin dolvan'],
    ['bidirectional and control characters are dropped', '\u202eTarvin\u0007\u200f Dolvan', 'tarvin dolvan'],
    [
      'tabs and line ends are white space',
      'Tarvin\tOskeld\nDolvan\u00a0Strubin',
      'tarvin oskeld dolvan strubin',
    ],
    ['marks are dropped', 'Zoë Ñuñez Čapek Žižka', 'zoe nunez capek zizka'],
    ['marks written apart are dropped', 'Zoe\u0308 N\u0303un\u0303ez', 'zoe nunez'],
    [
      'letters that do not decompose',
      'Søren Łódź Đorđe Œuvre Þór Straße',
      'soren lodz dorde oeuvre thor strasse',
    ],
    ['the dotless and the dotted i', 'Işık İzmir', 'isik izmir'],
    [
      'apostrophes of all shapes join',
      "O'Brien O’Brien OʼBrien O`Brien D´Angelo",
      'obrien obrien obrien obrien dangelo',
    ],
    ['hyphens of all shapes cut', 'Jin-woo Jin‐woo Jin–woo', 'jin woo jin woo jin woo'],
    [
      'slashes, ampersands and other dirt cut',
      'Tarvin/Oskeld & Dolvan_Strubin|Vane',
      'tarvin oskeld dolvan strubin vane',
    ],
    ['what could not be read is dropped inside a word', 'Dol\ufffdvan Dol?van ?', 'dolvan dolvan'],
    ['the Catalan middle dot joins', 'Gal·la', 'galla'],
    ['other middle dots are blanks', 'トム・ハンクス 李·小龙', 'トム ハンクス 李 小龙'],
    ['the katakana double hyphen is a blank', 'ジャン゠ポール', 'ジャン ポール'],
    ['hiragana is katakana, of full width', 'ひらがな ﾊﾝｸｽ ガ', 'ヒラガナ ハンクス ガ'],
    ['runs without spaces stay one word', '王小明 박지성 สมชาย', '王小明 박지성 สมชาย'],
    ['Latin beside Han is a separate word', 'ABC贸易', 'abc 贸易'],
    ['Hangul written as letters is composed', '박지성'.normalize('NFD'), '박지성'],
    ['alef forms are one', 'أحمد إحمد آحمد احمد', 'احمد احمد احمد احمد'],
    ['alef maqsura and Persian letters', 'مصطفى مصطفي علی کریم', 'مصطفي مصطفي علي كريم'],
    ['ta marbuta is ha', 'فاطمة فاطمه', 'فاطمه فاطمه'],
    ['tatweel and points are dropped', 'مـحـمـد مُحَمَّد', 'محمد محمد'],
    ['Hebrew points are dropped, final letters are one', 'שָׁלוֹם שלומ', 'שלומ שלומ'],
    ['a quote between Hebrew letters joins', 'בע"מ בע״מ', 'בעמ בעמ'],
    ['Cyrillic marks are dropped', 'Йовчев Ёлкин', 'иовчев елкин'],
    ['final sigma is sigma', 'Νίκος ΝΙΚΟΣ', 'νικοσ νικοσ'],
    ['Indic vowel signs stay', 'मोहम्मद', 'मोहम्मद'],
    ['native digits', '٣ ۳ ३ ３ ②', '3 3 3 3 2'],
    ['signs for several letters', '№3 ㈱', 'no 3 株'],
    ['an ordinal sign after a digit is dropped', '3º 4ª', '3 4'],
  ])('%s', (_, raw, expected) => {
    expect(words(raw)).toBe(expected);
  });

  test('folds a look-alike only inside a word of mixed scripts', () => {
    // Cyrillic а and о in a Latin word, Latin o in a Cyrillic word, and whole words of either script
    expect(words('D\u043elv\u0430n Д\u006fлван')).toBe('dolvan долван');
    expect(words('сор cop')).toBe('сор cop');
  });

  test('has no words where there is no letter and no digit', () => {
    for (const raw of ['', ' \t', '\u200b\u200d', '\u0301\u0308', '.,-()', '\u0640', "'’ʼ", '☺ ★'])
      expect(cutName(raw)).toEqual([]);
  });

  test('counts commas and brackets, and links words by full stops', () => {
    expect(cutName('Dolvan, T.O. (x, y) [z]')).toEqual([
      { text: 'dolvan', start: 0, end: 6, segment: 0, bracket: 0, linked: false },
      { text: 't', start: 8, end: 9, segment: 1, bracket: 0, linked: false },
      { text: 'o', start: 10, end: 11, segment: 1, bracket: 0, linked: true },
      { text: 'x', start: 14, end: 15, segment: 1, bracket: 1, linked: false },
      { text: 'y', start: 17, end: 18, segment: 1, bracket: 1, linked: false },
      { text: 'z', start: 21, end: 22, segment: 1, bracket: 2, linked: false },
    ]);
  });

  test('keeps the place in the raw text where folding changes lengths', () => {
    const raw = '\u200fÆlfrīc Strauß\u0301, Tarvin';
    expect(cutName(raw).map(({ start, end }) => raw.slice(start, end))).toEqual([
      'Ælfrīc',
      'Strauß',
      'Tarvin',
    ]);
  });
});

test('foldWord makes one word of a text', () => {
  expect(foldWord('Ó Brien-Dolvan')).toBe('obriendolvan');
  expect(foldWord(' ')).toBe('');
});
