/** The documents' tables about Colombia, cell by cell, and the cases that show them. */
import { readFileSync } from 'node:fs';
import type { ColombiaResult } from '@countersign/contract';
import type { CoAnswer, CoName, RegistryResult } from '../src/registry/port.ts';
import type { CoInput, CoPolicy, RegistryVerdict } from '../src/registry/verdict.ts';
import { contractSpec, registriesSpec } from './registry-documents.ts';

const casesOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../spec/cases/${name}.json`, import.meta.url), 'utf8'));

export interface EvaluatorCase {
  id: string;
  /** Row of the decision table, or `call`. */
  row: string;
  title: string;
  covers?: string[];
  input: string;
  policy: string;
  result: RegistryResult<CoAnswer> | null;
  expected: 'call' | { object: ColombiaResult; verdict: RegistryVerdict };
}

export const evaluatorCases = casesOf('co-civil') as {
  inputs: Record<string, CoInput>;
  policies: Record<string, CoPolicy>;
  cases: EvaluatorCase[];
};

export interface NameCase {
  id: string;
  claimed: { given: string; surname: string };
  truncated?: boolean;
  registry: string;
  expected: number | null;
}

export const nameCases = casesOf('name-similarity') as {
  registries: Record<string, CoName>;
  cases: NameCase[];
  tokens: { id: string; a: string; b: string; expected: number }[];
};

export interface NumberCase {
  id: string;
  row: string;
  question: string;
  input: unknown;
  expected: unknown;
}

export const numberCases = (casesOf('numbers-co') as { cases: NumberCase[] }).cases;

/** The member of a table of cases. @throws {Error} no such name */
export function named<T>(members: Record<string, T>, name: string): T {
  const member = members[name];
  if (member === undefined) throw new Error(`the cases have no ${name}`);
  return member;
}

/** Cells of the first table below a line, without header; back-quotes stay. @throws {Error} no such table */
function cellsBelow(document: string, line: string): string[][] {
  const start = document.indexOf(`\n${line}`);
  const lines = document.slice(start + 1).split('\n');
  const first = lines.findIndex((text) => text.startsWith('|'));
  const length = lines.slice(first).findIndex((text) => !text.startsWith('|'));
  if (start < 0 || first < 0 || length < 3) throw new Error(`no table below ${line}`);
  return lines.slice(first + 2, first + length).map((text) =>
    text
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Words in back-quotes. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]*)`/g)].map(([, word = '']) => word.replaceAll('\\|', '|'));

export const documents = {
  /** 6.2: codes, meaning, documentValid, personIsAlive. */
  states: cellsBelow(registriesSpec, '### 6.2'),
  /** 6.3: row, condition, S, V, A, error, verdict. */
  rows: cellsBelow(registriesSpec, '### 6.3'),
  /** condition, similarity, valid, alive, error, decision. */
  cascade: cellsBelow(contractSpec, '### A-62'),
  /** 16.3: last digits, person, S, verdict. */
  sandbox: cellsBelow(registriesSpec, '**16.3'),
  /** 7: two pairs of claim and S a row. */
  names: cellsBelow(registriesSpec, 'Expected values against registry'),
  /** 7: claims, registry, S. */
  otherNames: cellsBelow(registriesSpec, '| Claimed | Registry'),
  /** 15.4: id, number, what differs, S, outcome. */
  scenarios: cellsBelow(registriesSpec, '### 15.4'),
  /** 6.3: `69.9` and the row it belongs to. */
  boundaries: [
    ...(/Boundary vectors: ([^\n]*)/.exec(registriesSpec)?.[1] ?? '').matchAll(/([\d.]+) → (C\d+)/g),
  ].map(([, score = '', row = '']) => [score, row] as const),
  /** 7: `NUNEZ`/`NUNES` 0.95. */
  tokens: [
    ...(/Token vectors: ([^\n]*)/.exec(registriesSpec)?.[1] ?? '').matchAll(
      /`(\w+)`\/`(\w+)` ([\d.]+\d|\d)/g,
    ),
  ].map(([, a = '', b = '', score]) => [a, b, Number(score)] as const),
};
