// Writes tables/han-readings.txt from the Unihan database, byte for byte the same for the same input. Debian's package
// `unicode-data` has it, packed with bzip2. Usage: node tools/run-ts.mjs packages/screening/tools/build-han-readings.ts <folder with Unihan_*.txt>
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tableLines, tablesFolder } from '../src/tables/table-file.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: build-han-readings <folder with Unihan_Readings.txt and Unihan_OtherMappings.txt>');
  process.exit(1);
}

/** Standards of the characters in everyday use: China, Hong Kong, Japan (general and names), Korea. */
const everyday = new Set(['kGB0', 'kHKGlyph', 'kJis0', 'kJinmeiyoKanji', 'kKSC0']);
const mostReadings = 8;
const longestReading = 8;

interface Field {
  character: string;
  field: string;
  value: string;
}

function fieldsOf(file: string): Field[] {
  return readFileSync(path.join(folder ?? '', file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [code = '', field, value] = line.split('\t');
      if (!code.startsWith('U+') || field === undefined || value === undefined) return [];
      return { character: String.fromCodePoint(Number.parseInt(code.slice(2), 16)), field, value };
    });
}

/** `ü` is written `v`, as on keyboards. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll('u\u0308', 'v')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .toLowerCase();
}

const latinReadings = (value: string): string[] => plain(value).match(/[a-z]+/gu) ?? [];

/** What a field gives: the language's letter, and its readings in the order of the database. */
const readers: Readonly<Record<string, readonly [language: string, read: (value: string) => string[]]>> = {
  kMandarin: ['m', latinReadings],
  kHanyuPinlu: ['m', (value) => latinReadings(value.replaceAll(/\(\d+\)/gu, ''))],
  kTGHZ2013: ['m', latinReadings],
  kCantonese: ['c', latinReadings],
  kHangul: ['k', (value) => value.match(/\p{sc=Hangul}/gu) ?? []],
  kVietnamese: ['v', latinReadings],
  kJapaneseOn: ['j', latinReadings],
  kJapaneseKun: ['j', latinReadings],
};

const simplified = new Map(tableLines('han-simplified').map((line) => Array.from(line) as [string, string]));
const used = new Set(
  fieldsOf('Unihan_OtherMappings.txt').flatMap(({ character, field }) =>
    everyday.has(field) ? [character] : [],
  ),
);

const readings = new Map<string, Map<string, Set<string>>>();
for (const { character, field, value } of fieldsOf('Unihan_Readings.txt')) {
  const reader = readers[field];
  if (!reader || !used.has(character)) continue;
  const [language, read] = reader;
  const key = simplified.get(character) ?? character;
  const languages = readings.get(key) ?? new Map<string, Set<string>>();
  const known = languages.get(language) ?? new Set<string>();
  for (const reading of read(value))
    if (reading.length <= longestReading && known.size < mostReadings) known.add(reading);
  languages.set(language, known);
  readings.set(key, languages);
}

const lines = [...readings]
  .sort(([a], [b]) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
  .map(([character, languages]) => {
    const known = Array.from(
      'mckvj',
      (language) => [language, [...(languages.get(language) ?? [])]] as const,
    );
    return [
      character,
      ...known.filter(([, of]) => of.length > 0).map(([language, of]) => `${language}=${of.join(',')}`),
    ].join(' ');
  });
const header = [
  '# Written by tools/build-han-readings.ts from the Unihan database of Unicode 15.0. © 1991-2022 Unicode, Inc. See NOTICE.md.',
  '# Simplified character and its readings: m Mandarin (pinyin, ü as v), c Cantonese (jyutping), k Korean (Hangul),',
  '# v Vietnamese without marks, j Japanese (on and kun). Tones are left out.',
];
writeFileSync(path.join(tablesFolder(), 'han-readings.txt'), [...header, ...lines, ''].join('\n'));
console.log(`han-readings: ${String(lines.length)} characters`);
