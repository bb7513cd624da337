import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brazil } from '../src/br-cpf/simulator.ts';
import { coPerson, objectionTo } from '../src/co-civil/people.ts';
import { colombia } from '../src/co-civil/simulator.ts';
import type { FaultRule } from '../src/server/fault-rules.ts';
import { committedPopulation } from '../src/server/simulated-registries.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/server/simulator.ts';
import { aniOptions, check, openAni, resilience } from '../../registries/test/co-fixtures.ts';

const paths = { flat: '/api/v1/aniValidation', nested: '/ani/consultarCedulas' };
const shapes = ['flat', 'nested'] as const;
const now = Date.parse('2026-11-20T14:05:09.120Z');

/** With Brazil's part, which gives out the bearer tokens. */
async function running(options: SimulatorOptions = {}): Promise<Simulator & AsyncDisposable> {
  const started = await startSimulator({ registries: [brazil, colombia], now: () => now, ...options });
  return { ...started, [Symbol.asyncDispose]: () => started.close() };
}

let simulator: Simulator;
beforeAll(async () => {
  simulator = await running({ population: {}, tlsPort: 0 });
});
afterEach(() => simulator.control.reset());
afterAll(() => simulator.close());

async function bearer(): Promise<string> {
  const answer = await fetch(`${simulator.url}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('id:secret')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return `Bearer ${token}`;
}

/** One request, byte for byte as a client other than ours would see it. */
async function post(shape: (typeof shapes)[number], body: unknown, authorization?: string) {
  const answer = await fetch(`${simulator.url}${paths[shape]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: authorization ?? (await bearer()) },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}
const about = (number: string) => ({ document_number: number, contract_id: 'contract-1' });
const json = ({ bytes }: { bytes: Buffer }): unknown => JSON.parse(bytes.toString('utf8'));

/** What is written about the identity. */
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
  genero: null,
  fechaNacimiento: null,
  fechaDefuncion: null,
  fechaReferencia: null,
  fechaAfectacion: null,
};

describe('the simulated ANI', () => {
  it('writes dates day first, a blank for a particle, and no date of birth', async () => {
    expect(json(await post('flat', about('9000000001')))).toEqual(record);
  });

  it('writes the same leaves below a head in the nested shape', async () => {
    expect(json(await post('nested', about('9000000001')))).toEqual({
      estadoConsulta: {
        numeroControl: '1795183509120',
        codError: '0',
        descripcionError: null,
        fechaHoraConsulta: '2026-11-20 14:05:09',
      },
      datosCedulas: { datos: [record] },
    });
  });

  it('keeps every key of a record that does not exist, empty', async () => {
    const nobody = json(await post('flat', about('9000000002')));
    expect(Object.keys(nobody as object).sort()).toEqual(Object.keys(record).sort());
    expect(nobody).toMatchObject({
      nuip: '9000000002',
      codError: '1',
      estadoCedula: null,
      primerNombre: null,
    });
  });

  it('writes a date of death, a state and what it calls the state', async () => {
    expect(json(await post('flat', about('9000000006')))).toMatchObject({
      estadoCedula: '21',
      descripcionEstado: 'CANCELADA POR MUERTE',
      fechaDefuncion: '04/03/2021',
    });
  });

  it('sends Latin-1 labelled as UTF-8', async () => {
    const { bytes, type } = await post('flat', about('9000000019'));
    expect(type).toBe('application/json; charset=utf-8');
    expect(bytes.includes(Buffer.from('NUÑEZ', 'latin1'))).toBe(true);
    expect(bytes.includes(Buffer.from('NUÑEZ', 'utf8'))).toBe(false);
  });

  it('fails a whole query as each shape does', async () => {
    const flat = await post('flat', about('9000000016'));
    expect([flat.status, json(flat)]).toEqual([500, { msg: 'No se pudo obtener información del documento' }]);
    const nested = await post('nested', about('9000000016'));
    expect([nested.status, json(nested)]).toMatchObject([
      200,
      { estadoConsulta: { codError: '5' }, datosCedulas: { datos: [] } },
    ]);
  });

  it('refuses a request without number or contract, and one without a live token', async () => {
    expect((await post('flat', { contract_id: 'contract-1' })).status).toBe(400);
    expect((await post('flat', { document_number: '9000000001' })).status).toBe(400);
    expect((await post('flat', about('9000000001'), 'Bearer unknown')).status).toBe(401);
  });

  it('answers about people that control has added, with what they have', async () => {
    const person = { firstGiven: 'LUIS', firstSurname: 'PEÑA', issuedOn: '2020-01-02' };
    simulator.control.putPerson('co', '900000777', person);
    await using ani = openAni(aniOptions(simulator.url, 'flat'));
    const got = await check(ani, {
      number: '900000777',
      givenNames: 'Luis',
      surnames: 'Peña',
      firstIssue: '2020-01-02',
    });
    expect(got).toMatchObject({ row: 'C10', object: { fullNameSimilarity: 100 } });
  });

  it('has the seeded population, each of whom passes while alive and the card in force', async () => {
    const population = await committedPopulation();
    await using own = await running({ population });
    await using ani = openAni(aniOptions(own.url, 'nested'));
    const people = Object.entries(population.co ?? {});
    expect(people).toHaveLength(300);
    for (const [number, person] of people.filter((_, index) => index % 10 === 0)) {
      const { firstGiven, secondGiven, firstSurname, particle, secondSurname, ...card } = coPerson(person);
      const got = await check(ani, {
        number,
        givenNames: [firstGiven, secondGiven].join(' '),
        surnames: [firstSurname, particle, secondSurname].join(' '),
        ...(card.issuedOn === null ? {} : { firstIssue: card.issuedOn }),
      });
      const inForce = [0, 1, 12, 14].includes(card.state) && card.deathDate === null;
      expect([number, got.object.fullNameSimilarity, got.decision === 'approved']).toEqual([
        number,
        100,
        inForce,
      ]);
    }
    expect(people.filter(([, person]) => objectionTo(person) !== null)).toEqual([]);
  });

  it.each([
    [{ name: 'LUIS' }],
    [{ firstGiven: 7 }],
    [{ issuedOn: '02/01/2020' }],
    [{ state: 100 }],
    [{ state: '0' }],
  ])('rejects %j as a person', (person) => {
    expect(() => simulator.control.putPerson('co', '900000777', person)).toThrow('firstGiven');
  });
});

type FaultRow = readonly [fault: string, params: unknown, expected: object];

const unavailable = (cause: string, delivered: string) => ({ kind: 'unavailable', cause, delivered });
const technical = (cause: string) => ({ kind: 'technical', cause });
const answered = { kind: 'answered' };

/** The table of 15.5, as far as the archive has what a fault twists. */
const faults: readonly FaultRow[] = [
  ['net.slow', { ms: 50 }, answered],
  ['net.slow', { min: 8_000, max: 8_000 }, unavailable('timeout', 'maybe')],
  ['net.hang', undefined, unavailable('timeout', 'maybe')],
  ['net.trickle', { bytesPerSecond: 100_000 }, answered],
  ['net.reset_before_headers', undefined, unavailable('timeout', 'maybe')],
  ['net.reset_mid_body', undefined, technical('malformed_body')],
  ['net.truncate', undefined, technical('malformed_body')],
  ['net.bad_length', undefined, technical('malformed_body')],
  ['http.status', { status: 500 }, unavailable('http_5xx', 'maybe')],
  ['http.status', { status: 429 }, unavailable('rate_limited', 'maybe')],
  ['http.status', { status: 400 }, technical('config')],
  ['http.status', { status: 404 }, technical('unexpected_status')],
  ['http.html_gateway', undefined, unavailable('http_5xx', 'maybe')],
  ['http.redirect', undefined, technical('unexpected_status')],
  ['auth.expired_once', undefined, answered],
  ['auth.always_401', undefined, technical('auth')],
  ['body.html', undefined, technical('malformed_body')],
  ['body.empty', undefined, technical('malformed_body')],
  ['body.null', undefined, technical('malformed_body')],
  ['body.array', undefined, technical('malformed_body')],
  ['body.xml', undefined, technical('malformed_body')],
  ['body.nan', undefined, technical('malformed_body')],
  ['body.huge', { bytes: 1_100_000 }, technical('response_too_large')],
  ['body.missing_block', undefined, technical('schema')],
  ['body.unknown_enum', undefined, technical('schema')],
  ['body.extra_keys', undefined, answered],
  ['body.latin1', undefined, answered],
  ['body.wrong_person', undefined, technical('schema')],
  ['flap', { fail: 1, ok: 1 }, unavailable('http_5xx', 'maybe')],
  [
    'maintenance',
    { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    unavailable('http_5xx', 'maybe'),
  ],
];

const rule = (fault: string, params: unknown, route = 'co.ani'): FaultRule => ({
  id: 'rule-1',
  route,
  fault,
  ...(params === undefined ? {} : { params }),
});

describe.each(shapes)('a faulty ANI of the %s shape', (shape) => {
  it.each(faults)('%s %j is %o, and never "not found"', async (fault, params, expected) => {
    await simulator.control.setFaults([rule(fault, params)]);
    await using ani = openAni(aniOptions(simulator.url, shape, { dataMs: 3_000 }));
    const got = await check(ani, { number: '9000000001' });
    expect(got.result).toMatchObject(expected);
    expect(got.decision).toBe(expected === answered ? 'approved' : 'declined 544');
    expect(simulator.control.calls({ route: 'co.ani' }).some((call) => call.fault === 'rule-1')).toBe(true);
  });

  it.each([
    ['auth.token_down', unavailable('http_5xx', 'no')],
    ['auth.token_garbage', technical('auth')],
    ['auth.token_no_expiry', answered],
  ])('%s is %o', async (fault, expected) => {
    await simulator.control.setFaults([rule(fault, undefined, 'br.token')]);
    await using ani = openAni(aniOptions(simulator.url, shape));
    expect((await check(ani, { number: '9000000001' })).result).toMatchObject(expected);
  });

  it('net.refuse refuses the connection', async () => {
    await simulator.control.setFaults([rule('net.refuse', undefined)]);
    await using ani = openAni({ ...aniOptions(simulator.url, shape), auth: { type: 'none' } });
    expect((await check(ani, { number: '9000000001' })).result).toMatchObject(unavailable('connect', 'no'));
  });

  it('net.tls_untrusted shows an untrusted certificate', async () => {
    await simulator.control.setFaults([rule('net.tls_untrusted', undefined)]);
    await using ani = openAni({ ...aniOptions(simulator.tlsUrl ?? '', shape), auth: { type: 'none' } });
    expect((await check(ani, { number: '9000000001' })).result).toMatchObject(unavailable('tls', 'no'));
  });

  it('recovers after faults that end, within the retries of one check', async () => {
    await simulator.control.setFaults([rule('flap', { fail: 2, ok: 100 })]);
    await using ani = openAni({
      ...aniOptions(simulator.url, shape),
      resilience: { ...resilience, retries: 2 },
    });
    const got = await check(ani, { number: '9000000001' });
    expect(got.decision).toBe('approved');
    expect(simulator.control.count('co.ani')).toBe(3);
  });
});

describe('a business failure', () => {
  it('exists in the nested shape only, above the person', async () => {
    await simulator.control.setFaults([rule('business.error', undefined)]);
    await using nested = openAni(aniOptions(simulator.url, 'nested'));
    expect((await check(nested, { number: '9000000001' })).result).toMatchObject(
      unavailable('maintenance', 'maybe'),
    );
    await using flat = openAni(aniOptions(simulator.url, 'flat'));
    expect((await check(flat, { number: '9000000001' })).result).toMatchObject(answered);
  });
});
