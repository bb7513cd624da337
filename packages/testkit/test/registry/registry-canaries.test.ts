import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '@countersign/service';
import { systemEngines } from '../../../service/test/support/engines.ts';
import { greySelfie } from '../support/grey-selfie.ts';
import { type FarEnd, simulatedPlaces, startFarEnd } from '../support/registry-far-end.ts';
import { brazilian, colombian, mexican } from '../support/registry-sessions.ts';

/** What is known of the identities of spec/registries.md 15.2 to 15.4; it may stand in no log, metric, alert or error. */
const personal = {
  Brazil: ['ANA BEATRIZ', 'SOUZA', '58316794534', '1990-01-31', '31011990', '2010-03-15'],
  Mexico: ['JUAN CARLOS', 'PEREZ', 'PELJ850101HDFRPN06', '0123098765432', 'PRLPJN85010109H400'],
  Colombia: ['MARIA GABRIELA', 'NUÑEZ', 'GARCIA', '2015-06-20', '20/06/2015'],
} as const;

/** Scenarios that end in every way: approved, declined by the person, by an outage, by an answer of no use. */
const scenarios = {
  Brazil: {
    route: 'br.validate',
    numbers: ['90000000175', '90000000256', '90000002038', '90000002623', '90000003786', '90000003867'],
  },
  Mexico: { route: 'mx.ine', numbers: ['999900001', '999900002', '999900004', '999900011', '999900029'] },
  Colombia: {
    route: 'co.ani',
    numbers: ['9000000001', '9000000002', '9000000014', '9000000017', '9000000019'],
  },
} as const;

/** Faults whose far end echoes, refuses or garbles what it was sent. */
const faults = [
  'auth.always_401',
  'body.html',
  'body.wrong_person',
  'net.reset_mid_body',
  'dv.code',
] as const;

const session = { Brazil: brazilian, Mexico: (cic: string) => mexican(cic), Colombia: colombian } as const;
const settings = {
  Brazil: { registry: 'BR_CPF', brazil: { name_match: 'on', date_of_birth_match: 'on' } },
  Mexico: { registry: 'MX_INE', mexico: { first_name_match: true, personal_number_match: true } },
  Colombia: { registry: 'CO' },
} as const;
const countries = ['Brazil', 'Mexico', 'Colombia'] as const;

describe.each(systemEngines())('the data of a person in a registry call [%s]', (engine) => {
  const lines: string[] = [];
  let farEnd: FarEnd | undefined;
  const answers: string[] = [];
  beforeAll(async () => {
    const sink = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(String(chunk)), done()) });
    farEnd = await startFarEnd(engine, simulatedPlaces, { log: createLog('trace', { destination: sink }) });
    for (const country of countries) await askAll(farEnd, country);
    for (const country of countries) answers.push(...(await refusals(farEnd, country)));
  });
  afterAll(() => farEnd?.close());

  const places: Readonly<Record<string, () => Promise<string>>> = {
    'the log at its finest level': () => Promise.resolve(lines.join('\n')),
    'the metrics': async () => labelsAndValues((await farEnd?.service.ctx.metrics.registry.metrics()) ?? ''),
    'the operator’s alerts': async () =>
      JSON.stringify(await farEnd?.service.ctx.database.query('select * from operator_entry')),
    'the audit': async () => JSON.stringify(await farEnd?.service.ctx.database.query('select * from audit')),
    'answers to requests that were refused': () => Promise.resolve(answers.join('\n')),
  };

  it.each(Object.keys(places))('is not in %s (S18, S21)', async (place) => {
    const text = (await places[place]?.()) ?? '';
    // Empty places would prove nothing.
    expect(text.length).toBeGreaterThan(100);
    const secrets = countries.flatMap((country) => [...personal[country], ...scenarios[country].numbers]);
    const picture = greySelfie.toString('base64').slice(0, 64);
    const forms = [...secrets, picture].flatMap((value) => [value, Buffer.from(value).toString('base64')]);
    // Named by their place in the list: a message of ours would quote the value.
    expect(forms.flatMap((value, index) => (text.includes(value) ? [index] : []))).toEqual([]);
  });

  it('leaves in the log of a call its attempt, and of the person the names of compared fields (registries 11)', async () => {
    const [first] = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'registry called')
      .filter(({ route, kind }) => route === 'br.validate' && kind === 'answered');
    const { time: _time, ms: _ms, correlationId, ...call } = first ?? {};
    expect(call).toEqual({
      level: 'info',
      connector: 'datavalid',
      route: 'br.validate',
      kind: 'answered',
      cause: null,
      httpStatus: 200,
      code: null,
      attempts: 1,
      breaker: 'closed',
      compared: ['dateOfBirth', 'name'],
      equal: 2,
      different: 0,
      mode: 'live',
      msg: 'registry called',
    });
    const asked = await farEnd?.service.ctx.database.query(
      `select attempt_id as id from registry_check where registry = 'br'`,
    );
    expect(asked?.map(({ id }) => id)).toContain(correlationId);
  });

  it('is where it belongs: with the far end, and in the decision', async () => {
    for (const country of countries)
      await farEnd?.service.receiver.waitFor(
        1,
        ({ path, body }) => path === '/decision' && body.includes(personal[country][0]),
      );
    for (const country of countries)
      expect(farEnd?.simulator.control.count(scenarios[country].route)).toBeGreaterThanOrEqual(8);
  });
});

/**
 * Metrics with every measured value that is not a whole number left out: a time of 6.9999 ms has the digits of a CIC behind its
 * point by chance.
 */
const labelsAndValues = (text: string): string => text.replace(/ -?\d+\.\d+(e[+-]?\d+)?$/gmu, '');

/** Scenarios as they are, then the first of them under each fault. */
async function askAll({ service, simulator }: FarEnd, country: (typeof countries)[number]): Promise<void> {
  const live = { mode: 'live', settings: { identityVerification: false, ...settings[country] } } as const;
  const { client } = await service.integrate(live);
  const { route, numbers } = scenarios[country];
  const ask = async (number: string) => {
    const sessionId = await client.createSession(session[country](number));
    if (country !== 'Colombia') await client.uploadMedia(sessionId, { context: 'face', bytes: greySelfie });
    await client.submit(sessionId);
    await client.waitForDecision(sessionId);
  };
  await Promise.all(numbers.map(ask));
  for (const fault of faults) {
    const params = fault === 'dv.code' ? { params: { code: 'DV200', style: 'text' } } : {};
    await simulator.control.setFaults([{ id: fault, route, fault, ...params }]);
    await ask(numbers[0]);
  }
  await simulator.control.setFaults([]);
}

/** Requests that quote a person and are refused. */
async function refusals({ service }: FarEnd, country: (typeof countries)[number]): Promise<string[]> {
  const { client } = await service.integrate({
    mode: 'live',
    settings: { identityVerification: false, ...settings[country] },
  });
  const [number] = scenarios[country].numbers;
  const [name] = personal[country];
  const sent = session[country](number);
  const bodies = [
    { verification: { ...sent, person: { ...(sent['person'] as object), gender: name, idNumber: 42 } } },
    { verification: { ...sent, consents: number } },
    `{"verification":{"person":{"firstName":"${name}","idNumber":"${number}",`,
  ];
  const answers = bodies.map((body) => client.call({ method: 'POST', path: '/sessions', body, sign: null }));
  const paths = [
    `/sessions/${number}/decision`,
    `/sessions/${number}/decision/ine-registry?version=${number}`,
  ];
  answers.push(...paths.map((path) => client.call({ method: 'GET', path, sign: number })));
  const all = await Promise.all(answers);
  expect(all.map(({ status }) => status >= 400 && status < 500)).toEqual(all.map(() => true));
  return all.map(({ bytes }) => bytes.toString());
}
