import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CoQuestion } from '@countersign/core';
import type { HttpAnswer } from '../src/calls/registry-http.ts';
import { readAni } from '../src/co-civil/ani-answer.ts';
import { openFarEnd } from './br-fixtures.ts';
import { aniOptions, callContext, openAni } from './co-fixtures.ts';

const at = '2026-11-20T14:05:09.120Z';
const question: CoQuestion = { idType: 'CC', number: '9000000001' };

/** The example of 8.6. */
const record = {
  nuip: '9000000001',
  codError: '0',
  primerApellido: 'NUÑEZ',
  particula: ' ',
  segundoApellido: 'GARCIA',
  primerNombre: 'MARIA',
  segundoNombre: 'GABRIELA',
  municipioExpedicion: 'MEDELLIN',
  departamentoExpedicion: 'ANTIOQUIA',
  fechaExpedicion: '20/06/2015',
  estadoCedula: '0',
  descripcionEstado: 'VIGENTE',
  numResolucion: null,
  anoResolucion: null,
  genero: 'FEMENINO',
  fechaNacimiento: '15/03/1990',
  fechaDefuncion: null,
  fechaReferencia: null,
  fechaAfectacion: null,
};

const whole = {
  kind: 'answered',
  at,
  answer: {
    stateCode: 0,
    issuedOn: '2015-06-20',
    name: {
      firstGiven: 'MARIA',
      secondGiven: 'GABRIELA',
      firstSurname: 'NUÑEZ',
      particle: null,
      secondSurname: 'GARCIA',
    },
  },
};

const response = (body: unknown): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body:
    body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  at,
  attempts: 2,
});

const read = {
  flat: (body: unknown) => readAni('flat', question)(response(body)),
  nested: (body: unknown) => readAni('nested', question)(response(body)),
};
const nested = (datos: unknown[], codError: unknown = '0') => ({
  estadoConsulta: {
    numeroControl: '1',
    codError,
    descripcionError: null,
    fechaHoraConsulta: '20/11/2026 09:05:09',
  },
  datosCedulas: { datos },
});

const schema = { kind: 'technical', cause: 'schema', attempts: 2, at, httpStatus: 200 };
const malformed = { ...schema, cause: 'malformed_body' };

describe('an answer of the ANI', () => {
  it('is the example of the specification', () => {
    const document = readFileSync(new URL('../../../spec/registries.md', import.meta.url), 'utf8');
    const [, json = ''] = /### 8\.6[\s\S]*?```json\n([\s\S]*?)```/.exec(document) ?? [];
    expect(JSON.parse(json)).toEqual(record);
  });

  it('gives the same result in both shapes', () => {
    expect(read.flat(record)).toEqual(whole);
    expect(read.nested(nested([record]))).toEqual(whole);
  });

  it.each([
    ['numbers for codes', { codError: 0, estadoCedula: 0 }, {}],
    ['a number for the person', { nuip: 9_000_000_001 }, {}],
    ['zeros before the number', { nuip: '0009000000001' }, {}],
    ['a date of death', { fechaDefuncion: '04/03/2021' }, { deathDate: '2021-03-04' }],
    ['the last day of February', { fechaExpedicion: '29/02/2016' }, { issuedOn: '2016-02-29' }],
    ['a state of two digits', { estadoCedula: '21' }, { stateCode: 21 }],
    ['a state with a zero before it', { estadoCedula: '01' }, { stateCode: 1 }],
    ['a state that no table has', { estadoCedula: '77' }, { stateCode: 77 }],
    ['an unreadable date of birth and sex, which are not read', { fechaNacimiento: 'x', genero: 7 }, {}],
    ['unknown keys', { nuevo: { a: 1 } }, {}],
  ])('may have %s', (_, changed, expected) => {
    const answered = { ...whole, answer: { ...whole.answer, ...expected } };
    expect(read.flat({ ...record, ...changed })).toEqual(answered);
    expect(read.nested(nested([{ ...record, ...changed }]))).toEqual(answered);
  });

  it.each([null, '', ' ', '   '])('has no date of issue where it is %j', (fechaExpedicion) => {
    const { issuedOn: _, ...rest } = whole.answer;
    expect(read.flat({ ...record, fechaExpedicion })).toEqual({ ...whole, answer: rest });
  });

  it('reads blank and missing name parts as none, and trims the others', () => {
    const { segundoNombre: _, ...less } = record;
    const blank = { ...less, primerNombre: ' LUIS ', segundoApellido: ' ', particula: '' };
    expect(read.flat(blank)).toMatchObject({
      answer: { name: { firstGiven: 'LUIS', secondGiven: null, particle: null, secondSurname: null } },
    });
  });

  it('reads names whose bytes are Latin-1', () => {
    for (const [shape, body] of [
      ['flat', record],
      ['nested', nested([record])],
    ] as const)
      expect(read[shape](Buffer.from(JSON.stringify(body), 'latin1'))).toMatchObject({
        kind: 'answered',
        answer: { name: { firstSurname: 'NUÑEZ' } },
      });
  });

  it('reports a number as not found only for the person’s own code', () => {
    const nobody = { nuip: '9000000001', codError: '1' };
    expect(read.flat(nobody)).toEqual({ kind: 'not_found', at });
    expect(read.nested(nested([{ ...nobody, codError: 1 }]))).toEqual({ kind: 'not_found', at });
    expect(read.flat({ ...nobody, nuip: '9000000002' })).toEqual(schema);
    expect(read.nested(nested([nobody], 1))).toMatchObject({ kind: 'unavailable', cause: 'maintenance' });
  });

  it.each([5, '5', '99'])(
    'is maintenance when the whole query failed with %j, whatever else it holds',
    (code) => {
      const failed = { kind: 'unavailable', cause: 'maintenance', attempts: 2, delivered: 'maybe' };
      expect(read.nested(nested([record], code))).toEqual(failed);
      expect(read.nested({ estadoConsulta: { codError: code } })).toEqual(failed);
    },
  );

  it.each([
    ['another person', { nuip: '9000000002' }],
    ['no number', { nuip: undefined }],
    ['null for the number', { nuip: null }],
    ['no code', { codError: undefined }],
    ['a blank code', { codError: ' ' }],
    ['an unknown code', { codError: '2' }],
    ['no state', { estadoCedula: undefined }],
    ['null for the state', { estadoCedula: null }],
    ['a blank state', { estadoCedula: ' ' }],
    ['a state in words', { estadoCedula: 'VIGENTE' }],
    ['a negative state', { estadoCedula: -1 }],
    ['a date year first', { fechaExpedicion: '2015-06-20' }],
    ['a date month first', { fechaExpedicion: '06/20/2015' }],
    ['a day that does not exist', { fechaExpedicion: '31/02/2015' }],
    ['a date with a time', { fechaExpedicion: '20/06/2015 00:00' }],
    ['zeros for a date', { fechaDefuncion: '00/00/0000' }],
    ['a number for a date', { fechaExpedicion: 20_150_620 }],
    ['a number for a name', { primerNombre: 7 }],
    ['a name of 256 letters', { primerNombre: 'A'.repeat(256) }],
    ['a list for a name', { primerApellido: ['NUÑEZ'] }],
  ])('with %s is not a valid answer', (_, changed) => {
    expect(read.flat({ ...record, ...changed })).toEqual(schema);
    expect(read.nested(nested([{ ...record, ...changed }]))).toEqual(schema);
  });

  it.each([
    ['no person', nested([])],
    ['two people', nested([record, record])],
    ['no head', { datosCedulas: { datos: [record] } }],
    ['no people', { estadoConsulta: { codError: '0' } }],
    ['a head without a code', { estadoConsulta: {}, datosCedulas: { datos: [record] } }],
    ['the other shape', record],
  ])('of the nested shape with %s is not a valid answer', (_, body) => {
    expect(read.nested(body)).toEqual(schema);
  });

  it('of the flat shape with the other shape, or a message only, is not a valid answer', () => {
    expect(read.flat(nested([record]))).toEqual(schema);
    expect(read.flat({ msg: 'No se pudo obtener información del documento' })).toEqual(schema);
  });

  it.each([
    '',
    'null',
    '[]',
    '"texto"',
    '{"nuip":NaN}',
    '<html></html>',
    '<?xml version="1.0"?><a/>',
    '{"nuip":"9',
  ])('that is %j is malformed', (body) => {
    expect(read.flat(body)).toEqual(malformed);
    expect(read.nested(body)).toEqual(malformed);
  });
});

describe('a question to the ANI', () => {
  it.each([
    ['flat', '/api/v1/aniValidation'],
    ['nested', '/ani/consultarCedulas'],
  ] as const)(
    'goes out in the %s shape to %s, with the number, the contract and the token only',
    async (shape, path) => {
      const far = await openFarEnd(() => ({ body: shape === 'flat' ? record : nested([record]) }));
      await using ani = openAni(aniOptions(far.url, shape));
      expect(await ani.connector.check(question, callContext())).toMatchObject({ kind: 'answered' });
      const [request] = far.requests;
      expect(request).toMatchObject({ method: 'POST', path });
      expect(request?.headers).toMatchObject({
        authorization: 'Bearer bearer-1',
        'content-type': 'application/json',
      });
      expect(JSON.parse(request?.body ?? '')).toEqual({
        document_number: '9000000001',
        contract_id: 'contract-1',
      });
      expect(far.requests).toHaveLength(1);
    },
  );

  it('is called again after an outage, since it changes nothing', async () => {
    let calls = 0;
    const far = await openFarEnd(() => ((calls += 1) < 3 ? { status: 503, body: '' } : { body: record }));
    await using ani = openAni(aniOptions(far.url, 'flat', { retries: 2 }));
    expect(await ani.connector.check(question, callContext())).toMatchObject({ kind: 'answered' });
    expect(ani.records).toMatchObject([{ route: 'co.ani', kind: 'answered', attempts: 3 }]);
  });

  it.each([
    [400, { kind: 'technical', cause: 'config' }],
    [403, { kind: 'technical', cause: 'auth' }],
    [404, { kind: 'technical', cause: 'unexpected_status' }],
    [422, { kind: 'technical', cause: 'unexpected_status' }],
    [204, { kind: 'technical', cause: 'malformed_body' }],
    [500, { kind: 'unavailable', cause: 'http_5xx' }],
    [503, { kind: 'unavailable', cause: 'http_5xx' }],
    [429, { kind: 'unavailable', cause: 'rate_limited' }],
  ])('that is answered %i is never "not found"', async (status, expected) => {
    const far = await openFarEnd(() => ({ status, body: status === 204 ? '' : record }));
    await using ani = openAni(aniOptions(far.url, 'flat'));
    expect(await ani.connector.check(question, callContext())).toMatchObject(expected);
  });

  it.each(['CE', 'NIT'] as const)(
    'is not called about a %s, whose number is another person’s cédula',
    async (idType) => {
      const far = await openFarEnd(() => ({ body: record }));
      await using ani = openAni(aniOptions(far.url, 'flat'));
      expect(await ani.connector.check({ idType, number: '9000000001' }, callContext())).toEqual({
        kind: 'technical',
        cause: 'unsupported',
        attempts: 0,
        at: null,
      });
      expect(far.requests).toEqual([]);
    },
  );

  it('leaves nothing of a person in the record of the call', async () => {
    const far = await openFarEnd(() => ({ body: record }));
    await using ani = openAni(aniOptions(far.url, 'flat'));
    await ani.connector.check(question, callContext());
    const logged = JSON.stringify(ani.records);
    for (const word of ['9000000001', 'NUÑEZ', 'MARIA', '2015', 'contract-1'])
      expect(logged).not.toContain(word);
  });

  it('checks whether the registry can be reached without a request', async () => {
    const far = await openFarEnd(() => ({ body: record }));
    await using ani = openAni(aniOptions(far.url, 'flat'));
    expect(await ani.connector.probe(callContext())).toBe('up');
    expect(far.requests).toEqual([]);
  });
});
