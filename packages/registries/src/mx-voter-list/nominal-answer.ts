import {
  type RegistryResult,
  type VoterListAnswer,
  type VoterListQuestion,
  voterListServiceError,
  voterListState,
} from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { classifyStatus } from '../calls/classify-status.ts';
import { readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer } from '../calls/registry-http.ts';

/** Nothing on a card is longer; this bounds what is stored and sent to clients. */
const text = Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Integer(), Type.Null()]));

const Outcome = Type.Object({
  estatus: Type.Enum(['OK', 'ERROR']),
  claveMensaje: Type.Optional(Type.Unknown()),
});
const Card = Type.Object({
  claveMensaje: Type.Integer(),
  cic: text,
  ocr: text,
  claveElector: text,
  numeroEmision: text,
  distritoFederal: text,
  distritoLocal: text,
  anioRegistro: text,
  anioEmision: text,
  vigencia: text,
});
type Card = Static<typeof Card>;

const members = {
  cic: 'cic',
  ocr: 'ocr',
  voterKey: 'claveElector',
  emissionNumber: 'numeroEmision',
  federalDistrict: 'distritoFederal',
  localDistrict: 'distritoLocal',
  registrationYear: 'anioRegistro',
  issueYear: 'anioEmision',
  validUntil: 'vigencia',
} as const satisfies Record<Exclude<keyof VoterListAnswer, 'code'>, keyof Card>;

/**
 * Interprets an answer of the voter list.
 * @see spec/registries.md 8.5, 9, 14
 */
export function readNominalAnswer(
  answer: HttpAnswer,
  question: VoterListQuestion,
): RegistryResult<VoterListAnswer> {
  const { at, attempts } = answer;
  if (answer.status !== 200) return classifyStatus(answer);
  const { json, problem } = readJson(answer, { lenient: true });
  if (problem) return problem;
  if (!Value.Check(Outcome, json)) return unusable(answer, 'schema');
  if (json.estatus === 'ERROR' || json.claveMensaje === voterListServiceError) {
    return { kind: 'unavailable', cause: 'maintenance', attempts, delivered: 'maybe' };
  }
  if (!Value.Check(Card, json) || voterListState(json.claveMensaje) === null) {
    return unusable(answer, 'schema');
  }
  const card: VoterListAnswer = { code: json.claveMensaje, ...cardMembers(json) };
  return matchesQuestion(card, question)
    ? { kind: 'answered', at, answer: card }
    : unusable(answer, 'schema');
}

/** Digit counts of numbers that a gateway may send as integers, without leading zeros. */
const digits: Partial<Record<string, number>> = { cic: 9, ocr: 13, emissionNumber: 2 };

/** Omits empty and missing members. */
function cardMembers(card: Card): Omit<VoterListAnswer, 'code'> {
  const given = Object.entries(members).flatMap(([name, member]) => {
    const sent = card[member] ?? '';
    const value = typeof sent === 'number' ? String(sent).padStart(digits[name] ?? 0, '0') : sent.trim();
    return value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(given) as Omit<VoterListAnswer, 'code'>;
}

/** Whatever the answer repeats from the question must be the same. */
function matchesQuestion(card: VoterListAnswer, question: VoterListQuestion): boolean {
  return (['cic', 'ocr', 'voterKey'] as const).every(
    (name) => question[name] === undefined || card[name] === undefined || card[name] === question[name],
  );
}
