import { parseCurp } from '@countersign/core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { nameOnFile } from '../mx-ine/names-on-file.ts';
import type { Scenario, SimulatedRegistry, SimulatedReply } from '../server/simulated-route.ts';
import { curpScenarios } from './scenarios.ts';
import { curpDomain } from './simulated-domain.ts';
import { certificate, curpDescribed, curpHolder, recordOf } from './simulated-record.ts';

const Description = Type.Object({
  nombres: Type.String(),
  apellido1: Type.String(),
  apellido2: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  sexo: Type.Enum(['H', 'M', 'X']),
  /** `dd/MM/yyyy`. */
  fechNac: Type.String({ pattern: String.raw`^\d{2}/\d{2}/\d{4}$` }),
  cveEntidadNac: Type.String({ pattern: '^[A-Z]{2}$' }),
});

function answerAbout({ person }: Scenario): SimulatedReply {
  if (person === null) {
    const mensaje = 'La CURP no se encuentra en la base de datos';
    return { status: 200, body: { resultadoOperacion: '02', mensaje } };
  }
  const record = recordOf(curpHolder(person));
  const anioReg = record.fechNac?.slice(-4);
  return { status: 200, body: { resultadoOperacion: '01', ...record, ...certificate, anioReg } };
}

/**
 * Mexico's population registry. People are `MexicanPerson`s, by CURP; only names and codes are used.
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
      numberOf: ({ body, people }) => (Value.Check(Description, body) ? curpDescribed(body, people) : null),
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
  domain: curpDomain,
  objection(person) {
    const hasNames = ['firstName', 'fatherLastName'].every((name) => {
      const value = person[name];
      return typeof value === 'string' && value !== '' && value === nameOnFile(value);
    });
    const curp = person['curp'];
    return hasNames && typeof curp === 'string' && parseCurp(curp) !== null
      ? null
      : 'needs firstName and fatherLastName in capitals without accents, and a curp';
  },
};
