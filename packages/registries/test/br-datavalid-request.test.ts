import { describe, expect, it } from 'vitest';
import type { BrQuestion } from '@countersign/core';
import type { DatavalidOptions } from '../src/registry-settings.ts';
import {
  callContext,
  datavalidOptions,
  openDatavalid,
  openFarEnd,
  stepBefore,
  wholeQuestion,
} from './br-fixtures.ts';

const answered = {
  rfb_existe: true,
  cnh_existe: true,
  biometria_facial: { disponivel: true, similaridade: 0.97 },
};

/** Sends a question and returns what arrived at the registry. */
async function askWith(question: BrQuestion, more: Partial<DatavalidOptions> = {}) {
  const farEnd = await openFarEnd((request) => stepBefore(request) ?? { body: answered });
  const { connector } = openDatavalid(datavalidOptions(farEnd.url, more));
  const result = await connector.check(question, callContext({ correlationId: 'call-of-the-example' }));
  return { result, requests: farEnd.requests };
}

describe('a request to Datavalid', () => {
  it('gets the status of the CPF, then the consent token, then the validation', async () => {
    const { requests } = await askWith(wholeQuestion);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /consulta-cpf-df/v2/cpf/90000000175',
      'POST /datavalid/v5/gcc/token',
      'POST /datavalid/v5/pessoa-fisica/validacao',
    ]);
    expect(requests.map(({ headers }) => headers.accept)).toEqual([
      'application/json',
      '*/*',
      'application/json',
    ]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer bearer-1'));
  });

  it('equals the example of the specification byte for byte, with every value given', async () => {
    const { requests } = await askWith(wholeQuestion);
    expect(requests[2]?.body).toBe(
      '{"privacidade":{"rfb":{"id_template":"00000000-0000-4000-8000-000000000001"},' +
        '"senatran":{"token":"consent-token-1","cnpj_anuente":"11222333000181"}},' +
        '"cpf":"90000000175",' +
        '"validacao":{"nome":"ANA BEATRIZ SOUZA LIMA","data_nascimento":"1990-01-31","sexo":"FEMININO",' +
        '"cnh":{"numero_registro":"58316794534","categoria":"AB","situacao":"EMITIDA","possui_impedimento":false,' +
        '"data_primeira_habilitacao":"2010-03-15","data_ultima_emissao":"2022-05-10","data_validade":"2032-05-09"},' +
        '"biometria_facial":{"formato":"JPG","base64":"/9j/","vivacidade":false,"essencial":false}},' +
        '"tag":"call-of-the-example"}',
    );
  });

  it('writes a name with composed letters and a straight apostrophe', async () => {
    const claims = { ...wholeQuestion.claims, name: 'Ine\u0302s Guimara\u0303es Sant’Ana' };
    const { requests } = await askWith({ ...wholeQuestion, claims });
    expect(requests[2]?.body).toContain('"nome":"Inês Guimarães Sant\'Ana"');
  });

  it('names every field it sends to the consent manager, with the reference of the consent', async () => {
    const { requests } = await askWith(wholeQuestion);
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
      cpf: '90000000175',
      campos: [
        'biometria_facial',
        'cpf',
        'nome',
        'data_nascimento',
        'sexo',
        'cnh.numero_registro',
        'cnh.categoria',
        'cnh.situacao',
        'cnh.possui_impedimento',
        'cnh.data_primeira_habilitacao',
        'cnh.data_ultima_emissao',
        'cnh.data_validade',
      ],
      referencia: 'consent-1',
    });
  });

  it('has keys only for claims that exist, in the validation and in the consent', async () => {
    const question = {
      ...wholeQuestion,
      claims: { gender: 'M', licenceCategory: '' },
      compareLicenceStatus: false,
    };
    const { requests } = await askWith(question);
    expect((JSON.parse(requests[2]?.body ?? '') as { validacao: unknown }).validacao).toEqual({
      sexo: 'MASCULINO',
      biometria_facial: { formato: 'JPG', base64: '/9j/', vivacidade: false, essencial: false },
    });
    expect((JSON.parse(requests[1]?.body ?? '') as { campos: unknown }).campos).toEqual([
      'biometria_facial',
      'cpf',
      'sexo',
    ]);
  });

  it('leaves out a gender that Datavalid has no value for', async () => {
    const { requests } = await askWith({
      ...wholeQuestion,
      claims: { gender: 'X' },
      compareLicenceStatus: false,
    });
    expect(requests[2]?.body).not.toContain('sexo');
  });

  it('is the same in V4 without consent, at its own path, and with letters for the gender', async () => {
    const { requests } = await askWith(wholeQuestion, {
      wireVersion: 'v4',
      consultaCpf: null,
      consent: null,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.path).toBe('/datavalid/v4/pf-facial');
    const body = JSON.parse(requests[0]?.body ?? '') as Record<string, Record<string, unknown>>;
    expect(Object.keys(body)).toEqual(['cpf', 'validacao', 'tag']);
    expect(body['validacao']?.['sexo']).toBe('F');
  });

  it('carries PNG pictures, another product and the wish for liveness', async () => {
    const question = {
      ...wholeQuestion,
      selfie: { format: 'png', bytes: Uint8Array.of(0x89, 0x50) },
    } as const;
    const { requests } = await askWith(question, {
      product: 'datavalid-demonstracao',
      requestLiveness: true,
    });
    expect(requests[2]?.path).toBe('/datavalid-demonstracao/v5/pessoa-fisica/validacao');
    expect(requests[2]?.body).toContain(
      '{"formato":"PNG","base64":"iVA=","vivacidade":true,"essencial":false}',
    );
  });

  it('is nothing when V5 has no consent manager: our settings are wrong', async () => {
    const { result, requests } = await askWith(wholeQuestion, { consent: null });
    expect(result).toEqual({ kind: 'technical', cause: 'config', attempts: 0, at: null });
    expect(requests).toEqual([]);
  });

  it('is nothing when the request would not stay under 3 MB', async () => {
    const picture = (length: number) => ({ format: 'jpeg', bytes: new Uint8Array(length) }) as const;
    const { result, requests } = await askWith({ ...wholeQuestion, selfie: picture(2_250_000) });
    expect(result).toEqual({ kind: 'technical', cause: 'config', attempts: 0, at: null });
    expect(requests).toEqual([]);
    const smaller = await askWith({ ...wholeQuestion, selfie: picture(2_240_000) });
    expect(smaller.result.kind).toBe('answered');
    expect(smaller.requests[2]?.body.length).toBeLessThan(3_000_000);
  });
});

describe('the health of Datavalid', () => {
  it.each([
    [200, 'up'],
    [503, 'down'],
    [404, 'unknown'],
  ])('is, when its status route answers %i, %s', async (status, health) => {
    const farEnd = await openFarEnd(() => ({ status, body: { status: 'UP' } }));
    const { connector } = openDatavalid(datavalidOptions(farEnd.url));
    expect(await connector.probe(callContext())).toBe(health);
    expect(farEnd.requests[0]?.path).toBe('/datavalid/v5/status');
  });
});
