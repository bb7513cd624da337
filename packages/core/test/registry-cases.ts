/** Golden cases of the registries: data that any implementation of the evaluators can run. */
import { readFileSync } from 'node:fs';
import type { RegistryResult } from '../src/registry/port.ts';
import type { Evaluation, RegistryVerdict } from '../src/registry/verdict.ts';

export interface GoldenCase<Input, Policy, Answer, Result> {
  id: string;
  /** Row of the decision table; `call` if the registry must be called. */
  row: string;
  title: string;
  /** Rows of the documents that the case shows, as `<table>: <row>`. */
  covers?: string[];
  input: Input;
  policy: Policy;
  result: RegistryResult<Answer> | null;
  /** `YYYY-MM-DD`, if the evaluator takes a day. */
  today: string;
  expected: 'call' | { object: Result; verdict: RegistryVerdict };
}

export interface NumberCase {
  id: string;
  /** Section of spec/registries.md. */
  row: string;
  question: string;
  title?: string;
  input: string;
  expected: unknown;
}

interface CaseFile {
  inputs?: Record<string, unknown>;
  policies?: Record<string, unknown>;
  cases: Record<string, unknown>[];
}

const fileOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../spec/cases/${name}.json`, import.meta.url), 'utf8')) as CaseFile;

/** A value given in full, or by its name. */
function resolved(value: unknown, names: Record<string, unknown> = {}): unknown {
  if (typeof value !== 'string') return value;
  if (!Object.hasOwn(names, value)) throw new Error(`the file names no ${value}`);
  return names[value];
}

/** The cases of a file, with complete inputs and policies. */
export function goldenCases<Input, Policy, Answer, Result>(name: string) {
  const { inputs, policies, cases } = fileOf(name);
  return cases.map((one) => ({
    ...one,
    input: resolved(one['input'], inputs),
    policy: resolved(one['policy'], policies),
  })) as unknown as GoldenCase<Input, Policy, Answer, Result>[];
}

export const numberCases = (name: string) => fileOf(name).cases as unknown as NumberCase[];

/** An evaluation in the form that a case expects. */
export function said<Result>(evaluation: Evaluation<Result>) {
  if (evaluation === 'call') return { row: 'call', expected: evaluation };
  const { row, object, verdict } = evaluation;
  return { row, expected: { object, verdict } };
}
