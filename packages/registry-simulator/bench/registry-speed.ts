/** Overhead of registry checks beyond the registry's own time: evaluators, connectors, checks per second. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BrQuestion,
  type CallContext,
  type CoQuestion,
  evaluateBr,
  evaluateCo,
  evaluateMx,
  type MxQuestion,
  type RegistryResult,
} from '@countersign/core';
import { Pool } from 'undici';
import { openRegistries, sandboxSettings, type Registries } from '../../registries/src/index.ts';
import { startSimulator } from '../src/index.ts';

const today = '2026-11-20';
const at = '2026-11-20T14:05:09.120Z';
/** The size of a typical prepared selfie; its content is not read. */
const selfie = { format: 'jpeg', bytes: new Uint8Array(120_000).fill(0x5a) } as const;

const brazilian = {
  input: {
    cpf: '90000000175',
    selfie: true,
    licencePresented: true,
    claims: {
      name: 'ANA BEATRIZ SOUZA LIMA',
      dateOfBirth: '1990-01-31',
      gender: 'F',
      licenceNumber: '58316794534',
      licenceCategory: 'AB',
      firstIssue: '2010-03-15',
      validFrom: '2022-05-10',
      validUntil: '2032-05-09',
    },
  },
  policy: {
    faceThreshold: 80,
    nameThreshold: 90,
    fields: {
      name_match: 'on',
      date_of_birth_match: 'on',
      gender_match: 'on',
      drivers_license_number_match: 'on',
      drivers_license_category_match: 'on',
      drivers_license_is_valid: 'required',
      drivers_license_first_issue_match: 'on',
      drivers_license_valid_from_match: 'on',
      drivers_license_valid_until_match: 'on',
    },
  },
} as const;
const equal = { equal: true };
const brazilianAnswer = {
  taxpayerStatus: 'regular',
  licenceFound: true,
  face: { onFile: true, similarity: 97, liveness: null },
  compared: {
    name: { similarity: 100 },
    dateOfBirth: equal,
    gender: { equal: false },
    licenceNumber: equal,
    licenceCategory: equal,
    licenceStatus: equal,
    firstIssue: equal,
    validFrom: equal,
    validUntil: equal,
  },
} as const;

const mexican = {
  input: {
    consents: [{ type: 'ine', approved: true }],
    cic: '999900001',
    selfie: true,
    claims: {
      firstName: 'JUAN CARLOS',
      fatherLastName: 'PEREZ',
      motherLastName: 'LOPEZ',
      curp: 'PELJ850101HDFRPN06',
      registrationYear: '2003',
      issueYear: '2023',
    },
  },
  policy: {
    faceThreshold: 80,
    optional: {
      first_name_match: true,
      father_last_name_match: true,
      mother_last_name_match: true,
      personal_number_match: true,
      registration_year_match: true,
      issue_year_match: true,
    },
  },
} as const;
const mexicanAnswer = {
  standing: 'current',
  theftReport: 'none',
  face: { similarity: 97.3 },
  compared: {
    firstName: true,
    fatherLastName: true,
    motherLastName: true,
    curp: false,
    registrationYear: true,
  },
} as const;

const colombian = {
  input: {
    idType: 'CC',
    number: '9000000001',
    givenNames: 'María Gabriela',
    surnames: 'Núñez García',
    firstIssue: '2015-06-20',
  },
  policy: { passAbove: 85, resubmitFrom: 70, registryName: 'Registraduría Nacional del Estado Civil' },
} as const;
const colombianAnswer = {
  stateCode: 0,
  issuedOn: '2015-06-20',
  name: {
    firstGiven: 'MARIA',
    secondGiven: 'GABRIELA',
    firstSurname: 'NUÑEZ',
    particle: null,
    secondSurname: 'GARCIA',
  },
} as const;

const answered = <A>(answer: A): RegistryResult<A> => ({ kind: 'answered', at, answer });

/** Processor time in microseconds of one evaluation with everything enabled, by country. */
export function measureEvaluators(rounds: number): Record<'br' | 'mx' | 'co', number> {
  const each = (evaluate: () => unknown) => {
    for (let round = 0; round < rounds / 10; round += 1) evaluate();
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) evaluate();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / rounds;
  };
  return {
    br: each(() => evaluateBr(brazilian.input, brazilian.policy, answered(brazilianAnswer), today)),
    mx: each(() => evaluateMx(mexican.input, mexican.policy, answered(mexicanAnswer))),
    co: each(() => evaluateCo(colombian.input, colombian.policy, answered(colombianAnswer))),
  };
}

const brQuestion: BrQuestion = {
  cpf: '90000000175',
  selfie,
  claims: brazilian.input.claims,
  compareLicenceStatus: true,
};
const mxQuestion: MxQuestion = { cic: '999900001', selfie, consent: true, claims: mexican.input.claims };
const coQuestion: CoQuestion = { idType: 'CC', number: colombian.input.number };

/** One check per country, as a worker makes it. */
const checks = {
  br: (registries: Registries, context: CallContext) => registries.br.check(brQuestion, context),
  mx: (registries: Registries, context: CallContext) => registries.mxIne.check(mxQuestion, context),
  co: (registries: Registries, context: CallContext) => registries.co.CC.check(coQuestion, context),
};
export { startSimulator };
type Country = keyof typeof checks;
export const countries = Object.keys(checks) as Country[];

let calls = 0;
/** A new call each time, because the simulator repeats its response for a repeated call. */
const context = (): CallContext => ({
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 45_000).toISOString(),
  correlationId: `00000000-0000-4000-8000-${String((calls += 1)).padStart(12, '0')}`,
  consentRef: 'bench',
});

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A proxy to the simulator that records the requests. */
async function recordingProxy(target: string): Promise<{ url: string; sent: Sent[]; close(): void }> {
  const sent: Sent[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = { ...request.headers } as Record<string, string>;
      for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name];
      sent.push({ method: request.method as Sent['method'], path: request.url ?? '/', headers, body });
      const onward = http.request(
        `${target}${request.url}`,
        { method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const options = { readSecret: (reference: string) => reference.replace(/^public:/, ''), onCall: () => {} };
/** Uses V4, because consent tokens of V5 work only once and the baseline repeats the same requests. */
function settingsOf(url: string): ReturnType<typeof sandboxSettings> {
  const settings = sandboxSettings(url);
  if (settings.br?.connector !== 'datavalid') throw new Error('the sandbox asks Datavalid');
  return {
    ...settings,
    br: { ...settings.br, options: { ...settings.br.options, wireVersion: 'v4', consent: null } },
  };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Milliseconds of consecutive checks, and of the same requests sent by a bare client over keep-alive connections.
 * @returns medians of `rounds` pairs
 */
export async function measureOverhead(
  country: Country,
  rounds: number,
): Promise<{ check: number; bare: number; requests: number }> {
  const simulator = await startSimulator();
  const proxy = await recordingProxy(simulator.url);
  const recorded = openRegistries(settingsOf(proxy.url), options);
  const registries = openRegistries(settingsOf(simulator.url), options);
  const pool = new Pool(simulator.url, { connections: 1 });
  try {
    await checks[country](recorded, context()); // fetches the token
    proxy.sent.length = 0;
    await mustAnswer(country, recorded);
    const requests = [...proxy.sent];
    for (let round = 0; round < 20; round += 1) await mustAnswer(country, registries);
    const check: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      check.push(await timed(() => mustAnswer(country, registries)));
      bare.push(await timed(() => sendAll(pool, requests)));
    }
    return { check: median(check), bare: median(bare), requests: requests.length };
  } finally {
    await Promise.all([recorded.close(), registries.close(), pool.close()]);
    proxy.close();
    await simulator.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function mustAnswer(country: Country, registries: Registries): Promise<void> {
  const result = await checks[country](registries, context());
  if (result.kind !== 'answered') throw new Error(`${country}: ${JSON.stringify(result)}`);
}

async function sendAll(pool: Pool, requests: readonly Sent[]): Promise<void> {
  for (const { method, path, headers, body } of requests) {
    const answer = await pool.request({ method, path, headers, body: body.length > 0 ? body : null });
    await answer.body.arrayBuffer();
    if (answer.statusCode !== 200) throw new Error(`the floor was answered ${answer.statusCode}`);
  }
}

/**
 * Checks per second, from question to evaluation, with `inFlight` at a time against a simulator in this process; V5 in Brazil.
 */
export async function measureChecks(
  country: Country,
  { seconds, inFlight }: { seconds: number; inFlight: number },
): Promise<{ perSecond: number; cpuMs: number }> {
  const simulator = await startSimulator();
  const registries = openRegistries(sandboxSettings(simulator.url), options);
  try {
    await mustAnswer(country, registries);
    const end = performance.now() + seconds * 1_000;
    const before = process.cpuUsage();
    let count = 0;
    const work = async () => {
      while (performance.now() < end) {
        await mustAnswer(country, registries);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, work));
    const { user, system } = process.cpuUsage(before);
    return { perSecond: count / seconds, cpuMs: (user + system) / 1_000 / count };
  } finally {
    await registries.close();
    await simulator.close();
  }
}
