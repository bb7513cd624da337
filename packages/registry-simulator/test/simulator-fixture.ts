/** A registry made up for the tests of the server itself, and ways to speak to a simulator byte by byte. */
import net from 'node:net';
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/server/simulator.ts';
import type {
  Scenario,
  SimulatedCall,
  SimulatedRegistry,
  SimulatedReply,
} from '../src/server/simulated-route.ts';

const numberOf = ({ body }: SimulatedCall): string | null =>
  typeof body === 'object' && body !== null && 'number' in body ? String(body.number) : null;

function row(number: string, more: Partial<Scenario> = {}): Scenario {
  return { id: `br.${number}`, number, person: { name: 'ANA' }, twist: {}, outcome: 'approved', ...more };
}

function validate(call: SimulatedCall, { person, twist }: Scenario): SimulatedReply {
  const { consent } = call.body as { consent?: string };
  if (consent !== undefined) {
    if (call.tokens.look('consent', consent) === null) return { status: 422, body: { code: 'DV203' } };
    call.tokens.use('consent', consent);
  }
  if (twist['delayMs'] !== undefined) return { status: 200, body: {}, delayMs: Number(twist['delayMs']) };
  if (twist['silent'] === true) return { status: 200, body: {}, silent: true };
  return {
    status: 200,
    body: {
      nuip: numberOf(call),
      found: person !== null,
      name: person?.['name'] ?? null,
      score: 0.97,
      state: 'EMITIDA',
      block: { needed: true },
      signature: { signatureValue: 'c2lnbmVk' },
    },
  };
}

/** Knows 100 (scenario), 101 (answers late), 102 (never answers), 2… under `/sandbox`, and the people it is given. */
export const inventedRegistry: SimulatedRegistry = {
  registry: 'br',
  scenarios: [
    row('100'),
    row('101', { twist: { delayMs: 300 } }),
    row('102', { twist: { silent: true } }),
    row('103', { id: 'br.stranger', person: { name: 'PEDRO' } }),
  ],
  pattern: (number) => (number.startsWith('2') ? row(number, { id: 'br.sandbox', number: null }) : null),
  plain: (number, person) => row(number, { id: 'br.plain', person }),
  objection: (person) => (typeof person['name'] === 'string' ? null : 'needs a name'),
  faults: {
    boolean: 'found',
    similarity: 'score',
    block: 'block',
    vocabulary: 'state',
    person: 'nuip',
    businessError: { status: 200, body: { estatus: 'ERROR' } },
  },
  routes: [
    {
      name: 'br.token',
      method: 'POST',
      path: '/token',
      bearer: false,
      registry: null,
      numberOf: () => null,
      answer: (call) => ({
        status: 200,
        body: { access_token: call.tokens.issue('bearer'), token_type: 'Bearer', expires_in: 3295 },
      }),
    },
    {
      name: 'br.gcc',
      method: 'POST',
      path: '/gcc',
      bearer: false,
      registry: null,
      numberOf: () => null,
      answer: (call) => ({ status: 200, body: call.tokens.issue('consent', { campos: ['cpf'] }) }),
    },
    {
      name: 'br.validate',
      method: 'POST',
      path: '/validate',
      bearer: true,
      registry: 'br',
      numberOf,
      answer: validate,
    },
    {
      name: 'br.status',
      method: 'GET',
      path: '/status/{cpf}',
      bearer: false,
      registry: 'br',
      numberOf: ({ params }) => params['cpf'] ?? null,
      answer: (_call, { id, person }) => ({ status: person === null ? 404 : 200, body: { id } }),
    },
  ],
};

/** Bearer token of the control interface in these tests. */
export const controlToken = 'control-of-the-tests';

/** A simulator of the invented registry that closes after the test. */
export async function simulatorOf(options: SimulatorOptions = {}): Promise<Simulator & AsyncDisposable> {
  const simulator = await startSimulator({
    registries: [inventedRegistry],
    population: {},
    controlToken,
    ...options,
  });
  return { ...simulator, [Symbol.asyncDispose]: () => simulator.close() };
}

/** Sends JSON; the answer's body is text. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** A fresh bearer token in a header. */
export async function authorised(simulator: Simulator): Promise<{ authorization: string }> {
  const { text } = await post(`${simulator.url}/token`, {});
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

/** Asks the control interface; `null` sends no body. */
export async function control(
  simulator: Simulator,
  [method, path]: readonly [string, string],
  body: unknown = null,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${simulator.url}/__sim${path}`, {
    method,
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** What came over one connection, byte by byte, and how it ended. */
export interface RawAnswer {
  head: string;
  body: Buffer;
  /** `open`: neither side had ended it when the time was up. */
  end: 'ended' | 'reset' | 'open';
  ms: number;
}

/** Asks about a number on a connection of its own. Rejects when no connection comes about. */
export function ask(
  simulator: Simulator,
  number: string,
  { token, waitMs = 5000 }: { token: string; waitMs?: number },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(simulator.url);
  const body = JSON.stringify({ number });
  const request = [
    'POST /validate HTTP/1.1',
    'host: simulator',
    `authorization: ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const start = Date.now();
    let connected = false;
    const settle = (end: RawAnswer['end']): void => {
      clearTimeout(timer);
      socket.destroy();
      const bytes = Buffer.concat(chunks);
      const split = bytes.indexOf('\r\n\r\n');
      const head = split === -1 ? '' : bytes.subarray(0, split).toString('latin1');
      resolve({ head, body: bytes.subarray(split === -1 ? 0 : split + 4), end, ms: Date.now() - start });
    };
    const timer = setTimeout(() => settle('open'), waitMs);
    socket.once('connect', () => {
      connected = true;
      socket.write(request);
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => settle('ended'));
    socket.once('error', (error) => {
      if (connected) return settle('reset');
      clearTimeout(timer);
      reject(error);
    });
  });
}
