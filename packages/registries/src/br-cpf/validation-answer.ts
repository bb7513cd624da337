/** Datavalid's answer: comparisons with what was sent, not facts. @see spec/registries.md 8.2 "Answer" */
import type { BrAnswer, RegistryResult } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer } from '../calls/registry-http.ts';
import { refusal } from './error-codes.ts';

/** 0–1. */
const Similarity = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }));
const Equal = Type.Optional(Type.Boolean());

const ValidationAnswer = Type.Object({
  rfb_existe: Type.Boolean(),
  cnh_existe: Type.Optional(Type.Boolean()),
  rfb: Type.Optional(
    Type.Object({
      nome_similaridade: Similarity,
      nome_social_similaridade: Similarity,
      data_nascimento: Equal,
    }),
  ),
  cnh: Type.Optional(
    Type.Object({
      nome_similaridade: Similarity,
      data_nascimento: Equal,
      sexo: Equal,
      numero_registro: Equal,
      categoria: Equal,
      situacao: Equal,
      possui_impedimento: Equal,
      data_validade: Equal,
      data_primeira_habilitacao: Equal,
      data_ultima_emissao: Equal,
    }),
  ),
  biometria_facial: Type.Optional(
    Type.Object({
      disponivel: Type.Boolean(),
      vivacidade: Type.Optional(Type.String()),
      similaridade: Similarity,
    }),
  ),
});
type ValidationAnswer = Static<typeof ValidationAnswer>;

/** Removes members that are `null`: they count as absent. @see spec/contract.md A-389 */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member)]));
}

/** Converts 0–1 to 0–100 with four decimals, so that `0.80` is exactly 80. */
const percent = (similarity: number): number => Math.round(similarity * 1e6) / 1e4;

const livenesses: Readonly<Record<string, 'real' | 'spoof' | 'unusable'>> = {
  REAL: 'real',
  FAKE: 'spoof',
  BAD_QUALITY: 'unusable',
};

/** A liveness verdict counts whether or not it was requested. @see spec/contract.md A-392 */
function faceOf(face: ValidationAnswer['biometria_facial']): BrAnswer['face'] {
  if (face === undefined) return null;
  return {
    onFile: face.disponivel,
    similarity: face.similaridade === undefined ? null : percent(face.similaridade),
    liveness: livenesses[face.vivacidade?.toUpperCase() ?? ''] ?? null,
  };
}

/** Both keys are sent with their valid value, so both must come back `true`. */
function licenceStatus({
  situacao,
  possui_impedimento,
}: NonNullable<ValidationAnswer['cnh']>): boolean | undefined {
  if (situacao === false || possui_impedimento === false) return false;
  return situacao === true && possui_impedimento === true ? true : undefined;
}

/** The better of the social name and the registered one. */
function nameSimilarity({ rfb, cnh }: ValidationAnswer): number | undefined {
  const given = [rfb?.nome_similaridade, rfb?.nome_social_similaridade, cnh?.nome_similaridade].filter(
    (similarity) => similarity !== undefined,
  );
  return given.length > 0 ? percent(Math.max(...given)) : undefined;
}

function comparedOf(answer: ValidationAnswer): BrAnswer['compared'] {
  const { rfb = {}, cnh = {} } = answer;
  const similarity = nameSimilarity(answer);
  const equal = {
    dateOfBirth: rfb.data_nascimento ?? cnh.data_nascimento,
    gender: cnh.sexo,
    licenceNumber: cnh.numero_registro,
    licenceCategory: cnh.categoria,
    licenceStatus: licenceStatus(cnh),
    firstIssue: cnh.data_primeira_habilitacao,
    validFrom: cnh.data_ultima_emissao,
    validUntil: cnh.data_validade,
  };
  const evaluated = Object.entries(equal).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, { equal: value }] as const],
  );
  return { ...(similarity !== undefined && { name: { similarity } }), ...Object.fromEntries(evaluated) };
}

/**
 * Parses the answer to a validation.
 * @param taxpayerStatus the result of the status lookup; `null`: not looked up
 */
export function readValidation(
  answer: HttpAnswer,
  taxpayerStatus: BrAnswer['taxpayerStatus'],
): RegistryResult<BrAnswer> {
  if (answer.status !== 200) return refusal(answer);
  const { json, problem } = readJson(answer, { lenient: true });
  if (problem) return problem;
  const given = withoutNulls(json);
  if (!Value.Check(ValidationAnswer, given)) return unusable(answer, 'schema');
  if (!given.rfb_existe) return { kind: 'not_found', at: answer.at };
  return {
    kind: 'answered',
    at: answer.at,
    answer: {
      taxpayerStatus,
      licenceFound: given.cnh_existe ?? null,
      face: faceOf(given.biometria_facial),
      compared: comparedOf(given),
    },
  };
}
