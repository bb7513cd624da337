import { describe, expect, it, onTestFinished } from 'vitest';
import type { CurpQuestion } from '@countersign/core';
import { createRegistryHttp } from '../src/calls/create-registry-http.ts';
import { readRenapoAnswer } from '../src/mx-curp/renapo-answer.ts';
import { createRenapoConnector } from '../src/mx-curp/renapo-connector.ts';
import { callContext, type FarReply, openFarEnd, resilience } from './br-fixtures.ts';
import { at, maintenance, response, technical } from './mx-fixtures.ts';

/** The example of the specification. */
const record = {
  resultadoOperacion: '01',
  CURP: 'PELJ850101HDFRPN06',
  curpHistoricas: [],
  statusCurp: 'AN',
  nombres: 'JUAN CARLOS',
  apellido1: 'PEREZ',
  apellido2: 'LOPEZ',
  sexo: 'H',
  fechNac: '01/01/1985',
  nacionalidad: 'MEX',
  cveEntidadNac: 'DF',
  docProbatorio: '1',
  anioReg: '1985',
  foja: '12',
  tomo: '3',
  libro: '1',
  numActa: '00345',
  numEntidadReg: '09',
  cveMunicipioReg: '015',
};

const person = {
  curp: 'PELJ850101HDFRPN06',
  previous: [],
  status: 'AN',
  names: 'JUAN CARLOS',
  firstSurname: 'PEREZ',
  secondSurname: 'LOPEZ',
  sex: 'male',
  dateOfBirth: '1985-01-01',
  birthState: 'DF',
  evidence: {
    book: '1',
    sheet: '12',
    volume: '3',
    actNumber: '00345',
    documentKind: '1',
    registrationYear: '1985',
    registrationState: '09',
    registrationMunicipality: '015',
  },
};
const answered = (more: object = {}) => ({ kind: 'answered', at, answer: { ...person, ...more } });

const byCode: CurpQuestion = { curp: 'PELJ850101HDFRPN06' };
const byPerson: Extract<CurpQuestion, { names: string }> = {
  names: 'Juan Carlos',
  firstSurname: 'Pérez',
  secondSurname: 'López',
  dateOfBirth: '1985-01-01',
  sex: 'male',
  birthState: 'DF',
};
const read = (body: unknown, question: CurpQuestion = byCode, status = 200) =>
  readRenapoAnswer(response(body, status), question);

describe('an answer of the population registry', () => {
  it('is the example of the specification', () => {
    expect(read(record)).toEqual(answered());
  });

  it('sends M for a woman, H for a man and X otherwise', () => {
    expect(read({ ...record, sexo: 'M' })).toEqual(answered({ sex: 'female' }));
    expect(read({ ...record, sexo: 'X' })).toEqual(answered({ sex: 'x' }));
    expect(read({ ...record, sexo: 'U' })).toEqual(technical('schema'));
  });

  it.each([null, undefined, ''])('with %j for the second surname is of a person with one', (apellido2) => {
    expect(read({ ...record, apellido2 })).toEqual(answered({ secondSurname: null }));
  });

  it('passes a status on unchanged', () => {
    expect(read({ ...record, statusCurp: 'NUEVO' })).toEqual(answered({ status: 'NUEVO' }));
  });

  it('adds papers of foreigners to the evidence, and no evidence where there are none', () => {
    const papers = {
      CRIP: '0901501850034',
      NumRegExtranjeros: '77001',
      FolioCarta: '1201',
      cveEntidadEmisora: 'DF',
    };
    expect(read({ ...record, ...papers, foja: null, tomo: '' })).toEqual(
      answered({
        evidence: {
          book: '1',
          actNumber: '00345',
          documentKind: '1',
          registrationYear: '1985',
          registrationState: '09',
          registrationMunicipality: '015',
          crip: '0901501850034',
          foreignerNumber: '77001',
          naturalisationLetter: '1201',
          issuingState: 'DF',
        },
      }),
    );
    const { resultadoOperacion, CURP, statusCurp, nombres, apellido1, sexo, fechNac, cveEntidadNac } = record;
    const bare = { resultadoOperacion, CURP, statusCurp, nombres, apellido1, sexo, fechNac, cveEntidadNac };
    const { evidence: _none, ...withoutEvidence } = person;
    expect(read(bare)).toEqual({ kind: 'answered', at, answer: { ...withoutEvidence, secondSurname: null } });
  });

  it('may have bytes of Latin-1 in a name', () => {
    const { body } = response({ ...record, apellido1: 'NU_EZ' });
    const latin1 = Buffer.from(Buffer.from(body).toString('latin1').replace('_', 'Ñ'), 'latin1');
    const result = readRenapoAnswer({ ...response(''), body: latin1 }, byCode);
    expect(result).toEqual(answered({ firstSurname: 'NUÑEZ' }));
  });

  it.each(['31/02/1985', '00/01/1985', '1985-01-01', '1/1/1985', ''])(
    'with the day %j is of another schema',
    (fechNac) => {
      expect(read({ ...record, fechNac })).toEqual(technical('schema'));
    },
  );

  it.each([
    'CURP',
    'statusCurp',
    'nombres',
    'apellido1',
    'sexo',
    'fechNac',
    'cveEntidadNac',
    'resultadoOperacion',
  ])('without %s is of another schema', (member) => {
    expect(read({ ...record, [member]: undefined })).toEqual(technical('schema'));
  });

  it.each([
    ['a name longer than any', { nombres: 'A'.repeat(256) }],
    ['evidence longer than any', { foja: '1'.repeat(256) }],
    ['a code longer than any', { curpHistoricas: ['A'.repeat(256)] }],
    ['more replaced codes than any', { curpHistoricas: Array(101).fill('VACA800101MSPRSN00') }],
  ])('with %s is of another schema', (_, more) => {
    expect(read({ ...record, ...more })).toEqual(technical('schema'));
  });
});

describe('resultadoOperacion', () => {
  it('02 is not found', () => {
    expect(read({ resultadoOperacion: '02', mensaje: 'La CURP no se encuentra' })).toEqual({
      kind: 'not_found',
      at,
    });
  });

  it.each(['03', '99', 'ERROR'])('%s is maintenance', (resultadoOperacion) => {
    expect(read({ ...record, resultadoOperacion })).toEqual(maintenance);
  });
});

describe('404', () => {
  it('with a JSON body is not found', () => {
    expect(read({ mensaje: 'No encontrada' }, byCode, 404)).toEqual({ kind: 'not_found', at });
  });

  it.each(['', '<html>no such page</html>', '[]'])(
    'with the body %j is a path that does not exist',
    (body) => {
      expect(read(body, byCode, 404)).toEqual({
        kind: 'technical',
        cause: 'unexpected_status',
        attempts: 1,
        at,
        httpStatus: 404,
      });
    },
  );
});

describe('the echo', () => {
  it('may be in the codes that were replaced: the current one is the answer', () => {
    const replaced = { ...record, CURP: 'VXCA800101MSPRSN02', curpHistoricas: ['VACA800101MSPRSN00'] };
    expect(read(replaced, { curp: 'VACA800101MSPRSN00' })).toEqual(
      answered({ curp: 'VXCA800101MSPRSN02', previous: ['VACA800101MSPRSN00'] }),
    );
  });

  it('nowhere is an answer about another person', () => {
    expect(read(record, { curp: 'PELJ850101HDFRPN07' })).toEqual(technical('schema'));
  });

  it('of a description is day of birth and sex', () => {
    expect(read(record, byPerson)).toEqual(answered());
    expect(read(record, { ...byPerson, dateOfBirth: '1985-01-02' })).toEqual(technical('schema'));
    expect(read(record, { ...byPerson, sex: 'female' })).toEqual(technical('schema'));
  });
});

describe('the request', () => {
  async function request(question: CurpQuestion, reply: FarReply) {
    const far = await openFarEnd(() => reply);
    const options = { baseUrl: `${far.url}/renapo`, auth: { type: 'none' } as const, resilience };
    const http = createRegistryHttp(options, {
      connector: 'renapo-json',
      readSecret: () => 'unused',
      onCall: () => {},
    });
    onTestFinished(() => http.close());
    const result = await createRenapoConnector(http).check(question, callContext());
    return { result, requests: far.requests };
  }

  it('for a code is GET, with the code in the path', async () => {
    const { result, requests } = await request(byCode, { body: record });
    expect(result).toMatchObject({ kind: 'answered', answer: person });
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/renapo/curp/PELJ850101HDFRPN06', ''],
    ]);
  });

  it('escapes an Ñ', async () => {
    const { requests } = await request(
      { curp: 'PEÑM900202MJCRÑN08' },
      { body: { resultadoOperacion: '02' } },
    );
    expect(requests[0]?.path).toBe('/renapo/curp/PE%C3%91M900202MJCR%C3%91N08');
  });

  it('for a description is POST, names in capitals without accents and H for a man', async () => {
    const { result, requests } = await request(byPerson, { body: record });
    expect(result).toMatchObject({ kind: 'answered', answer: person });
    expect(requests.map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown])).toEqual([
      [
        'POST',
        '/renapo/curp',
        {
          nombres: 'JUAN CARLOS',
          apellido1: 'PEREZ',
          apellido2: 'LOPEZ',
          sexo: 'H',
          fechNac: '01/01/1985',
          cveEntidadNac: 'DF',
        },
      ],
    ]);
  });

  it('leaves the second surname out where there is none', async () => {
    const { secondSurname: _none, ...question } = byPerson;
    const { requests } = await request(
      { ...question, sex: 'female' },
      { body: { resultadoOperacion: '02' } },
    );
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      nombres: 'JUAN CARLOS',
      apellido1: 'PEREZ',
      sexo: 'M',
      fechNac: '01/01/1985',
      cveEntidadNac: 'DF',
    });
  });

  it('may be sent again after an outage', async () => {
    const { result, requests } = await request(byCode, { status: 503, body: '' });
    expect(result).toEqual({ kind: 'unavailable', cause: 'http_5xx', attempts: 3, delivered: 'maybe' });
    expect(requests).toHaveLength(3);
  });
});
