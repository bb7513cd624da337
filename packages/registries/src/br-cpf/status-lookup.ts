/** Whether a CPF is regular, deceased, cancelled: "Consulta CPF". @see spec/registries.md 8.2 "Status lookup" */
import type { BrAnswer, RegistryResult } from '@countersign/core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { classifyStatus } from '../calls/classify-status.ts';
import { readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer, HttpQuestion } from '../calls/registry-http.ts';
import { isPage } from './error-codes.ts';

export type TaxpayerStatus = NonNullable<BrAnswer['taxpayerStatus']>;

const statuses: Readonly<Record<string, TaxpayerStatus>> = {
  0: 'regular', // Regular
  2: 'suspended', // Suspensa
  3: 'deceased', // Titular Falecido
  4: 'pending', // Pendente de Regularização
  5: 'cancelled', // Cancelada por Multiplicidade
  8: 'void', // Nula
  9: 'cancelled', // Cancelada de Ofício
};

/** Statuses with which a person counts as not found, so no face need be compared. */
export const endsCheck = (status: TaxpayerStatus): boolean =>
  status === 'deceased' || status === 'cancelled' || status === 'void';

/** The documentation does not specify whether the code is text or a number. */
const StatusAnswer = Type.Object({
  ni: Type.String(),
  situacao: Type.Object({ codigo: Type.Union([Type.String(), Type.Integer()]) }),
});

/** The request. @param path below the base URL, `/consulta-cpf-df/v2` */
export const statusQuestion = (path: string, cpf: string): HttpQuestion => ({
  route: 'br.status',
  method: 'GET',
  path: `${path}/cpf/${cpf}`,
  headers: { accept: 'application/json' },
  kind: 'data',
  repeat: 'data',
});

/** Parses the answer; of a 200 or 206, only `ni` and `situacao.codigo`. */
export function readStatus(answer: HttpAnswer, cpf: string): RegistryResult<TaxpayerStatus> {
  const { status, at } = answer;
  if (status >= 400 && isPage(answer)) return classifyStatus(answer);
  if (status === 400) return { kind: 'rejected', at, input: 'id_number', code: 'http:400' };
  if (status === 404) return { kind: 'not_found', at };
  if (status === 422 || status === 451)
    return { kind: 'rejected', at, input: 'minor', code: `http:${status}` };
  if (status !== 200 && status !== 206) return classifyStatus(answer);
  const { json, problem } = readJson(answer, { lenient: true });
  if (problem) return problem;
  if (!Value.Check(StatusAnswer, json) || json.ni !== cpf) return unusable(answer, 'schema');
  const { codigo } = json.situacao;
  const known = Object.hasOwn(statuses, codigo) ? statuses[codigo] : undefined;
  return known === undefined ? unusable(answer, 'schema') : { kind: 'answered', at, answer: known };
}
