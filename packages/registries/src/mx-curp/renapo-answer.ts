import { type CurpAnswer, type CurpQuestion, mexicanSex, type RegistryResult } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { classifyStatus } from '../calls/classify-status.ts';
import { readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer } from '../calls/registry-http.ts';

/** No person's name is longer; this bounds what is stored and sent to clients. */
const longest = 255;
const text = Type.String({ minLength: 1, maxLength: longest });
const optionalText = Type.Optional(Type.Union([Type.String({ maxLength: longest }), Type.Null()]));

const Outcome = Type.Object({ resultadoOperacion: text });

/** Maps RENAPO's names of the underlying documents to ours. */
const evidenceNames = {
  libro: 'book',
  foja: 'sheet',
  tomo: 'volume',
  numActa: 'actNumber',
  docProbatorio: 'documentKind',
  anioReg: 'registrationYear',
  numEntidadReg: 'registrationState',
  cveMunicipioReg: 'registrationMunicipality',
  CRIP: 'crip',
  NumRegExtranjeros: 'foreignerNumber',
  FolioCarta: 'naturalisationLetter',
  cveEntidadEmisora: 'issuingState',
} as const;

const CurpRecord = Type.Object({
  CURP: text,
  curpHistoricas: Type.Optional(Type.Union([Type.Array(text, { maxItems: 100 }), Type.Null()])),
  statusCurp: text,
  nombres: text,
  apellido1: text,
  apellido2: optionalText,
  sexo: Type.Enum(['H', 'M', 'X']),
  fechNac: Type.String({ pattern: String.raw`^\d{2}/\d{2}/\d{4}$` }),
  cveEntidadNac: text,
  libro: optionalText,
  foja: optionalText,
  tomo: optionalText,
  numActa: optionalText,
  docProbatorio: optionalText,
  anioReg: optionalText,
  numEntidadReg: optionalText,
  cveMunicipioReg: optionalText,
  CRIP: optionalText,
  NumRegExtranjeros: optionalText,
  FolioCarta: optionalText,
  cveEntidadEmisora: optionalText,
});
type CurpRecord = Static<typeof CurpRecord>;

/**
 * Interprets an answer of the population registry.
 * @see spec/registries.md 8.4, 9
 */
export function readRenapoAnswer(answer: HttpAnswer, question: CurpQuestion): RegistryResult<CurpAnswer> {
  const { at, attempts, status } = answer;
  const { json, problem } = readJson(answer, { lenient: true });
  if (status === 404 && json !== null) return { kind: 'not_found', at };
  if (status !== 200) return classifyStatus(answer);
  if (problem) return problem;
  if (!Value.Check(Outcome, json)) return unusable(answer, 'schema');
  if (json.resultadoOperacion === '02') return { kind: 'not_found', at };
  if (json.resultadoOperacion !== '01') {
    return { kind: 'unavailable', cause: 'maintenance', attempts, delivered: 'maybe' };
  }
  const person = Value.Check(CurpRecord, json) ? personOf(json) : null;
  if (person === null || !matchesQuestion(person, question)) return unusable(answer, 'schema');
  return { kind: 'answered', at, answer: person };
}

/** `null`: a day that does not exist. */
function personOf(record: CurpRecord): CurpAnswer | null {
  const dateOfBirth = isoDate(record.fechNac);
  const sex = mexicanSex(record.sexo);
  if (dateOfBirth === null || sex === null) return null;
  const evidence = Object.entries(evidenceNames).flatMap(([member, name]) => {
    const value = record[member as keyof typeof evidenceNames];
    return value ? [[name, value]] : [];
  });
  return {
    curp: record.CURP,
    previous: record.curpHistoricas ?? [],
    status: record.statusCurp,
    names: record.nombres,
    firstSurname: record.apellido1,
    secondSurname: record.apellido2 || null,
    sex,
    dateOfBirth,
    birthState: record.cveEntidadNac,
    ...(evidence.length > 0 && { evidence: Object.fromEntries(evidence) as Record<string, string> }),
  };
}

/** `dd/MM/yyyy` to `YYYY-MM-DD`; `null`: no such day. */
function isoDate(date: string): string | null {
  const iso = date.split('/').toReversed().join('-');
  const day = new Date(`${iso}T00:00:00.000Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso) ? iso : null;
}

/** A replaced code is answered with the current one. A query by description must be answered with the same birth date and sex. */
function matchesQuestion(person: CurpAnswer, question: CurpQuestion): boolean {
  if ('curp' in question) return [person.curp, ...person.previous].includes(question.curp);
  return person.dateOfBirth === question.dateOfBirth && person.sex === question.sex;
}
