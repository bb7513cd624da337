/** Answers of ANI, Colombia's civil registry, in both shapes. @see spec/registries.md 8.6 */
import type { CoAnswer, CoQuestion, IsoDate, RegistryResult } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { readJson, unusable } from '../calls/read-json.ts';
import type { HttpAnswer } from '../calls/registry-http.ts';

/** No person's name is longer; this bounds the cost of comparing names. */
const Leaf = Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()]));
const Code = Type.Union([Type.String(), Type.Integer()]);

/** Only these keys are read; birth date, sex and the rest are ignored. */
const AniPerson = Type.Object({
  nuip: Code,
  codError: Code,
  primerNombre: Leaf,
  segundoNombre: Leaf,
  primerApellido: Leaf,
  particula: Leaf,
  segundoApellido: Leaf,
  fechaExpedicion: Leaf,
  fechaDefuncion: Leaf,
  estadoCedula: Type.Optional(Type.Union([Code, Type.Null()])),
});
type AniPerson = Static<typeof AniPerson>;

const Batch = Type.Object({ estadoConsulta: Type.Object({ codError: Code }) });
const People = Type.Object({ datosCedulas: Type.Object({ datos: Type.Tuple([AniPerson]) }) });

/** The code for a single number without a person. */
const personNotFound = 1;

/** A person from the answer, a number for a failed batch, or `null` for another shape. */
type Found = { person: AniPerson } | { batchError: number } | null;

/** How each shape contains the requested person. */
const shapes: Record<'flat' | 'nested', (json: unknown) => Found> = {
  flat: (json) => (Check(AniPerson, json) ? { person: json } : null),
  nested(json) {
    const batchError = Check(Batch, json) ? codeOf(json.estadoConsulta.codError) : null;
    if (batchError === null) return null;
    if (batchError !== 0) return { batchError };
    return Check(People, json) ? { person: json.datosCedulas.datos[0] } : null;
  },
};

/** Converts a response into a domain result, for one question. */
export const readAni =
  (shape: 'flat' | 'nested', question: CoQuestion) =>
  (answer: HttpAnswer): RegistryResult<CoAnswer> => {
    // Some tables are Latin-1 despite declaring another encoding.
    const { json, problem } = readJson(answer, { lenient: true });
    if (problem) return problem;
    const found = shapes[shape](json);
    if (found === null) return unusable(answer, 'schema');
    if ('batchError' in found)
      return { kind: 'unavailable', cause: 'maintenance', attempts: answer.attempts, delivered: 'maybe' };
    return readPerson(answer, found.person, question);
  };

function readPerson(answer: HttpAnswer, person: AniPerson, question: CoQuestion): RegistryResult<CoAnswer> {
  const error = codeOf(person.codError);
  if (withoutZeros(String(person.nuip)) !== withoutZeros(question.number)) return unusable(answer, 'schema');
  if (error === personNotFound) return { kind: 'not_found', at: answer.at };
  const stateCode = codeOf(person.estadoCedula ?? null);
  const issuedOn = dateOf(person.fechaExpedicion);
  const deathDate = dateOf(person.fechaDefuncion);
  if (error !== 0 || stateCode === null || issuedOn === false || deathDate === false)
    return unusable(answer, 'schema');
  return {
    kind: 'answered',
    at: answer.at,
    answer: {
      stateCode,
      ...(issuedOn === null ? {} : { issuedOn }),
      ...(deathDate === null ? {} : { deathDate }),
      name: {
        firstGiven: textOf(person.primerNombre),
        secondGiven: textOf(person.segundoNombre),
        firstSurname: textOf(person.primerApellido),
        particle: textOf(person.particula),
        secondSurname: textOf(person.segundoApellido),
      },
    },
  };
}

const withoutZeros = (number: string): string => number.trim().replace(/^0+(?=\d)/, '');

/** Codes are texts or numbers; `null` for anything else. */
function codeOf(code: string | number | null): number | null {
  const text = String(code ?? '').trim();
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

/** The registry writes "none" as blank text. */
const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

/** `dd/MM/yyyy` of an existing day; `null` if absent, false for anything else. */
function dateOf(text: string | null | undefined): IsoDate | null | false {
  const given = textOf(text);
  if (given === null) return null;
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(given) ?? [];
  const date = `${year}-${month}-${day}`;
  const instant = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
  return exists && date;
}
