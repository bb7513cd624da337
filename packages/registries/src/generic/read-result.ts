import type { NoAnswer, RegistryResult } from '@countersign/core';
import { Value } from 'typebox/value';
import { classifyStatus } from '../calls/classify-status.ts';
import { type JsonObject, readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer } from '../calls/registry-http.ts';
import { type GenericRegistry, resultSchemas } from './answer-schemas.ts';

/** Version of the envelope, the same for question and answer. */
export const envelope = 'countersign.registry/1';

/** The registry and the question sent to it, to verify that the answer is about the same person. */
export interface GenericQuestion {
  registry: GenericRegistry;
  question: object;
}

/**
 * Parses an adapter's answer. Anything it must not contain, such as an unknown kind, cause or value of a closed list, is `technical`
 * `schema`; unknown members are dropped. `at` always comes from our clock, whatever the adapter sent, except for the `null`
 * of a question that the adapter rejected by itself.
 * @see spec/registries.md 3.4, 8.7
 */
export function readGenericResult<A>(answer: HttpAnswer, sent: GenericQuestion): RegistryResult<A> {
  if (answer.status !== 200) return classifyStatus(answer);
  const { json, problem } = readJson(answer);
  if (problem) return problem;
  const { result } = json;
  if (json['schema'] !== envelope || !isObject(result)) return unusable(answer, 'schema');
  if (isServiceFailure(result, sent)) return { ...missing(answer), cause: 'maintenance' };
  const schema = Object.entries(resultSchemas[sent.registry]).find(([kind]) => kind === result['kind'])?.[1];
  if (!schema || !Value.Check(schema, result)) return unusable(answer, 'schema');
  const read = rounded(Value.Clean(schema, result)) as RegistryResult<A>;
  if (read.kind === 'answered' && !matchesQuestion(sent, read.answer)) return unusable(answer, 'schema');
  return filledIn(read, answer);
}

const missing = ({ attempts }: HttpAnswer) =>
  ({ kind: 'unavailable', attempts, delivered: 'maybe' }) as const satisfies Partial<NoAnswer>;

function filledIn<A>(read: RegistryResult<A>, answer: HttpAnswer): RegistryResult<A> {
  const { at, attempts } = answer;
  switch (read.kind) {
    case 'answered':
    case 'not_found':
      return { ...read, at };
    case 'rejected':
      return { ...read, at: read.at === null ? null : at };
    case 'unavailable':
      return { ...missing(answer), ...read };
    default:
      return { ...read, attempts: read.attempts ?? attempts, at: read.at === null ? null : at };
  }
}

/** Message 4 of the voter list means that the service failed, not that no person was found. */
const isServiceFailure = ({ kind, answer }: JsonObject, { registry }: GenericQuestion): boolean =>
  registry === 'mx-voter-list' && kind === 'answered' && isObject(answer) && answer['code'] === 4;

/** An answer that identifies its person must match the question. */
function matchesQuestion({ registry, question }: GenericQuestion, answer: unknown): boolean {
  const sent = question as JsonObject;
  const named = answer as JsonObject;
  if (registry === 'mx-curp' && 'curp' in sent) {
    return named['curp'] === sent['curp'] || (named['previous'] as string[]).includes(String(sent['curp']));
  }
  if (registry !== 'mx-voter-list') return true;
  return ['cic', 'ocr', 'voterKey', 'emissionNumber'].every(
    (name) => !(name in sent) || !(name in named) || sent[name] === named[name],
  );
}

/** Similarities have four decimals everywhere, so that thresholds are the same for every connector. */
function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    name === 'similarity' && typeof member === 'number' ? Math.round(member * 1e4) / 1e4 : rounded(member),
  ]);
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
