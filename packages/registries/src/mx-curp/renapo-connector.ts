import type { CurpAnswer, CurpQuestion, RegistryConnector } from '@countersign/core';
import type { HttpQuestion, RegistryHttp } from '../calls/registry-http.ts';
import { mexicanName } from '../mx-ine/mexican-name.ts';
import { readRenapoAnswer } from './renapo-answer.ts';

const sexLetters = { male: 'H', female: 'M', x: 'X' } as const;

/** The request for a question: by code, or by a description of the person. @see spec/registries.md 8.4 */
function renapoRequest(question: CurpQuestion): Pick<HttpQuestion, 'method' | 'path' | 'headers' | 'body'> {
  if ('curp' in question) return { method: 'GET', path: `/curp/${encodeURIComponent(question.curp)}` };
  const [year, month, day] = question.dateOfBirth.split('-');
  const body = {
    nombres: mexicanName(question.names),
    apellido1: mexicanName(question.firstSurname),
    ...(question.secondSurname && { apellido2: mexicanName(question.secondSurname) }),
    sexo: sexLetters[question.sex],
    fechNac: `${day}/${month}/${year}`,
    cveEntidadNac: question.birthState,
  };
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path: '/curp', headers, body: JSON.stringify(body) };
}

/**
 * Mexico's population registry, with RENAPO's field names.
 * @see spec/registries.md 8.4
 */
export function createRenapoConnector(http: RegistryHttp): RegistryConnector<CurpQuestion, CurpAnswer> {
  return {
    id: 'renapo-json',
    check: (question, context) =>
      http.request(
        { route: 'mx.curp', kind: 'data', repeat: 'data', ...renapoRequest(question) },
        context,
        (answer) => readRenapoAnswer(answer, question),
      ),
    probe: () => http.reachable(),
  };
}
