import { mainWord, plainLetters } from './plain-letters.ts';

/** Details from which a CURP is built. */
export interface CurpInput {
  firstSurname: string;
  /** Empty when there is none. */
  secondSurname: string;
  givenNames: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  sex: 'F' | 'M' | 'X';
  /** Two-letter code of the state of birth, `NE` for a birth abroad. */
  state: string;
}

/** Returns the Mexican population registry key (CURP) of an invented person, 18 characters. @see spec/registries.md 12.4 */
export function curp(input: CurpInput): string {
  const first = mainWord(input.firstSurname);
  const second = mainWord(input.secondSurname);
  const given = callName(input.givenNames);
  const [year, month, day] = input.birthDate.split('-') as [string, string, string];
  const start =
    (first[0] ?? 'X') + (innerLetter(first, /[AEIOU]/) ?? 'X') + (second[0] ?? 'X') + (given[0] ?? 'X');
  const consonants = [first, second, given].map((name) => innerLetter(name, /[^AEIOU]/) ?? 'X').join('');
  const sex = { M: 'H', F: 'M', X: 'X' }[input.sex];
  const century = Number(year) < 2000 ? '0' : 'A';
  const body = `${start}${year.slice(2)}${month}${day}${sex}${input.state}${consonants}${century}`.replaceAll(
    'Ñ',
    'X',
  );
  return body + curpDigit(body);
}

/** Returns the check digit of the first 17 characters. @see spec/registries.md 12.4 */
export function curpDigit(body: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
  const sum = Array.from(body, (letter, index) => alphabet.indexOf(letter) * (18 - index)).reduce(
    (a, b) => a + b,
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/** Returns the given name that counts: José and María are skipped when another given name follows. */
function callName(givenNames: string): string {
  const [first = '', second] = plainLetters(givenNames).split(' ');
  return second && ['JOSE', 'MARIA'].includes(first) ? second : first;
}

function innerLetter(name: string, wanted: RegExp): string | undefined {
  return Array.from(name.slice(1)).find((letter) => wanted.test(letter));
}
