import type { Papers } from './papers.ts';

/** An invented person, with the document details of the state of Utopia or in the manner of another. */
export interface Person {
  /** Empty: the person has one name, the last one. */
  firstName: string;
  /** Both surnames where the culture has two. */
  lastName: string;
  /** `X`: unspecified; only where the documents allow it. */
  sex: 'F' | 'M' | 'X';
  /** `YYYY-MM-DD`; on Utopia's own documents `XX` in place of a day that is not known. */
  birthDate: string;
  birthPlace: string;
  /** `UTO`; `MEX`, `COL`, `BRA` or `USA` for people of a culture. */
  nationality: string;
  /** Nine characters of A–Z and 0–9; with a culture the number in its own shape. */
  documentNumber: string;
  /** Digits of an invented personal number, or `null` when the document shows none. */
  personalNumber: string | null;
  /** `YYYY-MM-DD`. */
  issueDate: string;
  /** `YYYY-MM-DD`; 2031 to 2035 unless changed by the caller. */
  expiryDate: string;
  /** Details that the documents of a culture carry; absent for people of Utopia. */
  papers?: Papers;
}
