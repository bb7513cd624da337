import { randomUUID } from 'node:crypto';
import { parseCreateSession, Problem } from '@countersign/contract';
import { advice, type Check, ok, request, wrong } from './doctor-checks.ts';

/** Seconds by which two clocks may differ: `Date` has a resolution of one second, and an answer takes time. */
const closeSeconds = 5;
/** From this difference on, receivers may reject webhooks as too old. */
const farSeconds = 120;

/** Checks that clients can reach an installation: through proxies, with its headers, from pages of other origins. @throws NoAnswer */
export async function checkApi(given: URL, origin: URL): Promise<Check[]> {
  const base = given.href.replace(/\/(v1\/?)?$/, '');
  const ready = await request(new URL(`${base}/readyz`), {});
  return [
    checkReady(ready),
    checkClock(ready),
    ...(await checkHeaders(base)),
    await checkCors(base, origin),
    checkTransport(given),
  ];
}

function checkReady({ status, url }: Response): Check {
  if (status === 200) return ok('ready', url);
  return status === 503
    ? wrong('ready', `${url} must answer 200, not 503: the installation cannot work now`)
    : advice('ready', `${url} answers ${status}: a proxy hides it from external monitoring`);
}

function checkClock({ headers }: Response): Check {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(at)) return advice('clock', 'the answer has no header Date');
  const seconds = Math.round((Date.now() - at) / 1000);
  const detail = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the installation`;
  if (Math.abs(seconds) <= closeSeconds) return ok('clock', detail);
  return Math.abs(seconds) < farSeconds
    ? advice('clock', `this machine is ${detail}`)
    : wrong('clock', `must agree with the installation; this machine is ${detail}`);
}

/** Uses an invalid key: the error shows that the header arrived, and which server answered. */
async function checkHeaders(base: string): Promise<Check[]> {
  const response = await request(new URL(`${base}/v1/sessions/${randomUUID()}/decision`), {
    headers: { 'x-auth-client': randomUUID(), 'x-hmac-signature': '0'.repeat(64) },
  });
  const text = await response.text();
  const code = codeOf(text);
  if (response.headers.get('x-request-id') === null)
    return [wrong('API', `${base}/v1 must be passed to the installation; x-request-id is missing`)];
  if (code === '1801')
    return [wrong('API', 'a proxy removes X-AUTH-CLIENT: pass all headers on, those with an x- too')];
  if (code !== '1803')
    return [
      wrong(
        'API',
        `must reject an unassigned key with 401/1803, not ${response.status}/${code ?? 'no code'}`,
      ),
    ];
  return [ok('API', 'headers arrive')];
}

function codeOf(text: string): string | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

async function checkCors(base: string, { origin }: URL): Promise<Check> {
  const response = await request(new URL(`${base}/v1/sessions`), {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, x-auth-client',
    },
  });
  const admitted = response.headers.get('access-control-allow-origin');
  return response.status === 204 && admitted === origin
    ? ok('CORS', `preflight for ${origin} passes; the integration must list it in origins`)
    : wrong(
        'CORS',
        `OPTIONS /v1/sessions must answer 204 for ${origin}, not ${response.status}: a proxy answers it`,
      );
}

function checkTransport({ protocol, hostname }: URL): Check {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isLocal
    ? ok('transport', isLocal ? 'this machine' : 'https')
    : wrong('transport', 'must be https: anyone who reads a signature over an identifier can use it again');
}

/** Whether `POST /sessions` accepts an address as `callback`. @see spec/contract.md */
export function checkCallback(text: string): Check[] {
  const accepts = (allowLoopbackHttpCallback: boolean): Problem | null => {
    try {
      parseCreateSession(
        { verification: { callback: text } },
        { today: '2026-01-01', mexico: false, registryAlone: null, allowLoopbackHttpCallback },
      );
      return null;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  };
  const refused = accepts(false);
  if (refused === null) return [ok('callback', text)];
  if (accepts(true) === null) return [advice('callback', 'test integrations only: http on this machine')];
  return [
    wrong('callback', `must be an absolute address with https and without user name; ${refused.message}`),
  ];
}
