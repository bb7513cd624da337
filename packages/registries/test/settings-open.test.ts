import { afterEach, describe, expect, it } from 'vitest';
import type { CallRecord, Registries, RegistriesOptions } from '../src/index.ts';
import { openRegistries } from '../src/open-registries.ts';
import { readRegistrySettings } from '../src/read-registry-settings.ts';
import { type Behaviour, context, type FarEnd, reply, startFarEnd } from './calls-far-end.ts';

const opened: Registries[] = [];
const farEnds: FarEnd[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((registries) => registries.close()));
  await Promise.all(farEnds.splice(0).map((farEnd) => farEnd.close()));
});

async function start(behaviour: Behaviour): Promise<FarEnd> {
  const farEnd = await startFarEnd(behaviour);
  farEnds.push(farEnd);
  return farEnd;
}

function open(
  file: string,
  options: Partial<RegistriesOptions> = {},
): { registries: Registries; records: CallRecord[] } {
  const records: CallRecord[] = [];
  const registries = openRegistries(readRegistrySettings(file), {
    readSecret: (reference) => `secret of ${reference}`,
    onCall: (record) => records.push(record),
    ...options,
  });
  opened.push(registries);
  return { registries, records };
}

const brQuestion = {
  cpf: '90000000175',
  selfie: { format: 'jpeg', bytes: Uint8Array.from([255, 216, 255]) },
  claims: { name: 'ANA BEATRIZ SOUZA LIMA' },
  compareLicenceStatus: false,
} as const;
const unsupported = { kind: 'technical', cause: 'unsupported', attempts: 0, at: null };

describe('A registry without a connector', () => {
  it('answers technical, unsupported, without a call', async () => {
    const { registries, records } = open('registries: {}');
    const { br, mxIne, mxCurp, mxVoterList, co, us } = registries;
    expect(await br.check(brQuestion, context())).toEqual(unsupported);
    expect(
      await mxIne.check(
        { cic: '999900001', selfie: brQuestion.selfie, consent: true, claims: {} },
        context(),
      ),
    ).toEqual(unsupported);
    expect(await mxCurp.check({ curp: 'PELJ850101HDFRPN06' }, context())).toEqual(unsupported);
    expect(await mxVoterList.check({ cic: '999900001' }, context())).toEqual(unsupported);
    for (const idType of ['CC', 'TI', 'CE', 'NIT'] as const)
      expect(await co[idType].check({ idType, number: '9000000001' }, context())).toEqual(unsupported);
    expect(await us.check({ ssn: '987654320' }, context())).toEqual(unsupported);
    expect(await us.probe(context())).toBe('unknown');
    expect(records).toEqual([]);
    expect(registries.health()).toEqual({});
  });
});

describe('Colombian documents of two types at one registry', () => {
  it('share its token and its health; another address has its own', async () => {
    const farEnd = await start((socket, request) =>
      request.line.startsWith('POST /token ')
        ? reply(200, '{"access_token":"t1","expires_in":3295}')(socket, request)
        : reply(503)(socket, request),
    );
    const other = await start(reply(503));
    const ani = (url: string) =>
      `{ connector: ani-json, options: { baseUrl: "${url}", contractId: "7", resilience: { retries: 0 },
         auth: { type: oauth2, tokenUrl: "${farEnd.url}/token", clientId: env:I, clientSecret: env:S } } }`;
    const { registries } = open(
      `registries: { co: { CC: ${ani(farEnd.url)}, TI: ${ani(farEnd.url)}, CE: ${ani(other.url)} } }`,
    );
    await registries.co.CC.check({ idType: 'CC', number: '9000000001' }, context());
    await registries.co.TI.check({ idType: 'TI', number: '9000000020' }, context());
    expect(farEnd.requests.map(({ line }) => line)).toEqual([
      'POST /token HTTP/1.1',
      'POST /api/v1/aniValidation HTTP/1.1',
      'POST /api/v1/aniValidation HTTP/1.1',
    ]);
    const { 'co.CC': cc, 'co.TI': ti, 'co.CE': ce } = registries.health();
    expect(cc).toMatchObject({
      connector: 'ani-json',
      breaker: 'closed',
      last: { kind: 'unavailable', cause: 'http_5xx' },
      counts: { answered: 0, unavailable: 2 },
    });
    expect(ti).toEqual(cc);
    expect(ce).toMatchObject({ last: null, counts: { unavailable: 0 } });
  });
});

describe('A consent manager', () => {
  it("is called with its own credentials; Serpro never receives them, nor it Serpro's", async () => {
    const manager = await start(reply(200, 'consent-1', { 'content-type': 'text/plain' }));
    const serpro = await start((socket, request) =>
      request.line.startsWith('POST /token ')
        ? reply(200, '{"access_token":"serpro-1","expires_in":3295}')(socket, request)
        : reply(200, '{"rfb_existe":false}')(socket, request),
    );
    const { registries, records } = open(`
registries:
  br:
    connector: datavalid
    options:
      baseUrl: ${serpro.url}
      consumerKey: env:KEY
      consumerSecret: env:SECRET
      consent:
        idTemplate: 5f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44
        payerCnpj: "00000000000191"
        provider: { url: "${manager.url}/token", auth: { type: bearer, token: env:MANAGER } }
`);
    expect(await registries.br.check(brQuestion, context())).toMatchObject({ kind: 'not_found' });
    expect(manager.requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer secret of env:MANAGER',
    ]);
    expect(serpro.requests.map(({ headers }) => headers['authorization'])).toEqual([
      // base64 of "secret of env:KEY:secret of env:SECRET"
      'Basic c2VjcmV0IG9mIGVudjpLRVk6c2VjcmV0IG9mIGVudjpTRUNSRVQ=',
      'Bearer serpro-1',
    ]);
    expect(records.map(({ connector, route }) => [connector, route])).toEqual([
      ['datavalid-consent', 'br.gcc'],
      ['datavalid', 'br.validate'],
    ]);
  });
});

describe('Opening', () => {
  const us =
    'registries: { us: { connector: http-generic, options: { baseUrl: "https://a.example", hmacSecret: env:HMAC } } }';

  it('stops where a secret is missing', () => {
    const readSecret = (reference: string): string => {
      throw new Error(`there is no ${reference}`);
    };
    expect(() => open(us, { readSecret })).toThrow('there is no env:HMAC');
  });

  it('stops where the key for signatures is invalid', () => {
    const file =
      'registries: { mx: { ine: { connector: ine-json, options: { baseUrl: "https://i.example", verifySignature: digest, signatureKey: env:PEM } } } }';
    expect(() => open(file)).toThrow();
  });

  it('needs no secret for the simulator, which has none', () => {
    const asked: string[] = [];
    const readSecret = (reference: string): string => {
      asked.push(reference);
      return 'x';
    };
    open(
      'registries: { br: { connector: simulator, options: { baseUrl: "http://127.0.0.1:9" } }, co: { CC: { connector: simulator, options: { baseUrl: "http://127.0.0.1:9" } } } }',
      { readSecret },
    );
    expect(asked).toEqual([]);
  });
});
