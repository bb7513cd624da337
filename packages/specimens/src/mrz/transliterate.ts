/** Letters whose replacement is not simply the letter without its diacritic (ICAO Doc 9303, part 3). */
const replacements: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  ı: 'I',
  Ł: 'L',
  Ŋ: 'N',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  ß: 'SS',
  Þ: 'TH',
  Ŧ: 'T',
  Ü: 'UE',
};

/** Converts a name to the form in the zone: A–Z with `<` between the parts and without apostrophes. */
export function mrzText(name: string): string {
  return Array.from(
    name.normalize('NFC'),
    (letter) => replacements[letter] ?? replacements[letter.toUpperCase()] ?? plain(letter),
  )
    .join('')
    .replace(/<+/g, '<');
}

function plain(letter: string): string {
  if (/[\s-]/.test(letter)) return '<';
  return letter
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
}
