import { describe, expect, it, onTestFinished } from 'vitest';
import type { VoterListQuestion } from '@countersign/core';
import { createRegistryHttp } from '../src/calls/create-registry-http.ts';
import { readNominalAnswer } from '../src/mx-voter-list/nominal-answer.ts';
import { createNominalConnector, nominalRequest } from '../src/mx-voter-list/nominal-connector.ts';
import { callContext, openFarEnd, resilience } from './br-fixtures.ts';
import { at, maintenance, response, technical } from './mx-fixtures.ts';

const modelE: VoterListQuestion = { cic: '999900001', citizenId: '098765432' };
const card = {
  estatus: 'OK',
  claveMensaje: 3,
  mensaje: 'Consulta realizada',
  cic: '999900001',
  ocr: '0123098765432',
  claveElector: 'PRLPJN85010109H400',
  numeroEmision: '02',
  distritoFederal: '12',
  distritoLocal: '8',
  anioRegistro: '2003',
  anioEmision: '2023',
  vigencia: '2033',
};
const read = (body: unknown, question = modelE, status = 200) =>
  readNominalAnswer(response(body, status), question);

describe('an answer of the voter list', () => {
  it('is code and data of the card', () => {
    expect(read(card)).toEqual({
      kind: 'answered',
      at,
      answer: {
        code: 3,
        cic: '999900001',
        ocr: '0123098765432',
        voterKey: 'PRLPJN85010109H400',
        emissionNumber: '02',
        federalDistrict: '12',
        localDistrict: '8',
        registrationYear: '2003',
        issueYear: '2023',
        validUntil: '2033',
      },
    });
  });

  it('leaves out what is missing, null or blank, and reads numbers as text', () => {
    expect(read({ estatus: 'OK', claveMensaje: 1, ocr: null, claveElector: ' ', anioEmision: 2008 })).toEqual(
      {
        kind: 'answered',
        at,
        answer: { code: 1, issueYear: '2008' },
      },
    );
  });

  it('has the leading zeros that numbers lose', () => {
    const question = { cic: '099900001', ocr: '0123098765432', emissionNumber: '02' };
    expect(
      read({ estatus: 'OK', claveMensaje: 3, cic: 99900001, ocr: 123098765432, numeroEmision: 2 }, question),
    ).toEqual({ kind: 'answered', at, answer: { code: 3, ...question } });
  });

  it.each([0, 1, 3, 5, 6, 7, 8, 9, 11, 12])('claveMensaje %i is an answer about the card', (claveMensaje) => {
    expect(read({ estatus: 'OK', claveMensaje })).toEqual({
      kind: 'answered',
      at,
      answer: { code: claveMensaje },
    });
  });

  it('claveMensaje 4 and estatus ERROR are an outage inside an HTTP 200, never "no data"', () => {
    expect(read({ estatus: 'OK', claveMensaje: 4 })).toEqual(maintenance);
    expect(read({ estatus: 'ERROR' })).toEqual(maintenance);
    expect(read({ ...card, estatus: 'ERROR' })).toEqual(maintenance);
  });

  it.each([2, 10, 13, -1, '3', null, undefined, 3.5])(
    'claveMensaje %j is of another schema',
    (claveMensaje) => {
      expect(read({ estatus: 'OK', claveMensaje })).toEqual(technical('schema'));
    },
  );

  it('with a text longer than anything on a card is of another schema', () => {
    expect(read({ ...card, vigencia: '2'.repeat(255) })).toMatchObject({ kind: 'answered' });
    expect(read({ ...card, vigencia: '2'.repeat(256) })).toEqual(technical('schema'));
  });

  it.each(['ok', undefined, null, 1])('estatus %j is of another schema', (estatus) => {
    expect(read({ ...card, estatus })).toEqual(technical('schema'));
  });

  it.each([
    ['CIC', { cic: '999900002', citizenId: '098765432' }],
    ['OCR', { cic: '999900001', ocr: '0123098765433' }],
    ['voter key', { voterKey: 'PRLPJN85010109H401', emissionNumber: '02', ocr: '0123098765432' }],
  ])('about another %s is of another schema', (_name, question) => {
    expect(read(card, question)).toEqual(technical('schema'));
  });

  it('with another status is classified by it', () => {
    const unexpected = { kind: 'technical', cause: 'unexpected_status', attempts: 1, at, httpStatus: 404 };
    expect(read({ mensaje: 'No encontrada' }, modelE, 404)).toEqual(unexpected);
    expect(read('null')).toEqual(technical('malformed_body'));
  });
});

describe('the request by model of the card', () => {
  const everything: VoterListQuestion = {
    cic: '999900001',
    citizenId: '098765432',
    ocr: '0123098765432',
    voterKey: 'PRLPJN85010109H400',
    emissionNumber: '02',
  };

  it('E to H: CIC and citizen’s number', () => {
    expect(nominalRequest(everything)).toEqual({ cic: '999900001', identificadorCiudadano: '098765432' });
  });

  it('D: CIC and OCR', () => {
    const { citizenId: _none, ...known } = everything;
    expect(nominalRequest(known)).toEqual({ cic: '999900001', ocr: '0123098765432' });
  });

  it('C: voter key, emission number and OCR', () => {
    const { citizenId: _none, cic: _noCic, ...known } = everything;
    expect(nominalRequest(known)).toEqual({
      claveElector: 'PRLPJN85010109H400',
      numeroEmision: '02',
      ocr: '0123098765432',
    });
  });

  it('of an unknown model: the CIC alone', () => {
    const { citizenId: _none, ocr: _noOcr, ...known } = everything;
    expect(nominalRequest(known)).toEqual({ cic: '999900001' });
  });

  it.each([
    {},
    { citizenId: '098765432' },
    { ocr: '0123098765432' },
    { voterKey: 'PRLPJN85010109H400', emissionNumber: '02' },
    { voterKey: 'PRLPJN85010109H400', ocr: '0123098765432' },
  ])('%j name no card', (question) => {
    expect(nominalRequest(question)).toBeNull();
  });
});

describe('the connector', () => {
  async function request(question: VoterListQuestion, reply: { status?: number; body: unknown }) {
    const far = await openFarEnd(() => reply);
    const auth = { type: 'basic', username: 'env:USER', password: 'env:PASSWORD' } as const;
    const options = { baseUrl: far.url, auth, resilience };
    const http = createRegistryHttp(options, {
      connector: 'nominal-json',
      readSecret: (reference) => (reference === 'env:USER' ? 'countersign' : 'open sesame'),
      onCall: () => {},
    });
    onTestFinished(() => http.close());
    const result = await createNominalConnector(http).check(question, callContext());
    return { result, requests: far.requests };
  }

  it('is called by POST with HTTP Basic', async () => {
    const { result, requests } = await request(modelE, { body: card });
    expect(result).toMatchObject({ kind: 'answered', answer: { code: 3 } });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/ine/v2/valida_ine' });
    // base64 of countersign:open sesame
    expect(requests[0]?.headers.authorization).toBe('Basic Y291bnRlcnNpZ246b3BlbiBzZXNhbWU=');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      cic: '999900001',
      identificadorCiudadano: '098765432',
    });
  });

  it('sends the CIC where no other number is known, and accepts the card that the answer names', async () => {
    const { result, requests } = await request({ cic: '999900001' }, { body: card });
    expect(result).toMatchObject({ kind: 'answered', answer: { code: 3, ocr: '0123098765432' } });
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ cic: '999900001' }]);
  });

  it('makes no call with numbers that belong to no card', async () => {
    const { result, requests } = await request({ ocr: '0123098765432' }, { body: card });
    expect(result).toEqual({
      kind: 'rejected',
      at: null,
      input: 'id_number',
      code: 'local:card_not_known',
    });
    expect(requests).toEqual([]);
  });

  it('calls again after an outage', async () => {
    const { result, requests } = await request(modelE, { status: 503, body: '' });
    expect(result).toEqual({ kind: 'unavailable', cause: 'http_5xx', attempts: 3, delivered: 'maybe' });
    expect(requests).toHaveLength(3);
  });
});
