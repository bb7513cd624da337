import type { CoAnswer } from '@countersign/core';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { resultReply, serviceFailure, unusableAnswer } from '../generic/adapter-result.ts';
import type {
  FaultTargets,
  Scenario,
  SimulatedCall,
  SimulatedDomain,
  SimulatedRegistry,
  SimulatedReply,
  SimulatedRoute,
} from '../server/simulated-route.ts';
import { aniRecord } from './ani-record.ts';
import { type CoPerson, coPerson, objectionTo } from './people.ts';
import { coPattern, coScenarios, type CoTwist } from './scenarios.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textAt = (value: unknown, key: string): string | null => {
  const text = isObject(value) ? value[key] : null;
  return typeof text === 'string' && text !== '' ? text : null;
};

const numberOf = ({ body }: SimulatedCall): string | null => textAt(body, 'document_number');

const unavailable: SimulatedReply = {
  status: 500,
  body: { msg: 'No se pudo obtener información del documento' },
};

/** The head of a nested response. */
const head = (call: SimulatedCall, codError: string, descripcionError: string | null) => ({
  numeroControl: call.now.getTime().toString(),
  codError,
  descripcionError,
  fechaHoraConsulta: call.now.toISOString().slice(0, 19).replace('T', ' '),
});

/** How each shape represents a record, and how it reports that the whole query failed. */
const shapes = {
  flat: {
    body: (_call: SimulatedCall, record: unknown): unknown => record,
    failure: (): SimulatedReply => unavailable,
  },
  nested: {
    body: (call: SimulatedCall, record: unknown): unknown => ({
      estadoConsulta: head(call, '0', null),
      datosCedulas: { datos: [record] },
    }),
    failure: (call: SimulatedCall): SimulatedReply => ({
      status: 200,
      body: { estadoConsulta: head(call, '5', 'Servicio no disponible'), datosCedulas: { datos: [] } },
    }),
  },
};

/** The registry's behaviour in place of a response with data; `null`: it responds with data. */
function interruption({ status, silent }: CoTwist): SimulatedReply | null {
  if (silent) return { status: 200, body: null, silent };
  return status === undefined ? null : { status, body: { msg: 'Servicio no disponible' } };
}

function answer(
  shape: keyof typeof shapes,
  call: SimulatedCall,
  { person, twist }: Scenario,
): SimulatedReply {
  const number = numberOf(call);
  if (number === null || textAt(call.body, 'contract_id') === null)
    return { status: 400, body: { msg: 'Faltan document_number o contract_id' } };
  const interrupted = interruption(twist);
  if (interrupted) return interrupted;
  const { batchError, answeredNumber = number, latin1, delayMs = 0 }: CoTwist = twist;
  if (batchError) return shapes[shape].failure(call);
  const body = shapes[shape].body(call, aniRecord(answeredNumber, person && coPerson(person)));
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: latin1 ? Buffer.from(JSON.stringify(body), 'latin1') : body,
    delayMs,
  };
}

const route = (shape: keyof typeof shapes, path: string, faults: Partial<FaultTargets>): SimulatedRoute => ({
  name: 'co.ani',
  method: 'POST',
  path,
  bearer: true,
  registry: 'co',
  numberOf,
  answer: (call, scenario) => answer(shape, call, scenario),
  faults,
});

/** Targets of faults in both shapes; the archive returns neither comparisons nor scores. */
const targets = (prefix: string) => ({
  boolean: null,
  similarity: null,
  vocabulary: `${prefix}estadoCedula`,
  person: `${prefix}nuip`,
});

const nestedTargets: FaultTargets = {
  ...targets('datosCedulas.datos.0.'),
  block: 'datosCedulas',
  businessError: {
    status: 200,
    body: { estadoConsulta: { codError: '5', descripcionError: 'Servicio no disponible' } },
  },
};

/** A flat response has no blocks, so only its required key is dropped; and it has no level above the person that could fail. */
const flatTargets: FaultTargets = { ...targets(''), block: 'estadoCedula', businessError: null };

const Question = Type.Object({
  idType: Type.Enum(['CC', 'CE', 'NIT', 'TI']),
  number: Type.String({ minLength: 1 }),
});

function answerOf({ issuedOn, state, deathDate, ...name }: CoPerson): CoAnswer {
  return {
    stateCode: state,
    ...(issuedOn !== null && { issuedOn }),
    ...(deathDate !== null && { deathDate }),
    name: { ...name, particle: name.particle?.trim() || null },
  };
}

/** The registry in the generic route: the same people and failures, in domain terms. */
const domain: SimulatedDomain = {
  numberOf: (question) => textAt(question, 'number'),
  answer(question, { person, twist }, call) {
    if (!Check(Question, question))
      return { status: 400, body: { message: 'not a question to this registry' } };
    const interrupted = interruption(twist);
    if (interrupted) return interrupted;
    const { batchError, answeredNumber, delayMs = 0 }: CoTwist = twist;
    if (batchError) return resultReply(serviceFailure, delayMs);
    if (answeredNumber !== undefined) return resultReply(unusableAnswer, delayMs);
    const at = call.now.toISOString();
    if (person === null) return resultReply({ kind: 'not_found', at }, delayMs);
    return resultReply({ kind: 'answered', at, answer: answerOf(coPerson(person)) }, delayMs);
  },
};

/**
 * The Colombian civil registry, flat and nested. People: `firstGiven`, `secondGiven`, `firstSurname`, `particle`,
 * `secondSurname`, `issuedOn`, `state`, `deathDate`; defaults: `null`, and 0 for `state`.
 * @see spec/registries.md 8.6, 15.4, 16.3
 */
export const colombia: SimulatedRegistry = {
  registry: 'co',
  routes: [
    route('flat', '/api/v1/aniValidation', flatTargets),
    route('nested', '/ani/consultarCedulas', nestedTargets),
  ],
  scenarios: coScenarios,
  pattern: coPattern,
  plain: (number, person) => ({
    id: 'co.person',
    number,
    person,
    twist: {},
    outcome: 'by name, state and dates',
  }),
  faults: nestedTargets,
  domain,
  objection: objectionTo,
};
