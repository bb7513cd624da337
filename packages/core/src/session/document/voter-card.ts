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
  /** 18 characters; `null` also where an N in it may be an Ñ. */
  voterKey: string | null;
  /** 2 digits. */
  emissionNumber: string | null;
  /** As printed, where a zone that was read agrees as far as it goes: it has no Ñ, and cuts long names off. */
  givenNames: string | null;
  /** `YYYY`. */
  registrationYear: string | null;
  /** `YYYY`. */
  issueYear: string | null;
}

/** Members of `person` that only a Mexican voter card fills. @see spec/contract.md */
export interface VoterCardIdentifiers {
  /** The voter key, 18 characters. */
  electorNumber: string | null;
  /** The citizen's number, 9 digits, of cards issued before 2014. */
  ifeIdentifier: string | null;
  /** The same of later cards. */
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

/** Values of the zone if it agrees with itself, else of the print. @see spec/registries.md 13.2 */
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

/** Text engines lose the tilde in words that are none, and a query with another key is about another person. */
function voterKeyOf({ voterKey, firstName, lastName }: FieldReadings): string | null {
  const hasTilde = /Ñ/i.test(`${firstName?.value ?? ''} ${lastName?.value ?? ''}`.normalize('NFC'));
  const isDoubtful = hasTilde && voterKey?.value.slice(0, 6).includes('N');
  return isDoubtful ? null : (voterKey?.value ?? null);
}

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

/** The card prints its validity as two years; what is kept of them is the end. */
function issueYearOf(validity: FieldReading | undefined): string | null {
  return /(?<!\d)((?:19|20)\d{2})\D+(?:19|20)\d{2}(?!\d)/.exec(validity?.text ?? '')?.[1] ?? null;
}
