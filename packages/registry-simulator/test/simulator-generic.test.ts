import type { CallContext, RegistryResult } from '@countersign/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mexicanIdentity } from '../src/mx-ine/mexican-people.ts';
import type { Registries } from '../../registries/src/registries.ts';
import { sandboxSettings, simulatorSettings } from '../../registries/src/simulator-settings.ts';
import { allRegistries } from '../src/server/simulated-registries.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import {
  brQuestion,
  callContext,
  genericSettings,
  mxQuestion,
  open,
  voterListQuestion,
} from './simulator-countries.ts';
import { post } from './simulator-fixture.ts';

let simulator: Simulator;
let plain: Registries;
let generic: Registries;
beforeAll(async () => {
  simulator = await startSimulator();
  const limits = { dataMs: 3000, biometricMs: 3000, retries: 0, concurrency: 64 };
  plain = open(simulatorSettings(simulator.url, limits));
  generic = open(genericSettings(simulator, limits));
});
afterAll(async () => {
  await plain.close();
  await generic.close();
  await simulator.close();
});

type Ask = (registries: Registries, number: string, context: CallContext) => Promise<RegistryResult<unknown>>;

/** Who is asked about a number of each registry that has a format of its own. */
const asks: Record<string, Ask> = {
  br: (registries, cpf, context) => registries.br.check(brQuestion(cpf), context),
  mx: (registries, cic, context) => registries.mxIne.check(mxQuestion(cic), context),
  'mx-curp': (registries, curp, context) => registries.mxCurp.check({ curp }, context),
  'mx-voter-list': (registries, cic, context) =>
    registries.mxVoterList.check(voterListQuestion(cic), context),
  co: (registries, number, context) => registries.co.CC.check({ idType: 'CC', number }, context),
};

/** What an evaluator looks at: not when and after how many attempts. */
function meaning(result: RegistryResult<unknown>) {
  switch (result.kind) {
    case 'answered':
      return { kind: result.kind, answer: result.answer };
    case 'rejected':
      return { kind: result.kind, input: result.input, code: result.code };
    case 'unavailable':
    case 'technical':
      return { kind: result.kind, cause: result.cause };
    default:
      return { kind: result.kind };
  }
}

/** What the flat format of the archive has no words for. */
const ownWay = {
  'co.batch_error': { number: '9000000016', own: { cause: 'http_5xx' }, generic: { cause: 'maintenance' } },
};

describe('the generic route answers about the same people and scenarios', () => {
  const rows = allRegistries
    .filter(({ registry }) => registry in asks)
    .flatMap(({ registry, scenarios }) =>
      scenarios.flatMap(({ id, number }) =>
        number === null || id in ownWay ? [] : [{ registry, id, number }],
      ),
    );

  it.each(['br', 'mx', 'mx-curp', 'mx-voter-list', 'co', 'us'])('is there for %s', async (registry) => {
    const check = (path: string) => post(`${simulator.url}${path}/generic/${registry}/check`, {});
    expect((await check('')).status).toBe(400);
    expect((await check('/sandbox')).status).toBe(400);
  });

  it.concurrent.each(rows)('$id', async ({ registry, number }) => {
    const ask = asks[registry] ?? (() => Promise.reject(new Error('no such registry')));
    const [own, generically] = await Promise.all([
      ask(plain, number, callContext()),
      ask(generic, number, callContext()),
    ]);
    expect(meaning(generically)).toEqual(meaning(own));
  });

  it.each(Object.entries(ownWay))('%s, in the terms of each format', async (_id, { number, ...expected }) => {
    const question = { idType: 'CC', number } as const;
    expect(await plain.co.CC.check(question, callContext())).toMatchObject(expected.own);
    expect(await generic.co.CC.check(question, callContext())).toMatchObject(expected.generic);
  });

  it('compares each population alike', async () => {
    const numbers = { br: '90010000100', mx: '999800100', 'mx-voter-list': '999800100', co: '9100000001' };
    for (const [registry, number] of Object.entries(numbers)) {
      const ask = asks[registry] ?? (() => Promise.reject(new Error('no such registry')));
      const own = await ask(plain, number, callContext());
      expect(own.kind).toBe('answered');
      expect(meaning(await ask(generic, number, callContext()))).toEqual(meaning(own));
    }
  });
});

describe("a refusal of Datavalid means the same by the registry's own format and by the generic one", () => {
  const rejected = (input: string, code: string) => ({ kind: 'rejected', input, code });
  const technical = (cause: string) => ({ kind: 'technical', cause });
  const unavailable = (cause: string) => ({ kind: 'unavailable', cause });

  it.each([
    ['11142200011', technical('unexpected_status')],
    ['11142200111', rejected('minor', 'DV001')],
    ['11142200211', rejected('portrait', 'DV002')],
    ['11142201011', rejected('id_number', 'DV010')],
    ['11142201111', technical('config')],
    ['11142201411', technical('config')],
    ['11142201511', technical('unexpected_status')],
    ['11142201611', technical('config')],
    ['11142201811', technical('config')],
    ['11142201911', technical('unexpected_status')],
    ['11142203011', technical('config')],
    ['11142203611', technical('config')],
    ['11142203711', technical('unexpected_status')],
    ['11142204011', rejected('portrait', 'DV040')],
    ['11142204111', rejected('selfie', 'DV041')],
    ['11142204511', rejected('selfie', 'DV045')],
    ['11142204611', technical('unexpected_status')],
    ['11142206211', technical('unexpected_status')],
    ['11142214911', technical('unexpected_status')],
    ['11142215011', unavailable('maintenance')],
    ['11142215211', unavailable('maintenance')],
    ['11142215311', technical('unexpected_status')],
    ['11142220011', technical('config')],
    ['11142221311', technical('config')],
    ['11142221411', technical('unexpected_status')],
    ['11142230011', unavailable('maintenance')],
    ['11140000011', technical('config')],
    ['11140100011', technical('auth')],
    ['11140400011', technical('unexpected_status')],
    ['11141500011', technical('config')],
    ['11142900011', unavailable('rate_limited')],
    ['11150300011', unavailable('http_5xx')],
  ])('%s', async (cpf, expected) => {
    const limits = { retries: 0 };
    const sandbox = `${simulator.url}/sandbox`;
    const ways = [
      open(sandboxSettings(simulator.url, limits)),
      open(genericSettings({ url: sandbox }, limits)),
    ];
    const results = await Promise.all(ways.map(({ br }) => br.check(brQuestion(cpf), callContext())));
    await Promise.all(ways.map((registries) => registries.close()));
    expect(results.map(meaning)).toEqual([expected, expected]);
  });
});

describe('an answer with a value that no list has is unusable in both formats', () => {
  it.each(['mx', 'mx-voter-list'] as const)('of %s', async (registry) => {
    const person = { ...mexicanIdentity, theftReport: 'OTRO_REPORTE', voterListCode: 2 };
    simulator.control.putPerson(registry, '999700001', person);
    const ask = asks[registry] ?? (() => Promise.reject(new Error('no such registry')));
    const results = await Promise.all([plain, generic].map((way) => ask(way, '999700001', callContext())));
    const unusable = { kind: 'technical', cause: 'schema' };
    expect(results.map(meaning)).toEqual([unusable, unusable]);
  });
});

describe('the generic envelope', () => {
  const question = { idType: 'CC', number: '9000000001' };
  const asked = {
    schema: 'countersign.registry/1',
    registry: 'co',
    correlationId: 'call-1',
    deadline: '2026-11-20T14:05:54.000Z',
    question,
  };
  const ask = (body: unknown) => post(`${simulator.url}/generic/co/check`, body);

  it('holds schema and result, as the document shows them', async () => {
    const reply = await ask(asked);
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toEqual({
      schema: 'countersign.registry/1',
      result: {
        kind: 'answered',
        at: expect.any(String) as string,
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
      },
    });
  });

  it.each([
    [{ ...asked, schema: 'countersign.registry/2' }],
    [{ ...asked, registry: 'br' }],
    [{ ...asked, correlationId: '' }],
    [{ ...asked, correlationId: undefined }],
    [{ ...asked, deadline: undefined }],
    [{ ...asked, deadline: '2026-11-20 14:05:54' }],
    [{ ...asked, question: undefined }],
    [{ ...asked, question: [] }],
    [{ ...asked, question: { number: '9000000001' } }],
    [{ ...asked, question: { idType: 'PASSPORT', number: '9000000001' } }],
    [[]],
    [null],
  ])('is refused with 400 when it is invalid: %j', async (body) => {
    expect((await ask(body)).status).toBe(400);
  });
});
