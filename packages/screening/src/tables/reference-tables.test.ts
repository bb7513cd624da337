import { describe, expect, it } from 'vitest';
import { countryCodes } from '@countersign/contract';
import { foldKey } from './fold-key.ts';
import { referenceTables } from './reference-tables.ts';
import { BrokenTable, tableLines, tableSections, tableText } from './table-file.ts';

const tables = referenceTables();

describe('keys', () => {
  it.each([
    ['S.A. de C.V.', 'sa de cv'],
    ['O’Brien', 'obrien'],
    ['Łódź-Ørsted', 'lodz orsted'],
    ['STRAẞE', 'strasse'],
    ['İzmir ığdır', 'izmir igdir'],
    ['Þórður Æsir', 'thordur aesir'],
    ['Əliyev', 'aliyev'],
    ['Щербина Йод Ё', 'щербина иод е'],
    ['Παπαδόπουλος', 'παπαδοπουλοσ'],
    ['أحمد مؤسسة', 'احمد موسسه'],
    ['مصطفى مصطفی', 'مصطفي مصطفي'],
    ['בע״מ', 'בעמ'],
    ['㈱ガギ', '株 ガギ'],
    ['ヤ', 'ヤ'],
    ['주식회사', '주식회사'],
    ['नेपाल', 'नेपाल'],
    ['A/S & Co.', 'a s co'],
    ['\u200b--', ''],
  ])('%s folds to %s', (text, key) => {
    expect(foldKey(text)).toBe(key);
    expect(foldKey(key)).toBe(key);
  });
});

describe('sizes', () => {
  it.each([
    ['legalForms', 1500],
    ['organisationWords', 5000],
    ['titles', 1200],
    ['suffixes', 300],
    ['clericalMarks', 200],
    ['particles', 300],
    ['nameGroups', 6000],
    ['numerals', 1000],
    ['places', 1000],
    ['hanSimplified', 1500],
    ['hanReadings', 1000],
    ['hangulSurnames', 100],
    ['lookAlikes', 120],
    ['arabicSpellings', 5000],
    ['arabicWords', 6000],
  ] as const)('%s has at least %i keys', (table, least) => {
    expect(tables[table].size).toBeGreaterThanOrEqual(least);
  });

  it('has at least 250 countries and former states', () => {
    expect(tables.countries.codes.length).toBeGreaterThanOrEqual(250);
  });
});

describe('form of the files', () => {
  const names = [
    'legal-forms',
    'organisation-words',
    'titles',
    'titles-ambiguous',
    'vessel-prefixes',
    'suffixes',
    'clerical-marks',
    'particles',
    'name-groups',
    'short-forms',
    'surname-groups',
    'common-given-names',
    'common-family-names',
    'numerals',
    'places',
    'countries',
    'han-simplified',
    'han-surnames',
    'han-given',
    'han-readings',
    'hangul-surnames',
    'look-alikes',
    'frequencies-person',
    'frequencies-organisation',
    'name-roles',
  ];

  it.each(names)('%s states its origin and has no stray blanks', (name) => {
    const text = tableText(name);
    expect(text).toMatch(
      /^# Written by (?:hand for this project|tools\/build-(?:frequencies|han-readings)\.ts)/u,
    );
    expect(text.split('\n').filter((line) => line !== line.trim() || line.includes('  '))).toEqual([]);
    expect(text.endsWith('\n')).toBe(true);
  });

  it.each(['legalForms', 'organisationWords', 'particles', 'nameGroups', 'numerals'] as const)(
    'every key of %s is folded',
    (table) => {
      expect([...tables[table].keys()].filter((key) => foldKey(key) !== key || key === '')).toEqual([]);
    },
  );

  it.each(['frequencies-person', 'frequencies-organisation', 'name-roles'])(
    'every word of %s is folded and listed once, sorted in its section',
    (name) => {
      const sections = tableSections(name);
      const words = sections.flatMap(({ lines }) => lines);
      expect(new Set(words).size).toBe(words.length);
      expect(words.filter((word) => foldKey(word) !== word)).toEqual([]);
      for (const { lines } of sections) expect(lines).toEqual([...lines].sort());
    },
  );

  it('folds characters to characters that fold no further', () => {
    for (const [from, to] of tables.hanSimplified) {
      expect(Array.from(from + to)).toHaveLength(2);
      expect(tables.hanSimplified.has(to)).toBe(false);
    }
  });

  it('gives readings as folded Latin words', () => {
    for (const table of [tables.hanReadings, tables.hangulSurnames])
      for (const readings of table.values())
        expect(readings.filter((reading) => !/^[a-z]+$/u.test(reading))).toEqual([]);
  });

  it('refuses a table that is not there', () => {
    expect(() => tableLines('no-such-table')).toThrow(BrokenTable);
  });
});

describe('legal forms', () => {
  it.each([
    ['LLC', 'llc'],
    ['ООО', 'llc'],
    ['Общество с ограниченной ответственностью', 'llc'],
    ['GmbH', 'llc'],
    ['S. de R.L. de C.V.', 'llc'],
    ['Sp. z o.o.', 'llc'],
    ['L L C', 'llc'],
    ['Sdn Bhd', 'llc'],
    ['有限公司', 'llc'],
    ['ذ.م.م', 'llc'],
    ['ОАО', 'joint-stock'],
    ['PJSC', 'joint-stock'],
    ['AG', 'joint-stock'],
    ['S.A.', 'joint-stock'],
    ['A/S', 'joint-stock'],
    ['株式会社', 'joint-stock'],
    ['株式會社', 'joint-stock'],
    ['주식회사', 'joint-stock'],
    ['Anonim Şirketi', 'joint-stock'],
    ['ΑΕ', 'joint-stock'],
    ['GmbH & Co. KG', 'partnership'],
    ['ИП', 'sole'],
    ['ЧУП', 'sole'],
    ['ФГУП', 'state'],
    ['Stiftung', 'foundation'],
    ['Yayasan', 'foundation'],
    ['e.V.', 'association'],
    ['Cooperativa', 'cooperative'],
    ['支店', 'branch'],
  ])('%s is of the group %s', (form, group) => {
    expect(tables.legalForms.get(foldKey(form))?.group).toBe(group);
  });

  it('has the usual place of a form', () => {
    expect(tables.legalForms.get('ооо')?.place).toBe('both');
    expect(tables.legalForms.get('gmbh')?.place).toBe('end');
    expect(tables.legalForms.get('cv')?.place).toBe('front');
  });
});

const shareGroup = (a: string, b: string): boolean => {
  const groups = new Set(tables.nameGroups.get(foldKey(a)));
  return (tables.nameGroups.get(foldKey(b)) ?? []).some((group) => groups.has(group));
};

describe('variants of names', () => {
  it.each([
    ['John', 'Juan'],
    ['Giovanni', 'Иван'],
    ['Muhammad', 'Mohamed'],
    ['Mehmet', 'محمد'],
    ['Yusuf', 'José'],
    ['Peggy', 'Margaret'],
    ['Bill', 'William'],
    ['Pepe', 'José'],
    ['Paco', 'Francisco'],
    ['Саша', 'Александр'],
    ['Sasha', 'Aleksandra'],
    ['Beppe', 'Giuseppe'],
    ['Heinz', 'Heinrich'],
    ['Kostas', 'Konstantinos'],
    ['Honza', 'Jan'],
    ['Laci', 'László'],
    ['Wong', 'Wang'],
    ['Lee', 'Yi'],
    ['Satoh', 'Sato'],
    ['Chowdhury', 'Chaudhry'],
    ['Meier', 'Mayer'],
  ])('%s may be %s', (a, b) => {
    expect(shareGroup(a, b)).toBe(true);
  });

  it.each([
    ['Jack', 'Ivan'],
    ['John', 'James'],
    ['Maria', 'Mario'],
    ['Ahmed', 'Hamid'],
    ['Salim', 'Salem Ali'],
    ['Kim', 'Park'],
  ])('%s is not %s', (a, b) => {
    expect(shareGroup(a, b)).toBe(false);
  });
});

describe('words of organisations', () => {
  it.each([
    ['bank', 'banque'],
    ['bank', 'банк'],
    ['trading', 'torgovyy'],
    ['trading', 'comercio'],
    ['university', 'دانشگاه'],
    ['shipping', '海运'],
    ['foundation', 'фонд'],
    ['oil', 'нефть'],
  ])('%s means %s', (a, b) => {
    const group = tables.organisationWords.get(foldKey(a));
    expect(group).toBeGreaterThan(0);
    expect(tables.organisationWords.get(foldKey(b))).toBe(group);
  });

  it.each([
    ['bank', 'insurance'],
    ['hospital', 'clinic'],
    ['import', 'export'],
    ['mosque', 'church'],
  ])('%s does not mean %s', (a, b) => {
    expect(tables.organisationWords.get(a)).not.toBe(tables.organisationWords.get(b));
  });
});

describe('countries', () => {
  it.each([
    ['RU', 'RU'],
    ['rus', 'RU'],
    ['Russian Federation', 'RU'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Iranian', 'IR'],
    ["Democratic People's Republic of Korea", 'KP'],
    ["Côte d'Ivoire", 'CI'],
    ['the Gambia', 'GM'],
    ['Turkey', 'TR'],
    ['Burma', 'MM'],
    ['USSR', 'SU'],
    ['Kosovo', 'XK'],
    ['Atlantis', null],
    ['', null],
    ['__proto__', null],
  ])('%j is %s', (text, code) => {
    expect(tables.countries.codeOf(text)).toBe(code);
  });

  it('names every assigned code, and reads its own names', () => {
    const without = [...countryCodes].filter((code) => tables.countries.nameOf(code) === null);
    expect(without).toEqual([]);
    for (const code of tables.countries.codes)
      expect(tables.countries.codeOf(tables.countries.nameOf(code) ?? '')).toBe(code);
  });

  it('has the successors of states that no longer exist', () => {
    expect(tables.countries.successorsOf('DD')).toEqual(['DE']);
    expect(tables.countries.successorsOf('CS')).toEqual(['RS', 'ME', 'XK']);
    expect(tables.countries.successorsOf('SU')).toHaveLength(15);
    expect(tables.countries.successorsOf('FR')).toEqual([]);
    for (const code of tables.countries.codes)
      for (const successor of tables.countries.successorsOf(code))
        expect(countryCodes.has(successor)).toBe(true);
  });
});

describe('words with two meanings', () => {
  const isName = (word: string): boolean => tables.usualRole(word) !== null || tables.nameGroups.has(word);
  const known = (table: Iterable<string>, also: (word: string) => boolean): string =>
    [...table].filter(also).sort().join(' ');

  it('has the titles, suffixes, marks and particles that are names', () => {
    expect(known(tables.titles, isName)).toBe('cheikh seyh shaikh shaykh sheik sheikh رايد');
    expect(known(tables.suffixes, isName)).toBe('ad md');
    expect(known(tables.clericalMarks, isName)).toBe('');
    expect(known(tables.particles.keys(), isName)).toBe(
      'abdul ad al bel ben das den di do du fitz la the tot van von',
    );
    expect(known(tables.numerals.keys(), isName)).toBe('');
  });

  it('has the words of organisations that are particles, places or numbers', () => {
    const words = tables.organisationWords;
    expect(known(words.keys(), (word) => tables.particles.has(word))).toBe('ol van اولاد');
    expect(known(words.keys(), (word) => tables.places.has(word))).toBe('كابل 조선');
    expect(known(words.keys(), (word) => tables.numerals.has(word))).toBe('ศูนย์');
    expect(known(tables.legalForms.keys(), (word) => tables.places.has(word))).toBe('');
    expect(known(tables.legalForms.keys(), (word) => tables.numerals.has(word))).toBe('');
  });
});

describe('other tables', () => {
  it('reads numbers written out', () => {
    const read = ['Third', 'dritte', 'tercero', 'третий', 'الثالث', 'twenty first', 'trzydzieści'];
    expect(read.map((word) => tables.numerals.get(foldKey(word)))).toEqual([3, 3, 3, 3, 3, 21, 30]);
  });

  it('keeps titles apart that may be names', () => {
    for (const title of ['dr', 'sheikh', 'dipl ing', 'tan sri', 'полковник', 'الدكتور', 'mullah'])
      expect(tables.titles.has(foldKey(title))).toBe(true);
    for (const title of ['sayyid', 'king', 'mir', 'baron']) {
      expect(tables.nameTitles.has(title)).toBe(true);
      expect(tables.titles.has(title)).toBe(false);
    }
    expect([...tables.nameTitles].filter((title) => tables.titles.has(title))).toEqual([]);
  });

  it('has particles and how they join', () => {
    const joining = ['al', 'van', 'de', 'bin', 'y', 'de la'].map((word) => tables.particles.get(word));
    expect(joining).toEqual(['joins', 'joins', 'joins', 'joins', 'apart', 'apart']);
  });

  it('folds characters and reads them in several languages', () => {
    expect(['張', '劉', '龍', '佐', '国'].map((c) => tables.hanSimplified.get(c) ?? c).join('')).toBe(
      '张刘龙佐国',
    );
    expect(tables.hanReadings.get('陈')).toEqual(expect.arrayContaining(['chen', 'chan', 'tan', 'jin']));
    expect(tables.hanReadings.get('欧阳')).toContain('ouyang');
    expect(tables.hanReadings.get('明')).toEqual(expect.arrayContaining(['ming', 'myung', 'akira']));
    expect(tables.hangulSurnames.get('이')).toEqual(expect.arrayContaining(['lee', 'yi', 'rhee']));
  });

  it('has the usual spellings of words in Arabic letters, and the words that Latin ones spell', () => {
    expect(tables.arabicSpellings.get(foldKey('هدى'))).toEqual(['huda', 'hoda']);
    expect(tables.arabicSpellings.get('عمر')).not.toContain('amr');
    expect([...(tables.arabicWords.get('amr') ?? [])]).toEqual(['عمرو']);
    expect(tables.arabicWords.get('ahmad')).toEqual(new Set(['احمد']));
  });

  it('rates how common a word is, and never rates an unseen word as common', () => {
    expect(tables.personRarity('john')).toBe(0);
    expect(tables.personRarity('wang')).toBe(0);
    expect(tables.personRarity('nguyen')).toBe(0);
    expect(tables.personRarity('qzzxvrelmor')).toBe(4);
    expect(tables.organisationRarity('trading')).toBe(0);
    expect(tables.organisationRarity('shipyard')).toBe(1);
    expect(tables.organisationRarity('qzzxvrelmor')).toBe(4);
  });

  it('has the usual role of a word', () => {
    const usual = ['fatima', 'yevgeny', 'ivanova', 'rodriguez', 'papadopoulos', 'martin', 'qzzx'];
    expect(usual.map((word) => tables.usualRole(word))).toEqual([
      'given',
      'given',
      'family',
      'family',
      'family',
      null,
      null,
    ]);
  });
});
