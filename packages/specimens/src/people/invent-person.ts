import { faceShape } from '../face/face-shape.ts';
import { cpf } from '../numbers/cpf.ts';
import { seededRandom, type Random } from '../random.ts';
import { nameStocks, type Culture } from './culture.ts';
import { inventNumber, papersOf } from './invent-papers.ts';
import type { Person } from './person.ts';

/** Describes the person to invent. */
export interface PersonOptions {
  /** Culture of the person; null (default) for Utopia's own people and numbers. */
  culture?: Culture | null;
  /** Details to change. Values derived from them, such as a CURP, change too. */
  changes?: Partial<Person>;
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

/** Invents the person of a seed, whose sex is that of the seed's face. The same seed always returns the same person. */
export function inventPerson(seed: number, { culture = null, changes = {} }: PersonOptions = {}): Person {
  if (culture === null) return { ...utopian(seed), ...changes };
  const person = { ...inCulture(seed, culture), ...changes };
  const papers = papersOf(person, culture, seed);
  return papers.culture === 'mx' && changes.personalNumber === undefined
    ? { ...person, personalNumber: papers.curp, papers }
    : { ...person, papers };
}

const nationalities = { mx: 'MEX', co: 'COL', br: 'BRA', us: 'USA' } as const;

function inCulture(seed: number, culture: Culture): Person {
  const random = seededRandom(seed, `person-${culture}`);
  const { sex } = faceShape(seed);
  const stock = nameStocks[culture];
  const second = stock.second.length > 0 ? ` ${random.pick(stock.second)}` : '';
  const number = inventNumber(culture, random);
  const year = random.whole(2031, 2035);
  const day = dayOfYear(random);
  const personalNumbers: Record<Culture, () => string | null> = {
    mx: () => null,
    co: () => number,
    br: () => cpf(`9000${digits(random, 5)}`),
    us: () => null,
  };
  return {
    firstName: random.pick(stock[sex]),
    lastName: random.pick(stock.first) + second,
    sex: culture === 'us' && random.chance(0.06) ? 'X' : sex,
    birthDate: `${random.whole(1950, 2002)}-${dayOfYear(random)}`,
    birthPlace: random.pick(places),
    nationality: nationalities[culture],
    documentNumber: number,
    personalNumber: personalNumbers[culture](),
    issueDate: `${year - 10}-${day}`,
    // The Mexican card is valid until the end of its year.
    expiryDate: culture === 'mx' ? `${year}-12-31` : `${year}-${day}`,
  };
}

function utopian(seed: number): Person {
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
