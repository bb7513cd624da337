import { isBeforeModelE, parseOcr } from '../../registry/numbers/ine-card.ts';
import type {
  FieldName,
  FieldReading,
  FieldReadings,
  MrzFinding,
  PictureFindings,
} from '@countersign/findings';

/** Numbers and years of a Mexican voter card. @see spec/registries.md 12.4, 12.5, 13.2 */
export interface VoterCard {
  /** 9 digits. */
  cic: string | null;
  /** 12 or 13 digits; the last nine of 13 are the citizen's. */
  ocr: string | null;
  /** 18 characters. */
  curp: string | null;
  /** 18 characters; `null` also where an N in it might be an Ñ. */
  voterKey: string | null;
  /** 2 digits. */
  emissionNumber: string | null;
  /** As printed, if the zone agrees as far as it can when it was read: it has no Ñ, and cuts long names off. */
  givenNames: string | null;
  /** `YYYY`. */
  registrationYear: string | null;
  /** `YYYY`. */
  issueYear: string | null;
}

/** Members of `person` set only for Mexican voter cards. @see spec/contract.md */
export interface VoterCardIdentifiers {
  /** The voter key, 18 characters. */
  electorNumber: string | null;
  /** The citizen's number, 9 digits, on cards issued before 2014. */
  ifeIdentifier: string | null;
  /** The same on later cards. */
  ineIdentifier: string | null;
}

/** The numbers of the holder of a voter card; all `null` for other documents. */
export function voterCardIdentifiers(card: VoterCard | null): VoterCardIdentifiers {
  const citizenId = parseOcr(card?.ocr ?? '')?.citizenId ?? null;
  const older = isBeforeModelE(card?.issueYear ?? null);
  return {
    electorNumber: card?.voterKey ?? null,
    ifeIdentifier: older ? citizenId : null,
    ineIdentifier: older ? null : citizenId,
  };
}

/** Values of the zone if it is consistent, otherwise of the print. @see spec/registries.md 13.2 */
export function voterCardOf(
  { mrz, printed }: Pick<PictureFindings, 'mrz' | 'printed'>,
  published: (name: FieldName) => string | null,
): VoterCard {
  const zone = mrz?.format === 'TD1' && mrz.status === 'clean' ? mrz.fields : null;
  const inZone = (name: 'number' | 'optional1' | 'optional2', shape: RegExp) =>
    shape.exec(zone?.[name] ?? '')?.[1] ?? null;
  return {
    cic: inZone('number', /^(\d{9})$/) ?? published('cic'),
    ocr: inZone('optional1', /^(\d{12,13})$/) ?? published('ocr'),
    curp: published('curp'),
    voterKey: published('voterKey') && voterKeyOf(printed?.fields ?? {}),
    emissionNumber: inZone('optional2', /^(\d{2})<</) ?? published('emissionNumber'),
    givenNames: givenNamesOf(printed?.fields.firstName?.value ?? null, mrz),
    registrationYear: published('registrationYear'),
    issueYear: issueYearOf(printed?.fields.expiryDate),
  };
}

/**
 * Text engines lose the tilde in strings that are not words, and a query with another key would concern another person: where a name has
 * an Ñ, an N of the key counts only if the printed names have an N too.
 * @see spec/contract.md A-397
 */
function voterKeyOf({ voterKey, firstName, lastName }: FieldReadings): string | null {
  if (!voterKey) return null;
  const letters = voterKey.value.slice(0, 6);
  const names = [lastName?.text ?? '', firstName?.text ?? ''].map((name) => name.normalize('NFC')) as [
    string,
    string,
  ];
  const hasTilde = names.some((name) => /Ñ/i.test(name));
  const isDoubtful = hasTilde && letters.includes('N') && !keyLettersOf(...names).includes(letters);
  return isDoubtful ? null : voterKey.value;
}

/** Words of names that a key ignores. */
const particles = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'Y']);

/** The first two consonants of a name's main word, `X` where there are fewer. */
function consonantsOf(words: readonly string[]): string {
  const main = words.find((word) => !particles.has(word)) ?? words[0] ?? '';
  return `${main.replace(/[AEIOU]/g, '')}XX`.slice(0, 2);
}

/** Possible initial letters of the key for these names; several where it is unclear which words form the first surname. */
function keyLettersOf(surnames: string, givenNames: string): string[] {
  const [words, given] = [surnames, givenNames].map((name) => keyWords(name)) as [string[], string[]];
  return words.map((_, at) => {
    const parts = [words.slice(0, at + 1), words.slice(at + 1), given.slice(0, 1)];
    return parts.map(consonantsOf).join('');
  });
}

/** Words of a name in capitals, without diacritics other than the tilde. */
const keyWords = (name: string): string[] =>
  name
    .toUpperCase()
    .split('Ñ')
    .map((part) => part.normalize('NFD').replace(/\p{M}+/gu, ''))
    .join('Ñ')
    .split(/[^A-ZÑ]+/)
    .filter(Boolean);

function givenNamesOf(print: string | null, mrz: MrzFinding | null): string | null {
  if (print === null || mrz === null) return print;
  const { firstName, truncated } = mrz.fields;
  const folded = zoneLetters(print);
  const zone = zoneLetters(firstName ?? '');
  return folded === zone || (truncated && zone !== '' && folded.startsWith(zone)) ? print : null;
}

/** A name in the letters of a zone, which writes `N` for `Ñ`. */
const zoneLetters = (name: string) =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim();

/** The card prints its validity as two years; only the end is kept. */
function issueYearOf(validity: FieldReading | undefined): string | null {
  return /(?<!\d)((?:19|20)\d{2})\D+(?:19|20)\d{2}(?!\d)/.exec(validity?.text ?? '')?.[1] ?? null;
}
