import { type AttackCase, type Expectation, request } from '../attack-case.ts';
import type { Request } from '../request.ts';
import { createSession, sendRequest, type Target } from '../target.ts';

/** Path prefix of all flow endpoints. */
export const base = '/flow/v1';
/** An identifier that does not exist. */
export const uuid = '5043de43-828c-4b68-9ca0-15a1b9ea504d';

/** A page that has entered with the link of its own session. */
export interface Entered {
  sessionId: string;
  token: string;
  bearer: string;
}

const json = (value: unknown): string => JSON.stringify(value);
/** Body for entering with the token of a link. */
export const enterBody = (token: string): string => json({ token, language: 'en', embedded: false });
/** Authorization header of a page that has entered. */
export const bearing = (bearer: string): [string, string][] => [['authorization', `Bearer ${bearer}`]];

/** Creates a session and enters with its link. @throws Error unless the response carries a bearer token */
export async function enter({ address, owner }: Target, credentials = owner): Promise<Entered> {
  const { id: sessionId, sessionToken: token } = await createSession(address, credentials);
  const answer = await sendRequest(address, {
    method: 'POST',
    target: `${base}/enter`,
    body: enterBody(token),
  });
  const { bearer } = JSON.parse(answer.body.toString('utf8')) as { bearer?: string };
  if (bearer === undefined) throw new Error(`enter: must be answered with a bearer, not ${answer.status}`);
  return { sessionId, token, bearer };
}

/** A request with a JSON body. */
export const post = (page: Entered, below: string, body: unknown): Request => ({
  method: 'POST',
  target: base + below,
  headers: bearing(page.bearer),
  body: typeof body === 'string' ? body : json(body),
});

/** The consents that the first screen requires. */
export const consents = [{ type: 'biometric', version: '2026-11', language: 'en' }];

/** A page whose session has been started. */
export async function started(target: Target): Promise<Entered> {
  const page = await enter(target);
  await sendRequest(target.address, post(page, '/start', { attempt: 1, consents }));
  return page;
}

type Make = (target: Target) => Request | Promise<Request>;

/** A case with a single request. */
export const row = (name: string, holds: Expectation, build: Make): AttackCase => ({
  group: 'flow',
  name: `flow: ${name}`,
  ids: ['A-180'],
  // No other origin may read anything of the flow.
  holds: { ...holds, headers: { 'access-control-allow-origin': null, ...holds.headers } },
  attack: request(build),
});
/** Expects one of these statuses. */
export const is = (...status: number[]): Expectation => ({ status });
