/**
 * Passports that print the name in another script than Latin, above a zone in Latin letters. Texts are written from left to right as they
 * are drawn: Hebrew and Arabic ones backwards, the latter in the forms that its letters have in these words.
 */
import { approved, type Card, declined, genuine, resubmission, rowsOf } from '../scenario.ts';
import * as people from './people.ts';

interface Names {
  lastName: string;
  firstName: string;
}

const printing = (printed: Names, zoneOf: Names): Card => ({ ...people.passport, person: printed, zoneOf });

const ivanova = { lastName: 'Ivanova', firstName: 'Jelena' };

type Row = [script: string, printed: Names, zone: Names];

/** Scripts whose capitals resemble Latin ones. */
const alike: Row[] = [
  ['Cyrillic', { lastName: 'ИВАНОВА', firstName: 'ЈЕЛЕНА' }, ivanova],
  ['Cyrillic-alike', { lastName: 'СЕРОВА', firstName: 'ВЕРА' }, { lastName: 'Serova', firstName: 'Vera' }],
  ['Greek', { lastName: 'ΠΑΠΠΑ', firstName: 'ΕΛΕΝΗ' }, { lastName: 'Pappa', firstName: 'Eleni' }],
  ['Cyrillic-short', { lastName: 'ЛИ', firstName: 'ЯН' }, { lastName: 'Li', firstName: 'Ian' }],
  ['Armenian', { lastName: 'ՍԱՐՅԱՆ', firstName: 'ԱՆՆԱ' }, { lastName: 'Saryan', firstName: 'Anna' }],
];

const arabic: Row = [
  'Arabic',
  { lastName: 'ﺩﺍﺪﺣ', firstName: 'ﺓﺭﺎﺳ' },
  { lastName: 'Haddad', firstName: 'Sara' },
];
const han: Row = ['Han', { lastName: '王', firstName: '芳' }, { lastName: 'Wang', firstName: 'Fang' }];

/** Scripts of which the text engine reads nothing, or scraps. */
const unread: Row[] = [
  arabic,
  han,
  ['Hebrew', { lastName: 'ןהכ', firstName: 'הרש' }, { lastName: 'Cohen', firstName: 'Sara' }],
  ['Kana', { lastName: 'サトウ', firstName: 'ハナ' }, { lastName: 'Sato', firstName: 'Hana' }],
  ['Hangul', { lastName: '김', firstName: '지우' }, { lastName: 'Kim', firstName: 'Jiwoo' }],
  ['Devanagari', { lastName: 'कमल', firstName: 'लता' }, { lastName: 'Kamal', firstName: 'Lata' }],
  ['Georgian', { lastName: 'ბერიძე', firstName: 'ნინო' }, { lastName: 'Beridze', firstName: 'Nino' }],
  ['Thai', { lastName: 'มานะ', firstName: 'ดารา' }, { lastName: 'Mana', firstName: 'Dara' }],
];

/** Print in both scripts, as ICAO 9303-3 requires it. */
const withLatin = (printed: Names, zone: Names): Names => ({
  lastName: `${printed.lastName} / ${zone.lastName}`,
  firstName: `${printed.firstName} / ${zone.firstName}`,
});

const published = ({ lastName, firstName }: Names) => ({
  'document.type': 'PASSPORT',
  'person.lastName': lastName.toUpperCase(),
  'person.firstName': firstName.toUpperCase(),
});

const both = { lastName: 'ИВАНОВА / IVANOVA', firstName: 'ЈЕЛЕНА / JELENA' };
const another = { lastName: 'Tavistock', firstName: 'Henrietta' };

/** Print in another script contradicts nothing, and hides no contradiction of Latin print. */
export const otherScriptScenarios = rowsOf('other scripts', [
  ...alike.map(([script, printed, zone]) => ({
    id: `script-${script.toLowerCase()}`,
    does: `sends a passport that prints the name in another script alone (${script})`,
    pictures: genuine(printing(printed, zone)),
    expected: approved(published(zone)),
  })),
  ...unread.map(([script, printed, zone]) => ({
    id: `script-${script.toLowerCase()}`,
    does: `sends a passport that prints the name in another script and in Latin letters (${script})`,
    pictures: genuine(printing(withLatin(printed, zone), zone)),
    expected: approved(published(zone)),
  })),
  ...[arabic, han].map(([script, printed, zone]) => ({
    id: `script-${script.toLowerCase()}-alone`,
    does: `sends a passport that prints the name in a script alone that nobody here can read (${script})`,
    pictures: genuine(printing(printed, zone)),
    expected: resubmission(619, { reason: 'The data printed on the document are not clearly visible' }),
  })),
  {
    id: 'script-both',
    does: 'sends a passport that prints the name in Cyrillic and in Latin letters',
    pictures: genuine(printing(both, ivanova)),
    expected: approved(published(ivanova)),
  },
  {
    id: 'script-both-other-zone',
    does: 'sends such a passport, whose zone names somebody else',
    pictures: genuine(printing(both, another)),
    expected: declined(507),
  },
  {
    id: 'script-latin-other',
    does: 'sends a passport whose Latin print names somebody else than zone and Cyrillic print',
    pictures: genuine(
      printing({ lastName: 'ИВАНОВА / TAVISTOCK', firstName: 'ЈЕЛЕНА / HENRIETTA' }, ivanova),
    ),
    expected: declined(507),
  },
  {
    id: 'script-latin-other-surname',
    does: 'sends a passport whose Latin print has another surname than zone and Cyrillic print',
    pictures: genuine(printing({ lastName: 'ИВАНОВА / TAVISTOCK', firstName: 'ЈЕЛЕНА / JELENA' }, ivanova)),
    expected: resubmission(619),
  },
  {
    id: 'script-other-birth-date',
    does: 'sends a passport with Arabic and Latin print whose zone has another year of birth',
    pictures: genuine({
      ...printing(withLatin(arabic[1], arabic[2]), arabic[2]),
      zoneOf: { ...arabic[2], birthDate: '1997-07-01' },
    }),
    expected: resubmission(619),
  },
]);
