import type { Papers } from './papers.ts';

/** An invented person, with document details of the state of Utopia or in the style of another state. */
export interface Person {
  /** Empty when the person has only one name, which is then the last name. */
  firstName: string;
  /** Both surnames if the culture has two. */
  lastName: string;
  /** `X` is unspecified and only possible if the documents allow it. */
  sex: 'F' | 'M' | 'X';
  /** `YYYY-MM-DD`; on Utopia's own documents `XX` for an unknown day. */
  birthDate: string;
  birthPlace: string;
  /** `UTO`; `MEX`, `COL`, `BRA` or `USA` for people of a culture. */
  nationality: string;
  /** Nine characters of A–Z and 0–9; with a culture, the number in that culture's format. */
  documentNumber: string;
  /** Digits of an invented personal number, or `null` if the document shows none. */
  personalNumber: string | null;
  /** `YYYY-MM-DD`. */
  issueDate: string;
  /** `YYYY-MM-DD`; 2031 to 2035 unless changed by the caller. */
  expiryDate: string;
  /** Further details on documents of a culture; absent for people of Utopia. */
  papers?: Papers;
}
