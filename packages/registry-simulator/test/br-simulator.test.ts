/** The wire of the simulated Brazilian registry, byte by byte where it matters. @see spec/registries.md 15.1 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brNameSimilarity } from '../src/br-cpf/compare-record.ts';
import { brIdentity } from '../src/br-cpf/people.ts';
import { brScenarios } from '../src/br-cpf/scenarios.ts';
import { brazil } from '../src/br-cpf/simulator.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import {
  callContext,
  datavalidOptions,
  identityClaims,
  openDatavalid,
  selfie,
  wholeQuestion,
} from '../../registries/test/br-fixtures.ts';

let simulator: Simulator;
let bearer: string;
beforeAll(async () => {
  simulator = await startSimulator({ registries: [brazil], population: {} });
});
afterAll(() => simulator.close());
beforeEach(async () => {
  await simulator.control.reset();
  const answer = await tokenWith(`Basic ${btoa('key:secret')}`, 'grant_type=client_credentials');
  bearer = ((await answer.json()) as { access_token: string }).access_token;
});

const tokenWith = (authorization: string, body: string) =>
  fetch(`${simulator.url}/token`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(simulator.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const cpf = '90000000175';
const everything = [
  'biometria_facial',
  'cpf',
  'nome',
  'data_nascimento',
  'sexo',
  'cnh.categoria',
  'cnh.situacao',
];

async function consentFor(person: string, campos: string[] = everything): Promise<string> {
  const answer = await post(
    '/datavalid/v5/gcc/token',
    { cpf: person, campos, referencia: 'r' },
    { accept: '*/*' },
  );
  return answer.text();
}

const knownTemplate = '00000000-0000-4000-8000-000000000001';
const privacy = (token: string, id = knownTemplate) => ({
  rfb: { id_template: id },
  senatran: { token, cnpj_anuente: '11222333000181' },
});
const picture = { formato: 'JPG', base64: '/9j/' };

const validate = (body: Record<string, unknown>, path = '/datavalid/v5/pessoa-fisica/validacao') =>
  post(path, { cpf, validacao: { biometria_facial: picture }, ...body });
const validateV4 = (validacao: unknown, person = cpf) =>
  validate({ cpf: person, validacao }, '/datavalid/v4/pf-facial');

describe('the gateway', () => {
  it('gives tokens of 3295 seconds to clients that name themselves', async () => {
    const answer = await tokenWith(`Basic ${btoa('key:secret')}`, 'grant_type=client_credentials');
    expect(await answer.json()).toEqual({
      scope: 'default',
      token_type: 'Bearer',
      expires_in: 3295,
      access_token: expect.any(String) as string,
    });
    expect((await tokenWith('', 'grant_type=client_credentials')).status).toBe(401);
    expect((await tokenWith(`Basic ${btoa('key:')}`, 'grant_type=client_credentials')).status).toBe(401);
    expect((await tokenWith(`Basic ${btoa('key:secret')}`, 'grant_type=password')).status).toBe(400);
  });

  it('refuses data calls without a token and with one that has expired', async () => {
    const health = () =>
      fetch(`${simulator.url}/datavalid/v5/status`, { headers: { authorization: `Bearer ${bearer}` } });
    expect((await fetch(`${simulator.url}/datavalid/v5/status`)).status).toBe(401);
    expect((await health()).status).toBe(200);
    simulator.control.shiftClock(3_294_000);
    expect((await health()).status).toBe(200);
    simulator.control.shiftClock(3_296_000);
    expect((await health()).status).toBe(401);
  });

  it('takes no request above 3 MB', async () => {
    const large = { ...picture, base64: 'A'.repeat(3_000_000) };
    expect((await validateV4({ biometria_facial: large })).status).toBe(413);
  });
});

describe('the consent manager', () => {
  it('answers text, and refuses requests for JSON', async () => {
    const body = { cpf, campos: ['cpf'], referencia: 'r' };
    const answer = await post('/datavalid/v5/gcc/token', body, { accept: '*/*' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect((await post('/datavalid/v5/gcc/token', body, { accept: 'application/json' })).status).toBe(406);
  });

  it('accepts a closed list of fields', async () => {
    expect(await consentFor(cpf, ['cpf', 'renda'])).toContain('DV202');
  });

  const cases: [string, (token: string) => Promise<Record<string, unknown>>, string][] = [
    ['no block `privacidade`', () => Promise.resolve({}), 'DV201'],
    ['an empty template', (token) => Promise.resolve({ privacidade: privacy(token, '') }), 'DV201'],
    [
      'an unknown template',
      (token) => Promise.resolve({ privacidade: privacy(token, 'nobody-knows') }),
      'DV200',
    ],
    [
      'a token as template',
      async (token) => ({ privacidade: privacy(token, await consentFor(cpf)) }),
      'DV200',
    ],
    ['an unknown token', () => Promise.resolve({ privacidade: privacy('nobody-knows') }), 'DV203'],
    [
      'the token of another person',
      async () => ({ privacidade: privacy(await consentFor('90000000256')) }),
      'DV203',
    ],
    [
      'a field that the token does not name',
      async () => ({
        privacidade: privacy(await consentFor(cpf, ['cpf', 'biometria_facial'])),
        validacao: { sexo: 'FEMININO', biometria_facial: picture },
      }),
      'DV203',
    ],
  ];
  it.each(cases)('must be used: a validation with %s is refused', async (_, request, code) => {
    const answer = await validate(await request(await consentFor(cpf)));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(code);
  });

  it('lets a token work once', async () => {
    const request = { privacidade: privacy(await consentFor(cpf)) };
    expect((await validate(request)).status).toBe(200);
    expect(await (await validate(request)).text()).toContain('DV203');
  });

  it('does not count a validation that ended 429 or 401', async () => {
    for (const person of ['11142900011', '11140100011']) {
      const request = { cpf: person, privacidade: privacy(await consentFor(person)) };
      const sandbox = '/sandbox/datavalid/v5/pessoa-fisica/validacao';
      const statuses = [(await validate(request, sandbox)).status, (await validate(request, sandbox)).status];
      expect(statuses).toEqual(Array(2).fill(Number(person.slice(3, 6))));
    }
  });

  it('counts one that ended otherwise', async () => {
    const person = '90000002976';
    const request = { cpf: person, privacidade: privacy(await consentFor(person)) };
    expect(await (await validate(request)).text()).toContain('DV041');
    expect(await (await validate(request)).text()).toContain('DV203');
  });
});

describe('the simulated validation', () => {
  it('answers the example of the specification', async () => {
    const answer = await validateV4({
      nome: 'ANA BEATRIZ SOUZA LIMA',
      data_nascimento: '1990-01-31',
      sexo: 'F',
      cnh: { categoria: 'AB', situacao: 'EMITIDA', possui_impedimento: false },
      biometria_facial: { ...picture, vivacidade: true },
    });
    expect(await answer.json()).toEqual({
      rfb_existe: true,
      cnh_existe: true,
      rfb: { nome_similaridade: 1, data_nascimento: true },
      cnh: {
        nome_similaridade: 1,
        data_nascimento: true,
        sexo: true,
        categoria: true,
        situacao: true,
        possui_impedimento: true,
      },
      biometria_facial: {
        disponivel: true,
        vivacidade: 'REAL',
        similaridade: 0.97,
        probabilidade: 'Altíssima probabilidade',
      },
    });
  });

  it('answers only the requested fields', async () => {
    expect(await (await validateV4({ sexo: 'M' })).json()).toEqual({
      rfb_existe: true,
      cnh_existe: true,
      cnh: { sexo: false },
    });
  });

  it.each([
    ['sex of the other version', { sexo: 'FEMININO' }, 'DV013'],
    ['a situation that is none', { cnh: { situacao: 'BOA' } }, 'DV017'],
    ['a format that is none', { biometria_facial: { formato: 'GIF', base64: '/9j/' } }, 'DV043'],
    [
      'a data prefix',
      { biometria_facial: { formato: 'JPG', base64: 'data:image/jpeg;base64,/9j/' } },
      'DV044',
    ],
    ['a line break', { biometria_facial: { formato: 'JPG', base64: '/9j/\n/9j/' } }, 'DV044'],
  ])('refuses %s', async (_, validacao, code) => {
    expect(await (await validateV4(validacao)).text()).toContain(code);
  });

  it('refuses an invalid number, and reports a missing one', async () => {
    expect(await (await validateV4({}, '123')).text()).toContain('DV010');
    const missing = await post('/datavalid/v4/pf-facial', { validacao: {} });
    expect([missing.status, await missing.json()]).toEqual([400, { mensagem: 'O campo cpf é obrigatório' }]);
  });

  it('words its errors in three styles', async () => {
    const errorOf = async (person: string) => {
      const answer = await validateV4({}, person);
      return [answer.headers.get('content-type')?.split(';')[0], await answer.text()];
    };
    expect(await errorOf('90000003000')).toEqual([
      'application/json',
      '{"code":"DV042","message":"Tamanho da imagem fora dos limites"}',
    ]);
    expect(await errorOf('90000003190')).toEqual([
      'application/json',
      '{"codigo":"DV043","mensagem":"Imagem corrompida ou em formato diferente de JPG ou PNG"}',
    ]);
    expect(await errorOf('90000003271')).toEqual(['text/plain', 'DV044 - Base64 inválido']);
  });

  it.each([
    ['ANA BEATRIZ SOUZA LIMA', 'Ana  Beatriz Sôuza Lima', 1],
    ['ANA BEATRIZ SOUZA LIMA', 'ANA BEATRIZ SUOZA LIMA', 0.9545],
    ['ANA BEATRIZ SOUZA LIMA', 'ANA BEATRIZ LIMA', 0.7273],
    ['ANA', 'JOSE', 0],
  ])('finds %s and %s alike to %d', (a, b, similarity) => {
    expect(brNameSimilarity(a, b)).toBe(similarity);
  });

  it('compares people whom control added with their own record', async () => {
    const { connector } = openDatavalid(datavalidOptions(simulator.url));
    const number = '90000004596';
    const ask = () => connector.check({ ...wholeQuestion, cpf: number }, callContext());
    expect((await ask()).kind).toBe('not_found');
    simulator.control.putPerson('br', number, {
      ...brIdentity,
      name: 'ANA BEATRIZ SUOZA LIMA',
      gender: 'M',
      licence: { ...brIdentity.licence, situation: 'SUSPENSA', validUntil: '2033-01-01' },
      similarity: 0.5,
    });
    expect(await ask()).toMatchObject({
      kind: 'answered',
      answer: {
        taxpayerStatus: 'regular',
        face: { similarity: 50 },
        compared: {
          name: { similarity: 95.45 },
          dateOfBirth: { equal: true },
          gender: { equal: false },
          licenceStatus: { equal: false },
          validFrom: { equal: true },
          validUntil: { equal: false },
        },
      },
    });
  });

  it('takes no person without a record', () => {
    const put = (person: Record<string, unknown>) => () =>
      simulator.control.putPerson('br', '90000004596', person);
    expect(put({ ...brIdentity, status: 1 })).toThrow('/status');
    expect(put({ ...brIdentity, licence: { ...brIdentity.licence, number: '1' } })).toThrow('/licence');
    expect(put({ ...brIdentity, licence: { ...brIdentity.licence, categories: 'A, B' } })).toThrow(
      '/licence',
    );
    expect(put({ name: 'ANA' })).toThrow('person');
  });
});

describe('the simulated status lookup', () => {
  const lookUp = (person: string) =>
    fetch(`${simulator.url}/consulta-cpf-df/v2/cpf/${person}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });

  it('returns what the registry has, the year of death included', async () => {
    expect(await (await lookUp('90000002038')).json()).toEqual({
      ni: '90000002038',
      nome: 'ANA BEATRIZ SOUZA LIMA',
      situacao: { codigo: '3', descricao: 'Titular Falecido' },
      nascimento: '31011990',
      dataInscricao: '01012006',
      obito: '2024',
    });
  });

  it.each([
    ['90000000256', 404],
    ['90000002623', 451],
    ['90000004324', 400],
  ])('of %s answers %i', async (person, status) => {
    expect((await lookUp(person)).status).toBe(status);
  });
});

describe('a compared face', () => {
  it('returns the comparer’s score for the portrait on file', async () => {
    const portrait = { format: 'jpeg', bytes: Uint8Array.of(1) } as const;
    const own = await startSimulator({
      registries: [brazil],
      population: {},
      portraits: new Map([['90000004081', portrait]]),
      compareFaces: (onFile, sent) =>
        Promise.resolve(onFile === portrait && Buffer.from(sent.bytes).equals(selfie.bytes) ? 83.21 : 0),
    });
    const { connector } = openDatavalid(datavalidOptions(own.url));
    const result = await connector.check({ ...wholeQuestion, cpf: '90000004081' }, callContext());
    expect(result).toMatchObject({ kind: 'answered', answer: { face: { onFile: true, similarity: 83.21 } } });
    await own.close();
  });
});

describe('the generic route of Brazil', () => {
  const fast = brScenarios.filter(({ id }) => id !== 'br.slow' && id !== 'br.deadline');
  it.each(fast)('returns for $id what the connector returns', async ({ number }) => {
    const question = { ...wholeQuestion, cpf: number ?? '' };
    const { connector } = openDatavalid(datavalidOptions(simulator.url));
    const expected = await connector.check(question, callContext());
    const answer = await fetch(`${simulator.url}/generic/br/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        schema: 'countersign.registry/1',
        registry: 'br',
        correlationId: 'c',
        deadline: '2026-11-20T14:05:54.000Z',
        question: { ...question, claims: identityClaims, selfie: { format: 'jpeg', base64: '/9j/' } },
      }),
    });
    const { result } = (await answer.json()) as { result: Record<string, unknown> };
    // Time, attempts and delivery are filled in by whoever asked.
    const filledIn = { at: null, attempts: null, delivered: null };
    expect({ ...result, ...filledIn }).toEqual({ ...expected, ...filledIn });
  });
});
