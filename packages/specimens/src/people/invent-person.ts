import { faceShape } from '../face/face-shape.ts';
import { seededRandom, type Random } from '../random.ts';

/** Somebody who does not exist, with the document details of the state of Utopia. */
export interface Person {
  firstName: string;
  lastName: string;
  sex: 'F' | 'M';
  /** `YYYY-MM-DD`. */
  birthDate: string;
  birthPlace: string;
  /** Always `UTO`. */
  nationality: string;
  /** Nine characters of A–Z and 0–9. */
  documentNumber: string;
  /** Digits of an invented personal number, or `null` when the document shows none. */
  personalNumber: string | null;
  /** `YYYY-MM-DD`. */
  issueDate: string;
  /** `YYYY-MM-DD`; 2031 to 2035 unless changed by the caller. */
  expiryDate: string;
}

const firstNames = {
  F: [
    'Liisa', 'Anna Maria', 'Zofia', 'Åse', 'Inês', 'Željka', 'Ñusta', 'Márta', 'Élodie', 'Ingrid Solveig',
    'Ágnes', 'Beatriz', 'Chloë', 'Dagný', 'Eva', 'Françoise', 'Gülsüm', 'Helena', 'Ilze', 'Jadwiga', 'Þóra', 'Xenia',
  ],
  M: [
    'Mart', 'João Pedro', 'Łukasz', 'Øyvind', 'Bjørn', 'Günther', 'İlker', 'José Ángel', 'Žiga', 'Søren',
    'Aurèle', 'Benő', 'Cătălin', 'Dušan', 'Erik', 'Fabián', 'Guðmundur', 'Hugo', 'Ivo', 'Jürgen', 'Kęstutis', 'Quentin',
  ],
} as const; // prettier-ignore

const lastNames = [
  'Maasikas', 'Õunapuu', 'Kirsipuu-Tamm', 'Øksendal', 'Wójcikowska', 'Nuñez Alameda', 'Grünewaldt', 'Żurawski',
  'Ferreira Lobão', 'Szilvási', 'Lindqvist', 'Vänttinen', 'Karağaç', 'D’Aubrac', 'Strömsund', 'Quispe Yllanes',
  'Kovačevski', 'Bērziņkalns', 'Þorgrímsson', 'Weißdorn', 'Zapletalová', 'Ó Faoláin', 'Ibáñez del Prado', 'Fjordholm',
] as const; // prettier-ignore

const places = ['Amaurot', 'Anydrus', 'Port Hythlo', 'Abraxa', 'Zapolet', 'Nusquama'] as const;

/** The invented person of a seed, of the sex of that seed's face; the same seed always gives the same person. */
export function inventPerson(seed: number): Person {
  const random = seededRandom(seed, 'person');
  const { sex } = faceShape(seed);
  const birthYear = random.whole(1950, 2002);
  const expiryYear = random.whole(2031, 2035);
  const rest = dayOfYear(random);
  return {
    firstName: random.pick(firstNames[sex]),
    lastName: random.pick(lastNames),
    sex,
    birthDate: `${birthYear}-${dayOfYear(random)}`,
    birthPlace: random.pick(places),
    nationality: 'UTO',
    documentNumber: documentNumber(random),
    personalNumber: random.chance(0.5) ? String(random.whole(10_000_000_000, 69_999_999_999)) : null,
    issueDate: `${expiryYear - 10}-${rest}`,
    expiryDate: `${expiryYear}-${rest}`,
  };
}

function dayOfYear(random: Random): string {
  return `${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`;
}

function documentNumber(random: Random): string {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const style = random.whole(0, 2);
  if (style === 0) return random.pick(letters) + random.pick(letters) + digits(random, 7);
  if (style === 1) return digits(random, 9);
  return Array.from({ length: 9 }, () =>
    random.chance(0.55) ? random.pick(letters) : digits(random, 1),
  ).join('');
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(random.whole(0, 9))).join('');
}
