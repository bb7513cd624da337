import { type Static, Type } from 'typebox';
import { closed, corners, date, listOf, mediaId, nullable, oneOf, shaped, share, text } from './members.ts';

const mrzFormat = oneOf(['TD1', 'TD2', 'TD3', 'MRVA', 'MRVB', 'FRID']);

/** Layouts of machine-readable zones: cards, passports, visas and the older French identity card. */
export type MrzFormat = Static<typeof mrzFormat>;

const agrees = nullable(Type.Boolean());

const mrzChecks = closed({
  number: agrees,
  birth: agrees,
  expiry: agrees,
  optional: agrees,
  composite: agrees,
});

/** The result of each check digit; `null` if the format has no such digit. */
export type MrzChecks = Static<typeof mrzChecks>;

/** The check digits that a zone can have. */
export type MrzCheck = keyof MrzChecks;

const zoneText = text(44);
const sure = Type.Optional(share);

const mrzFields = closed({
  /** Document code as printed without fillers, `P`, `ID`, `I`, `V`. */
  documentCode: zoneText,
  /** Issuing state as printed without fillers, `UTO`, `D`, `MEX`. */
  issuingState: zoneText,
  /** Document number without fillers; on Colombian digital cards the card's serial number. `null` if blank. */
  number: nullable(zoneText),
  /**
   * The person's number, for countries that print it in the optional data: Colombia's NUIP. Otherwise `null`.
   * @see spec/registries.md 13.3
   */
  personalNumber: nullable(zoneText),
  lastName: nullable(zoneText),
  /** `null` if the zone has no secondary identifier, which is permitted. */
  firstName: nullable(zoneText),
  /** Whether the name fills its field, so that part of it may be missing. */
  truncated: Type.Boolean(),
  /** `null` if unknown or partial. */
  birthDate: nullable(date),
  expiryDate: nullable(date),
  /** Normalised; Mexican cards print `H` for male and `M` for female. `null` if unspecified. */
  sex: nullable(oneOf(['M', 'F'])),
  /** The letter as printed. */
  rawSex: zoneText,
  /** As printed without fillers. */
  nationality: nullable(zoneText),
  /** Optional data without leading and trailing fillers; inner fillers are kept because they separate parts. */
  optional1: nullable(zoneText),
  optional2: nullable(zoneText),
  /** Lowest confidence in each field, 0–1; empty if only text was parsed. */
  confidence: closed({
    documentCode: sure,
    issuingState: sure,
    number: sure,
    personalNumber: sure,
    lastName: sure,
    firstName: sure,
    birthDate: sure,
    expiryDate: sure,
    sex: sure,
    nationality: sure,
    optional1: sure,
    optional2: sure,
  }),
});

/** The fields of a zone, as text. */
export type MrzFields = Static<typeof mrzFields>;

const lines = listOf(shaped('^[0-9A-Z<]{30,44}$'), 3);

const openDate = Type.Optional(text(6));

export const mrzFinding = closed({
  /** The picture it was read from. */
  mediaId,
  format: mrzFormat,
  /**
   * `clean`: all check digits agree as read. `repaired`: one character was replaced. `inconsistent`: a digit disagrees or a character is
   * still in doubt.
   */
  status: oneOf(['clean', 'repaired', 'inconsistent']),
  lines,
  /** The lines as read, before any repair. */
  raw: lines,
  checks: mrzChecks,
  /** Names of the fields changed by a repair. */
  repaired: listOf(text(32), 16),
  /** Lowest confidence in any character, 0–1. */
  confidence: share,
  fields: mrzFields,
  /** Fields whose state code is in no list; the code is kept as read. Absent if there are none. */
  unlisted: Type.Optional(listOf(oneOf(['issuingState', 'nationality']), 2)),
  /**
   * Values that are no calendar dates, six characters as printed: either parts are unknown, `9103<<`, or the day does not exist. Absent if
   * there are none. An expiry date of fillers only (no expiry) is not one.
   */
  openDates: Type.Optional(closed({ birthDate: openDate, expiryDate: openDate })),
  /**
   * Position of the characters, in pixels of the upright original: around the capitals of the first and the last line. Absent in findings
   * that were not made from a picture.
   */
  corners: Type.Optional(corners),
});

/** The machine-readable zone of one picture, as read. Facts only: whether it is acceptable is policy. */
export type MrzFinding = Static<typeof mrzFinding>;
