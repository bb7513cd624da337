import type { Quad } from '../picture/raster.ts';

/** Layout of a machine-readable zone: cards, passports, visas, the older French identity card. */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'FRID';

/** The check digits a zone can carry. */
export type MrzCheck = 'number' | 'birth' | 'expiry' | 'optional' | 'composite';

/** Which check digits agree; `null` where the format has no such digit. */
export type MrzChecks = Record<MrzCheck, boolean | null>;

/** What was read from the machine-readable zone of one picture. Facts only: whether it is good enough is policy. */
export interface MrzReading {
  format: MrzFormat;
  /** `clean`: all check digits agree as read. `repaired`: one character replaced. `inconsistent`: a digit disagrees, or a character stayed in doubt. */
  status: 'clean' | 'repaired' | 'inconsistent';
  lines: string[];
  /** The reading before any repair. */
  raw: string[];
  checks: MrzChecks;
  /** Names of the fields that a repair touched. */
  repaired: string[];
  /** Smallest confidence of any character, 0–1. */
  confidence: number;
  fields: MrzFields;
  /**
   * Where the characters stand, in pixels of the upright original: around the capitals of the first and the last
   * line, clockwise from the top left of the zone as it reads. Corners of a zone cut off may lie outside the picture.
   */
  corners: Quad;
}

/** The fields of a zone, as text. */
export interface MrzFields {
  /** Document code as printed without fillers, `P`, `ID`, `I`, `V`. */
  documentCode: string;
  /** Issuing state as printed without fillers, `UTO`, `D`, `MEX`. */
  issuingState: string;
  /** Document number without fillers; on Colombian digital cards the card's serial. `null` when blank. */
  number: string | null;
  /**
   * The person's number where a country prints it in the optional data: Colombia's NUIP. Otherwise `null`.
   * @see spec/registries.md 13.3
   */
  personalNumber: string | null;
  lastName: string | null;
  /** `null` when the zone has no secondary identifier, which is legal. */
  firstName: string | null;
  /** The name filled its field: more may have been cut off. */
  truncated: boolean;
  /** `YYYY-MM-DD`, or `null` when unknown or partial. */
  birthDate: string | null;
  expiryDate: string | null;
  /** Translated; Mexican cards print `H` for male and `M` for female. `null` when unspecified. */
  sex: 'M' | 'F' | null;
  /** The letter as printed. */
  rawSex: string;
  /** As printed without fillers. */
  nationality: string | null;
  /** Optional data without leading and trailing fillers; inner fillers separate parts and stay. */
  optional1: string | null;
  optional2: string | null;
  /** Smallest confidence per field name, 0–1; empty when only text was parsed. */
  confidence: Record<string, number>;
}
