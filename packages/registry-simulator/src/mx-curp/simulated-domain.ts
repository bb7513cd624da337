/** The generic route of RENAPO: simulates an operator's adapter in front of it. @see spec/registries.md 8.4, 8.7 */
import { type CurpAnswer, curpSex, parseCurp } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type AdapterResult, resultReply, unusableAnswer } from '../generic/adapter-result.ts';
import { nameOnFile } from '../mx-ine/names-on-file.ts';
import type { Scenario, SimulatedCall, SimulatedDomain } from '../server/simulated-route.ts';
import type { CurpHolder } from './scenarios.ts';
import {
  certificate,
  curpDescribed,
  curpHolder,
  type Description,
  sexLetter,
  writtenDay,
} from './simulated-record.ts';

const ByCode = Type.Object({ curp: Type.String({ minLength: 1 }) });
const ByDescription = Type.Object({
  names: Type.String(),
  firstSurname: Type.String(),
  secondSurname: Type.Optional(Type.String()),
  dateOfBirth: Type.String(),
  sex: Type.Enum(['male', 'female', 'x']),
  birthState: Type.String(),
});
const Question = Type.Union([ByCode, ByDescription]);
type Question = Static<typeof Question>;

const described = (question: Static<typeof ByDescription>): Description => ({
  nombres: nameOnFile(question.names),
  apellido1: nameOnFile(question.firstSurname),
  apellido2: nameOnFile(question.secondSurname ?? ''),
  sexo: sexLetter(question.sex),
  fechNac: writtenDay(question.dateOfBirth),
  cveEntidadNac: question.birthState,
});

/** `null`: the holder's code is invalid. */
function answerOf(holder: CurpHolder): CurpAnswer | null {
  const { dateOfBirth, birthState } = parseCurp(holder.curp) ?? {};
  const sex = curpSex(holder.curp);
  if (!dateOfBirth || !birthState || sex === null) return null;
  const { libro, foja, tomo, numActa, docProbatorio, numEntidadReg, cveMunicipioReg } = certificate;
  return {
    curp: holder.curp,
    previous: holder.previousCurps ?? [],
    status: holder.curpStatus ?? 'AN',
    names: holder.firstName,
    firstSurname: holder.fatherLastName,
    secondSurname: holder.motherLastName,
    sex,
    dateOfBirth,
    birthState,
    evidence: {
      book: libro,
      sheet: foja,
      volume: tomo,
      actNumber: numActa,
      documentKind: docProbatorio,
      registrationYear: dateOfBirth.slice(0, 4),
      registrationState: numEntidadReg,
      registrationMunicipality: cveMunicipioReg,
    },
  };
}

/** The value of the question equals `CURP` or is listed there; a described person must have the same sex and date of birth. */
function isAbout(answer: CurpAnswer, question: Question): boolean {
  if ('curp' in question) return answer.curp === question.curp || answer.previous.includes(question.curp);
  return answer.sex === question.sex && answer.dateOfBirth === question.dateOfBirth;
}

function resultOf(
  question: Question,
  { person }: Scenario,
  { now }: SimulatedCall,
): AdapterResult<CurpAnswer> {
  const at = now.toISOString();
  if (person === null) return { kind: 'not_found', at };
  const answer = answerOf(curpHolder(person));
  return answer !== null && isAbout(answer, question) ? { kind: 'answered', at, answer } : unusableAnswer;
}

/** Answers questions of the generic route from the same records as the native routes. */
export const curpDomain: SimulatedDomain = {
  numberOf(question, { people }) {
    if (!Value.Check(Question, question)) return null;
    return 'curp' in question ? question.curp : curpDescribed(described(question), people);
  },
  answer: (question, scenario, call) =>
    Value.Check(Question, question)
      ? resultReply(resultOf(question, scenario, call))
      : { status: 400, body: { message: 'not a question about a CURP' } },
};
