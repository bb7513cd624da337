import { describe, expect, it } from 'vitest';
import type { BrAnswer } from '@countersign/core';
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

/** The connector's result for one answer to the validation. */
async function read(reply: FarReply) {
  const farEnd = await openFarEnd((request) => stepBefore(request) ?? reply);
  const { connector, records } = openDatavalid(datavalidOptions(farEnd.url));
  return { result: await connector.check(wholeQuestion, callContext()), records };
}

const face = { disponivel: true, similaridade: 0.97 };
const wholeAnswer = {
  rfb_existe: true,
  cnh_existe: true,
  rfb: { nome_similaridade: 1, nome_social_similaridade: 0.9, data_nascimento: true },
  cnh: {
    nome_similaridade: 1,
    data_nascimento: true,
    sexo: true,
    numero_registro: true,
    categoria: true,
    situacao: true,
    possui_impedimento: true,
    data_validade: true,
    data_primeira_habilitacao: true,
    data_ultima_emissao: true,
  },
  biometria_facial: {
    disponivel: true,
    vivacidade: 'REAL',
    similaridade: 0.97,
    probabilidade: 'Altíssima probabilidade',
  },
};

describe('an answer of Datavalid', () => {
  it('is, for the example of the specification, equal in every field', async () => {
    const { result } = await read({ body: wholeAnswer });
    const answer: BrAnswer = {
      taxpayerStatus: 'regular',
      licenceFound: true,
      face: { onFile: true, similarity: 97, liveness: 'real' },
      compared: {
        name: { similarity: 100 },
        dateOfBirth: { equal: true },
        gender: { equal: true },
        licenceNumber: { equal: true },
        licenceCategory: { equal: true },
        licenceStatus: { equal: true },
        firstIssue: { equal: true },
        validFrom: { equal: true },
        validUntil: { equal: true },
      },
    };
    expect(result).toEqual({ kind: 'answered', at, answer });
  });

  it('reports a missing person by `rfb_existe` alone', async () => {
    expect((await read({ body: { rfb_existe: false } })).result).toEqual({ kind: 'not_found', at });
  });

  const rows: [what: string, body: Record<string, unknown>, answer: Partial<BrAnswer>][] = [
    ['nothing else', {}, { licenceFound: null, face: null, compared: {} }],
    ['no licence', { cnh_existe: false }, { licenceFound: false }],
    [
      'no portrait',
      { biometria_facial: { disponivel: false } },
      { face: { onFile: false, similarity: null, liveness: null } },
    ],
    [
      'a face exactly at four fifths',
      { biometria_facial: { ...face, similaridade: 0.8 } },
      { face: { onFile: true, similarity: 80, liveness: null } },
    ],
    [
      'a face just below',
      { biometria_facial: { ...face, similaridade: 0.79999 } },
      { face: { onFile: true, similarity: 79.999, liveness: null } },
    ],
    [
      'a face of more than six digits',
      { biometria_facial: { ...face, similaridade: 0.79999996 } },
      { face: { onFile: true, similarity: 80, liveness: null } },
    ],
    [
      'a spoof',
      { biometria_facial: { ...face, vivacidade: 'Fake' } },
      { face: { onFile: true, similarity: 97, liveness: 'spoof' } },
    ],
    [
      'an unusable picture',
      { biometria_facial: { ...face, vivacidade: 'BAD_QUALITY' } },
      { face: { onFile: true, similarity: 97, liveness: 'unusable' } },
    ],
    [
      'an unknown word for liveness',
      { biometria_facial: { ...face, vivacidade: 'TALVEZ' } },
      { face: { onFile: true, similarity: 97, liveness: null } },
    ],
    [
      'the name of the register',
      { rfb: { nome_similaridade: 0.42 } },
      { compared: { name: { similarity: 42 } } },
    ],
    [
      'a social name that is closer',
      { rfb: { nome_similaridade: 0.55, nome_social_similaridade: 1 }, cnh: { nome_similaridade: 0.55 } },
      { compared: { name: { similarity: 100 } } },
    ],
    [
      'a name closer to that on the licence',
      { rfb: { nome_similaridade: 0.55 }, cnh: { nome_similaridade: 0.9 } },
      { compared: { name: { similarity: 90 } } },
    ],
    [
      'two opinions of the date of birth',
      { rfb: { data_nascimento: false }, cnh: { data_nascimento: true } },
      { compared: { dateOfBirth: { equal: false } } },
    ],
    [
      'the licence’s date of birth alone',
      { cnh: { data_nascimento: true } },
      { compared: { dateOfBirth: { equal: true } } },
    ],
    ['another gender', { cnh: { sexo: false } }, { compared: { gender: { equal: false } } }],
    [
      'another number',
      { cnh: { numero_registro: false } },
      { compared: { licenceNumber: { equal: false } } },
    ],
    ['another category', { cnh: { categoria: false } }, { compared: { licenceCategory: { equal: false } } }],
    [
      'another first issue',
      { cnh: { data_primeira_habilitacao: false } },
      { compared: { firstIssue: { equal: false } } },
    ],
    [
      'another date of issue',
      { cnh: { data_ultima_emissao: false } },
      { compared: { validFrom: { equal: false } } },
    ],
    ['another end', { cnh: { data_validade: false } }, { compared: { validUntil: { equal: false } } }],
    [
      'a licence not issued',
      { cnh: { situacao: false, possui_impedimento: true } },
      { compared: { licenceStatus: { equal: false } } },
    ],
    [
      'an impediment',
      { cnh: { possui_impedimento: false } },
      { compared: { licenceStatus: { equal: false } } },
    ],
    ['half of a licence’s state', { cnh: { situacao: true } }, { compared: {} }],
    [
      'a copied face, although liveness was not requested (A-392)',
      { biometria_facial: { ...face, vivacidade: 'FAKE' } },
      { face: { onFile: true, similarity: 97, liveness: 'spoof' } },
    ],
    //
    [
      'a comparison that is null',
      { cnh: { sexo: null, categoria: true } },
      { compared: { licenceCategory: { equal: true } } },
    ],
    [
      'blocks that are null',
      { cnh_existe: null, rfb: null, cnh: null, biometria_facial: null },
      { licenceFound: null, face: null, compared: {} },
    ],
    [
      'a similarity that is null',
      { biometria_facial: { disponivel: true, vivacidade: null, similaridade: null } },
      { face: { onFile: true, similarity: null, liveness: null } },
    ],
    ['unknown keys', { novo: { versao: 2 }, cnh: { novo: 'sim' } }, { compared: {} }],
  ];
  it.each(rows)('that has %s is read by the table', async (_, body, answer) => {
    const { result } = await read({ body: { rfb_existe: true, ...body } });
    expect(result).toMatchObject({ kind: 'answered', answer });
    if (result.kind === 'answered' && answer.compared)
      expect(result.answer.compared).toEqual(answer.compared);
  });

  it.each([
    ['without `rfb_existe`', { cnh_existe: true }],
    ['with `rfb_existe` as text', { rfb_existe: 'true' }],
    ['with a comparison as text', { rfb_existe: true, cnh: { sexo: 'true' } }],
    ['with `rfb_existe` null', { rfb_existe: null }],
    [
      'whose face is on file: null',
      { rfb_existe: true, biometria_facial: { disponivel: null, similaridade: 0.97 } },
    ],
    [
      'with 97.3 for a similarity',
      { rfb_existe: true, biometria_facial: { disponivel: true, similaridade: 97.3 } },
    ],
    [
      'with "97,3%" for a similarity',
      { rfb_existe: true, biometria_facial: { disponivel: true, similaridade: '97,3%' } },
    ],
    ['with a negative similarity of the name', { rfb_existe: true, rfb: { nome_similaridade: -0.1 } }],
    [
      'whose face does not state whether it is on file',
      { rfb_existe: true, biometria_facial: { similaridade: 0.97 } },
    ],
  ])('%s is not of the shape agreed', async (_, body) => {
    expect((await read({ body })).result).toEqual({
      kind: 'technical',
      cause: 'schema',
      attempts: 1,
      at,
      httpStatus: 200,
    });
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['NaN', '{"similaridade":NaN}'],
    //
    ['one that names a member twice', '{"rfb_existe":false,"cnh_existe":true,"rfb_existe":true}'],
    [
      'one that names a member of a block twice',
      '{"rfb_existe":true,"biometria_facial":{"disponivel":true,"similaridade":0.41,"similaridade":0.97}}',
    ],
  ])('that is %s cannot be read', async (_, body) => {
    expect((await read({ body })).result).toMatchObject({
      kind: 'technical',
      cause: 'malformed_body',
      httpStatus: 200,
    });
  });
});

describe('a refusal of Datavalid', () => {
  const rejected = (input: string, code: string) => ({ kind: 'rejected', at, input, code });
  const technical = (cause: string, httpStatus = 422) => ({
    kind: 'technical',
    cause,
    attempts: 1,
    at,
    httpStatus,
  });
  const maintenance = { kind: 'unavailable', cause: 'maintenance', attempts: 1, delivered: 'maybe' };
  const each = (codes: readonly string[], meaning: (code: string) => object): [string, object][] =>
    codes.map((code) => [code, meaning(code)]);
  const codes: [code: string, result: object][] = [
    ['DV001', rejected('minor', 'DV001')],
    ['DV002', rejected('portrait', 'DV002')],
    ['DV010', rejected('id_number', 'DV010')],
    ...each(['DV011', 'DV012', 'DV013', 'DV014', 'DV016', 'DV017', 'DV018'], () => technical('config')),
    ...each(['DV030', 'DV033', 'DV036'], () => technical('config')),
    ['DV040', rejected('portrait', 'DV040')],
    ...each(['DV041', 'DV042', 'DV043', 'DV044', 'DV045'], (code) => rejected('selfie', code)),
    ...each(['DV150', 'DV151', 'DV152', 'DV300'], () => maintenance),
    ...each(['DV200', 'DV203', 'DV213'], () => technical('config')),
    ...each(['DV015', 'DV019', 'DV037', 'DV062', 'DV149', 'DV153', 'DV214', 'DV999'], () =>
      technical('unexpected_status'),
    ),
  ];
  it.each(codes)('with %s is classified by the table', async (code, expected) => {
    const { result, records } = await read({ status: 422, body: { code, message: 'Erro' } });
    expect(result).toEqual(expected);
    expect(records.at(-1)?.code).toBe(code);
  });

  it.each([
    ['JSON with `code`', { code: 'DV041' }],
    ['JSON with `codigo`', { codigo: 'DV041', mensagem: 'Nenhuma face' }],
    ['JSON that hides it', { erros: [{ causa: 'DV041 - Nenhuma face' }] }],
    ['text', 'DV041 - Nenhuma face reconhecida (ver DV045)'],
  ])('carries its code as %s', async (_, body) => {
    expect((await read({ status: 422, body })).result).toEqual(rejected('selfie', 'DV041'));
  });

  it.each([
    ['400 that names the CPF', 400, 'O CPF informado é inválido', rejected('id_number', 'http:400')],
    [
      '400 with a code that names the CPF',
      400,
      { code: 'DV010', message: 'cpf' },
      rejected('id_number', 'DV010'),
    ],
    ['400 that only has it inside a word', 400, 'situacao_cpf inválida', technical('config', 400)],
    ['400 of another kind', 400, 'DV150', technical('config', 400)],
    //
    [
      '400 with a page that names the CPF',
      400,
      '<html>/consulta-cpf-df: bad request</html>',
      technical('config', 400),
    ],
    [
      '422 with a page that has a code',
      422,
      '\n<!doctype html><p>Incident DV001',
      technical('unexpected_status'),
    ],
    ['404', 404, { code: 'DV001' }, technical('unexpected_status', 404)],
    ['406', 406, '', technical('config', 406)],
    ['422 without a code', 422, 'Erro', technical('unexpected_status')],
    ['451', 451, 'DV001', technical('unexpected_status', 451)],
    ['413', 413, '', technical('config', 413)],
    ['403', 403, '', technical('auth', 403)],
    [
      '500 with a code',
      500,
      { code: 'DV041' },
      { kind: 'unavailable', cause: 'http_5xx', attempts: 1, delivered: 'maybe' },
    ],
  ])('by status is classified: %s', async (_, status, body, expected) => {
    expect((await read({ status, body })).result).toMatchObject(expected);
  });

  it('of 204 has no body to read', async () => {
    expect((await read({ status: 204, body: '' })).result).toEqual(technical('malformed_body', 204));
  });
});
