import type { CurpQuestion } from '@countersign/core';
import { curpSex, parseCurp } from '@countersign/core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { mexicanName } from '../mx-ine/mexican-name.ts';
import { resultOfReply } from '../mx-ine/reply-result.ts';
import type {
  Scenario,
  SimulatedCall,
  SimulatedPerson,
  SimulatedRegistry,
  SimulatedReply,
} from '../simulator/simulated-route.ts';
import { readRenapoAnswer } from './renapo-answer.ts';
import { renapoRequest } from './renapo-connector.ts';
import { type CurpHolder, curpScenarios } from './scenarios.ts';

const sexLetters = { male: 'H', female: 'M', x: 'X' } as const;

const Description = Type.Object({
  nombres: Type.String(),
  apellido1: Type.String(),
  apellido2: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  sexo: Type.String(),
  fechNac: Type.String(),
  cveEntidadNac: Type.String(),
});

/** The record as RENAPO writes it; day, sex and state of birth are those of the code. */
function recordOf(holder: CurpHolder) {
  const { dateOfBirth, birthState } = parseCurp(holder.curp) ?? {};
  const sex = curpSex(holder.curp);
  return {
    CURP: holder.curp,
    curpHistoricas: holder.previousCurps ?? [],
    statusCurp: holder.curpStatus ?? 'AN',
    nombres: holder.firstName,
    apellido1: holder.fatherLastName,
    apellido2: holder.motherLastName ?? '',
    sexo: sex && sexLetters[sex],
    fechNac: dateOfBirth?.split('-').toReversed().join('/'),
    nacionalidad: 'MEX',
    cveEntidadNac: birthState,
  };
}

/** The birth certificate the record rests on, the same for everybody. */
const certificate = {
  docProbatorio: '1',
  foja: '12',
  tomo: '3',
  libro: '1',
  numActa: '00345',
  numEntidadReg: '09',
  cveMunicipioReg: '015',
};

function answerAbout({ person }: Scenario): SimulatedReply {
  if (person === null) {
    const mensaje = 'La CURP no se encuentra en la base de datos';
    return { status: 200, body: { resultadoOperacion: '02', mensaje } };
  }
  const record = recordOf(person as Partial<CurpHolder> as CurpHolder);
  const anioReg = record.fechNac?.slice(-4);
  return { status: 200, body: { resultadoOperacion: '01', ...record, ...certificate, anioReg } };
}

/** Who is described, by the code; `null`: nobody, or no description. */
function describedBy(body: unknown, people: SimulatedCall['people']): string | null {
  if (!Value.Check(Description, body)) return null;
  const { nombres, apellido1, apellido2, sexo, fechNac, cveEntidadNac } = body;
  const isDescribed = (person: SimulatedPerson | null): boolean => {
    if (person === null) return false;
    const record = recordOf(person as Partial<CurpHolder> as CurpHolder);
    return (
      record.nombres === nombres &&
      record.apellido1 === apellido1 &&
      record.apellido2 === (apellido2 ?? '') &&
      record.sexo === sexo &&
      record.fechNac === fechNac &&
      record.cveEntidadNac === cveEntidadNac
    );
  };
  const scenario = curpScenarios.find(({ person }) => isDescribed(person));
  if (scenario) return scenario.number;
  return [...people].find(([, person]) => isDescribed(person))?.[0] ?? null;
}

const DomainQuestion = Type.Union([
  Type.Object({ curp: Type.String({ minLength: 1 }) }),
  Type.Object({
    names: Type.String(),
    firstSurname: Type.String(),
    secondSurname: Type.Optional(Type.String()),
    dateOfBirth: Type.String(),
    sex: Type.Enum(['male', 'female', 'x']),
    birthState: Type.String(),
  }),
]);
const domainQuestion = (question: unknown): CurpQuestion | null =>
  Value.Check(DomainQuestion, question) ? question : null;

/**
 * Mexico's population registry. People are `MexicanPerson`s, by CURP, of whom it reads names and codes.
 * @see spec/registries.md 8.4, 15.3
 */
export const mexicanCurp: SimulatedRegistry = {
  registry: 'mx-curp',
  routes: [
    {
      name: 'mx.curp',
      method: 'GET',
      path: '/renapo/curp/{curp}',
      bearer: false,
      registry: 'mx-curp',
      numberOf: ({ params }) => params['curp'] ?? null,
      answer: (_call, scenario) => answerAbout(scenario),
    },
    {
      name: 'mx.curp',
      method: 'POST',
      path: '/renapo/curp',
      bearer: false,
      registry: 'mx-curp',
      numberOf: ({ body, people }) => describedBy(body, people),
      answer: ({ body }, scenario) =>
        Value.Check(Description, body)
          ? answerAbout(scenario)
          : { status: 400, body: { mensaje: 'Solicitud inválida' } },
    },
  ],
  scenarios: curpScenarios,
  pattern: () => null,
  plain: (number, person) => ({ id: 'mx-curp.person', number, person, twist: {}, outcome: 'found' }),
  faults: {
    boolean: null,
    similarity: null,
    block: 'CURP',
    vocabulary: 'sexo',
    person: 'CURP',
    businessError: { status: 200, body: { resultadoOperacion: '99', mensaje: 'Servicio no disponible' } },
  },
  domain: {
    numberOf(asked, { people }) {
      const question = domainQuestion(asked);
      if (question === null) return null;
      if ('curp' in question) return question.curp;
      const { body } = renapoRequest(question);
      return typeof body === 'string' ? describedBy(JSON.parse(body), people) : null;
    },
    answer(asked, scenario, call) {
      const question = domainQuestion(asked);
      if (question === null) return { status: 400, body: { message: 'not a question about a CURP' } };
      return resultOfReply(answerAbout(scenario), call, (answer) => readRenapoAnswer(answer, question));
    },
  },
  objection(person) {
    const hasNames = ['firstName', 'fatherLastName'].every((name) => {
      const value = person[name];
      return typeof value === 'string' && value !== '' && value === mexicanName(value);
    });
    const curp = person['curp'];
    return hasNames && typeof curp === 'string' && parseCurp(curp) !== null
      ? null
      : 'needs firstName and fatherLastName in capitals without accents, and a curp';
  },
};
