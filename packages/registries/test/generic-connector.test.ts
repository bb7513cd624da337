import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  BrAnswer,
  BrQuestion,
  CoAnswer,
  CoQuestion,
  CurpAnswer,
  CurpQuestion,
  MxAnswer,
  MxQuestion,
  RegistryResult,
  UsAnswer,
  UsQuestion,
  VoterListAnswer,
  VoterListQuestion,
} from '@countersign/core';
import type { GenericRegistry } from '../src/generic/answer-schemas.ts';
import { createGenericConnector } from '../src/generic/generic-connector.ts';
import { connectTo, context, type FarEnd, reply, startFarEnd } from './calls-far-end.ts';

let farEnd: FarEnd | undefined;
afterEach(() => farEnd?.close());

const questions = {
  br: {
    cpf: '90000000175',
    selfie: { format: 'jpeg', bytes: Uint8Array.from([255, 216, 255]) },
    claims: { name: 'ANA BEATRIZ SOUZA LIMA', gender: 'F' },
    compareLicenceStatus: true,
  } satisfies BrQuestion,
  mx: {
    cic: '999900001',
    selfie: { format: 'png', bytes: Uint8Array.from([137, 80]) },
    consent: true,
    claims: {},
  } satisfies MxQuestion,
  'mx-curp': { curp: 'PELJ850101HDFRPN06' } satisfies CurpQuestion,
  'mx-voter-list': { cic: '999900001', citizenId: '123456789' } satisfies VoterListQuestion,
  co: { idType: 'CC', number: '9000000001' } satisfies CoQuestion,
  us: { ssn: '987654320', lastName: 'TAVISTOCK' } satisfies UsQuestion,
};

const answers = {
  br: {
    taxpayerStatus: 'regular',
    licenceFound: true,
    face: { onFile: true, similarity: 97, liveness: null },
    compared: { name: { similarity: 100 }, gender: { equal: true } },
  } satisfies BrAnswer,
  mx: {
    standing: 'current',
    theftReport: 'none',
    face: { similarity: 97.3 },
    compared: { firstName: true, curp: true },
  } satisfies MxAnswer,
  'mx-curp': {
    curp: 'PELJ850101HDFRPN06',
    previous: [],
    status: 'AN',
    names: 'JUAN CARLOS',
    firstSurname: 'PEREZ',
    secondSurname: 'LOPEZ',
    sex: 'male',
    dateOfBirth: '1985-01-01',
    birthState: 'DF',
  } satisfies CurpAnswer,
  'mx-voter-list': { code: 3, cic: '999900001', registrationYear: '2003' } satisfies VoterListAnswer,
  co: {
    stateCode: 0,
    issuedOn: '2015-06-20',
    name: {
      firstGiven: 'MARIA',
      secondGiven: 'GABRIELA',
      firstSurname: 'NUÑEZ',
      particle: null,
      secondSurname: 'GARCIA',
    },
  } satisfies CoAnswer,
  us: {
    compared: {
      firstName: null,
      lastName: 'full_match',
      dateOfBirth: 'partial_match',
      address: null,
      city: null,
      state: null,
      zip: null,
      idNumber: 'full_match',
    },
  } satisfies UsAnswer,
};

const registries = Object.keys(questions) as GenericRegistry[];
const now = '2026-11-20T14:05:54.000Z';

async function check(
  registry: GenericRegistry,
  answer: string,
  {
    hmacSecret = null,
    question = questions[registry],
  }: { hmacSecret?: string | null; question?: object } = {},
): Promise<RegistryResult<unknown>> {
  farEnd = await startFarEnd(reply(200, answer));
  const { http } = connectTo(farEnd.url, { deps: { now: () => Date.parse(now) } });
  const connector = createGenericConnector<object, unknown>({ registry, hmacSecret }, http);
  const result = await connector.check(question, { ...context(), deadline: '2026-11-20T14:06:10.000Z' });
  await http.close();
  return result;
}

const enveloped = (result: unknown): string => JSON.stringify({ schema: 'countersign.registry/1', result });
const changed = (registry: GenericRegistry, change: object): string =>
  enveloped({ kind: 'answered', answer: { ...answers[registry], ...change } });

describe('The question to an adapter', () => {
  it('is the domain question in an envelope, pictures as base64', async () => {
    await check('br', enveloped({ kind: 'not_found' }));
    expect(farEnd?.requests[0]?.line).toBe('POST /check HTTP/1.1');
    expect(JSON.parse(farEnd?.requests[0]?.body ?? '')).toEqual({
      schema: 'countersign.registry/1',
      registry: 'br',
      correlationId: '5f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44',
      deadline: '2026-11-20T14:06:10.000Z',
      question: {
        cpf: '90000000175',
        selfie: { format: 'jpeg', base64: '/9j/' },
        claims: { name: 'ANA BEATRIZ SOUZA LIMA', gender: 'F' },
        compareLicenceStatus: true,
      },
    });
  });

  it('is signed over the bytes of its body where a secret is set, and not otherwise', async () => {
    await check('co', enveloped({ kind: 'not_found' }), { hmacSecret: 'shared' });
    const [request] = farEnd?.requests ?? [];
    expect(request?.headers['x-signature']).toBe(
      createHmac('sha256', 'shared')
        .update(request?.body ?? '')
        .digest('hex'),
    );
    expect(request?.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/);
    await farEnd?.close();
    await check('co', enveloped({ kind: 'not_found' }));
    expect(farEnd?.requests[0]?.headers['x-signature']).toBeUndefined();
  });
});

describe('The answer of an adapter', () => {
  it.each(registries)('for %s is the domain answer, at our clock', async (registry) => {
    const sent = enveloped({ kind: 'answered', at: '2020-01-01T00:00:00.000Z', answer: answers[registry] });
    expect(await check(registry, sent)).toEqual({ kind: 'answered', at: now, answer: answers[registry] });
  });

  it.each([
    [{ kind: 'not_found' }, { kind: 'not_found', at: now }],
    [
      { kind: 'rejected', input: 'minor', code: 'X1' },
      { kind: 'rejected', at: now, input: 'minor', code: 'X1' },
    ],
    [
      { kind: 'rejected', at: null, input: 'selfie', code: 'X2' },
      { kind: 'rejected', at: null, input: 'selfie', code: 'X2' },
    ],
    [
      { kind: 'unavailable', cause: 'maintenance' },
      { kind: 'unavailable', cause: 'maintenance', attempts: 1, delivered: 'maybe' },
    ],
    [
      { kind: 'unavailable', cause: 'connect', attempts: 3, delivered: 'no' },
      { kind: 'unavailable', cause: 'connect', attempts: 3, delivered: 'no' },
    ],
    [
      { kind: 'technical', cause: 'auth' },
      { kind: 'technical', cause: 'auth', attempts: 1, at: now },
    ],
    [
      { kind: 'technical', cause: 'schema', at: null, httpStatus: 418 },
      { kind: 'technical', cause: 'schema', attempts: 1, at: null, httpStatus: 418 },
    ],
  ])('may be any other result, completed by us: %j', async (sent, result) => {
    expect(await check('br', enveloped(sent))).toEqual(result);
  });

  it.each<[string, GenericRegistry, string]>([
    [
      'another envelope',
      'br',
      JSON.stringify({ schema: 'countersign.registry/2', result: { kind: 'not_found' } }),
    ],
    ['no result', 'br', JSON.stringify({ schema: 'countersign.registry/1' })],
    ['an unknown kind', 'br', enveloped({ kind: 'perhaps' })],
    ['a kind of the language itself', 'br', enveloped({ kind: 'constructor' })],
    ['an unknown cause', 'br', enveloped({ kind: 'unavailable', cause: 'holiday' })],
    ['a technical cause for an outage', 'br', enveloped({ kind: 'unavailable', cause: 'auth' })],
    ['an unknown input', 'br', enveloped({ kind: 'rejected', input: 'hat', code: 'X' })],
    ['no answer', 'br', enveloped({ kind: 'answered' })],
    ['an unknown taxpayer status', 'br', changed('br', { taxpayerStatus: 'rich' })],
    ['a missing taxpayer status', 'br', changed('br', { taxpayerStatus: undefined })],
    ['a boolean as text', 'br', changed('br', { licenceFound: 'true' })],
    [
      'a similarity as text',
      'br',
      changed('br', { face: { onFile: true, similarity: '97', liveness: null } }),
    ],
    [
      'a similarity above 100',
      'br',
      changed('br', { face: { onFile: true, similarity: 100.1, liveness: null } }),
    ],
    [
      'an unknown liveness',
      'br',
      changed('br', { face: { onFile: true, similarity: 1, liveness: 'alive' } }),
    ],
    ['an unknown field', 'br', changed('br', { compared: { surname: { equal: true } } })],
    ['a comparison without an outcome', 'br', changed('br', { compared: { name: {} } })],
    ['an unknown standing', 'mx', changed('mx', { standing: 'maybe' })],
    ['an unknown theft report', 'mx', changed('mx', { theftReport: 'borrowed' })],
    ['a comparison by degrees', 'mx', changed('mx', { compared: { curp: { equal: true } } })],
    [
      'more evidence than there is',
      'mx-curp',
      changed('mx-curp', {
        evidence: Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`paper${number}`, '1'])),
      }),
    ],
    ['another person', 'mx-curp', changed('mx-curp', { curp: 'LOPM850101MDFRPN06' })],
    ['a date that is none', 'mx-curp', changed('mx-curp', { dateOfBirth: '01/01/1985' })],
    ['an unknown message', 'mx-voter-list', changed('mx-voter-list', { code: 2 })],
    ['another card', 'mx-voter-list', changed('mx-voter-list', { cic: '999900002' })],
    ['a day that does not exist', 'co', changed('co', { issuedOn: '2015-02-31' })],
    ['a state as text', 'co', changed('co', { stateCode: '0' })],
    ['half a name', 'co', changed('co', { name: { firstGiven: 'MARIA' } })],
    ['an unknown level', 'us', changed('us', { compared: { ...answers.us.compared, zip: 'close' } })],
    ['a field left out', 'us', changed('us', { compared: { idNumber: 'full_match' } })],
  ])('with %s is technical, schema', async (_, registry, sent) => {
    expect(await check(registry, sent)).toEqual({
      kind: 'technical',
      cause: 'schema',
      attempts: 1,
      at: now,
      httpStatus: 200,
    });
  });

  it('about an old CURP lists it among the previous ones', async () => {
    const question: CurpQuestion = { curp: 'PELJ850101HDFRPN99' };
    const sent = changed('mx-curp', { previous: ['PELJ850101HDFRPN99'] });
    expect(await check('mx-curp', sent, { question })).toMatchObject({ kind: 'answered' });
  });

  it('with message 4 of the voter list is an outage, not an answer', async () => {
    expect(await check('mx-voter-list', changed('mx-voter-list', { code: 4 }))).toEqual({
      kind: 'unavailable',
      cause: 'maintenance',
      attempts: 1,
      delivered: 'maybe',
    });
  });

  it('loses members that are not ours, and what a similarity has beyond four decimals', async () => {
    const sent = changed('br', {
      face: { onFile: true, similarity: 79.99996, liveness: null, portrait: 'base64' },
      probability: 'high',
    });
    expect(await check('br', sent)).toEqual({
      kind: 'answered',
      at: now,
      answer: { ...answers.br, face: { onFile: true, similarity: 80, liveness: null } },
    });
  });

  it("with another status is classified like any registry's", async () => {
    farEnd = await startFarEnd(reply(404, enveloped({ kind: 'not_found' })));
    const { http } = connectTo(farEnd.url);
    const connector = createGenericConnector<object, unknown>({ registry: 'br', hmacSecret: null }, http);
    expect(await connector.check(questions.br, context())).toMatchObject({
      kind: 'technical',
      cause: 'unexpected_status',
      httpStatus: 404,
    });
    await http.close();
  });
});

describe('A generic connector', () => {
  it.each<[GenericRegistry, number]>([
    ['br', 1],
    ['mx', 1],
    ['mx-curp', 3],
    ['mx-voter-list', 3],
    ['co', 3],
    ['us', 3],
  ])(
    'for %s sends a question again after a reset only where no face is compared',
    async (registry, requests) => {
      farEnd = await startFarEnd((socket) => socket.resetAndDestroy());
      const { http } = connectTo(farEnd.url, { resilience: { retries: 2 } });
      const connector = createGenericConnector<object, unknown>({ registry, hmacSecret: null }, http);
      expect(await connector.check(questions[registry], context())).toMatchObject({ delivered: 'maybe' });
      expect(farEnd.requests).toHaveLength(requests);
      await http.close();
    },
  );
});
