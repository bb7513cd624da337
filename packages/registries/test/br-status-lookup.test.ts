import { describe, expect, it } from 'vitest';
import {
  callContext,
  datavalidOptions,
  type FarReply,
  openDatavalid,
  openFarEnd,
  stepBefore,
  wholeQuestion,
} from './br-fixtures.ts';

const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('the status lookup', () => {
  const cpf = '90000000175';
  async function lookUp(reply: FarReply) {
    const farEnd = await openFarEnd((request) =>
      request.path.startsWith('/consulta')
        ? reply
        : (stepBefore(request) ?? { body: { rfb_existe: true, cnh_existe: true } }),
    );
    const { connector } = openDatavalid(datavalidOptions(farEnd.url));
    const result = await connector.check(wholeQuestion, callContext());
    return { result, calls: farEnd.requests.length };
  }
  const situation = (codigo: unknown) => ({ ni: cpf, situacao: { codigo } });

  it.each([
    ['0', 'regular'],
    ['2', 'suspended'],
    ['4', 'pending'],
    [4, 'pending'],
  ])('of code %s continues to the validation with %s', async (codigo, taxpayerStatus) => {
    const { result, calls } = await lookUp({ body: situation(codigo) });
    expect(result).toMatchObject({ kind: 'answered', answer: { taxpayerStatus, licenceFound: true } });
    expect(calls).toBe(3);
  });

  it.each([
    ['3', 'deceased'],
    ['5', 'cancelled'],
    ['8', 'void'],
    ['9', 'cancelled'],
  ])('of code %s avoids the comparison of faces: %s', async (codigo, taxpayerStatus) => {
    const answer = { taxpayerStatus, licenceFound: null, face: null, compared: {} };
    expect(await lookUp({ status: 206, body: situation(codigo) })).toEqual({
      result: { kind: 'answered', at, answer },
      calls: 1,
    });
  });

  it.each([
    [400, 'config'],
    [404, 'unexpected_status'],
    [422, 'unexpected_status'],
    [451, 'unexpected_status'],
  ])('is nothing about the person where a gateway answers %i with a page', async (status, cause) => {
    expect(await lookUp({ status, body: '\n<html><body>Not here</body></html>' })).toEqual({
      result: { kind: 'technical', cause, attempts: 1, at, httpStatus: status },
      calls: 1,
    });
  });

  it.each([
    ['400', { status: 400, body: '' }, { kind: 'rejected', at, input: 'id_number', code: 'http:400' }],
    ['404', { status: 404, body: '' }, { kind: 'not_found', at }],
    ['422', { status: 422, body: '' }, { kind: 'rejected', at, input: 'minor', code: 'http:422' }],
    ['451', { status: 451, body: '' }, { kind: 'rejected', at, input: 'minor', code: 'http:451' }],
    [
      '500',
      { status: 500, body: '' },
      { kind: 'unavailable', cause: 'http_5xx', attempts: 1, delivered: 'maybe' },
    ],
    [
      'a code that is none',
      { body: situation('7') },
      { kind: 'technical', cause: 'schema', attempts: 1, at, httpStatus: 200 },
    ],
    [
      'another person',
      { body: { ...situation('0'), ni: '90000000256' } },
      { kind: 'technical', cause: 'schema', attempts: 1, at, httpStatus: 200 },
    ],
  ])('that answers %s settles the check', async (_, reply, result) => {
    expect(await lookUp(reply)).toEqual({ result, calls: 1 });
  });
});
