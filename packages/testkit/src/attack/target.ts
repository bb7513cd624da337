import type { Address } from './address.ts';
import type { PortalPeople } from './portal-person.ts';
import { bytesOf, type Credentials, type Request, signedRead, signedWrite } from './request.ts';
import type { ServiceGauges } from './gauges.ts';
import { onePixel } from './pictures/png.ts';
import type { WireAnswer } from './answers.ts';
import { converse } from './wire.ts';

/** Additional integrations that attacks may need, by their configuration. */
export const tenantNames = [
  'stranger',
  'limited',
  'inactive',
  'restricted',
  'signed',
  'deleting',
  'reporting',
] as const;
export type TenantName = (typeof tenantNames)[number];

/** A decided session of an integration, with an attempt and a medium: a stranger's target. */
export interface Belongings {
  sessionId: string;
  attemptId: string;
  mediaId: string;
  /** Token of the session's link. */
  token: string;
}

/** The attacked service, and the data prepared for the attack. */
export interface Target {
  address: Address;
  /** The attacked integration, a test integration. */
  owner: Credentials;
  tenants: Partial<Record<TenantName, Credentials>>;
  owned: Belongings;
  /** The same for the stranger. */
  foreign: Belongings | null;
  /** `null` for a service that this program did not start, because creating people requires its command line. */
  portal: PortalPeople | null;
  /** Measurements of the service's processes; `null` for a service that this program did not start. */
  gauges: ServiceGauges | null;
}

/** Sends one request and returns its response. @throws Error when there is none */
export async function sendRequest(address: Address, request: Request): Promise<WireAnswer> {
  const { answers } = await converse(address, [{ send: bytesOf(request) }, { answers: 1 }], {
    limitMs: 20_000,
  });
  const [answer] = answers;
  if (!answer) throw new Error(`no answer to ${request.method ?? 'GET'} ${request.target}`);
  return answer;
}

async function expectJson(address: Address, request: Request, status: number): Promise<unknown> {
  const answer = await sendRequest(address, request);
  if (answer.status !== status)
    throw new Error(
      `${request.method ?? 'GET'} ${request.target}: ${answer.status} ${answer.body.toString('utf8').slice(0, 200)}`,
    );
  return JSON.parse(answer.body.toString('utf8'));
}

interface CreatedSession {
  verification: { id: string; sessionToken: string };
}

/** Creates a session; `firstName` may force an outcome. @see spec/contract.md A-102 */
export async function createSession(
  address: Address,
  credentials: Credentials,
  firstName = 'Liisa',
): Promise<CreatedSession['verification']> {
  const body = JSON.stringify({ verification: { person: { firstName, lastName: 'Maasikas' } } });
  const created = await expectJson(address, signedWrite(credentials, { target: '/v1/sessions', body }), 201);
  return (created as CreatedSession).verification;
}

/** Body of an upload. */
export const uploadBody = (picture: Buffer, context = 'document-front'): string =>
  JSON.stringify({ image: { context, content: picture.toString('base64') } });

/** Uploads a picture. @returns its media id */
export async function upload(
  address: Address,
  credentials: Credentials,
  { sessionId, picture }: { sessionId: string; picture: Buffer },
): Promise<string> {
  const target = `/v1/sessions/${sessionId}/media`;
  const uploaded = await expectJson(
    address,
    signedWrite(credentials, { target, body: uploadBody(picture) }),
    200,
  );
  return (uploaded as { image: { id: string } }).image.id;
}

/** Body of a submission. */
export const submission = '{"verification":{"status":"submitted"}}';

export const submit = (address: Address, credentials: Credentials, sessionId: string): Promise<unknown> =>
  expectJson(
    address,
    signedWrite(credentials, { method: 'PATCH', target: `/v1/sessions/${sessionId}`, body: submission }),
    200,
  );

/** Waits for a session's decision. @returns milliseconds waited @throws Error after `limitMs` */
export async function waitForDecision(
  address: Address,
  credentials: Credentials,
  { sessionId, limitMs = 60_000, everyMs = 50 }: { sessionId: string; limitMs?: number; everyMs?: number },
): Promise<number> {
  const startedAt = performance.now();
  const target = `/v1/sessions/${sessionId}/decision`;
  for (;;) {
    const read = signedRead(credentials, { target, over: sessionId });
    const { verification } = (await expectJson(address, read, 200)) as { verification: unknown };
    const waited = performance.now() - startedAt;
    if (verification !== null) return waited;
    if (waited > limitMs) throw new Error(`no decision within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Creates a session with a medium. It is decided unless `decided` is `false`, because reading a picture needs an idle worker. */
export async function belongingsOf(
  address: Address,
  credentials: Credentials,
  { decided = true }: { decided?: boolean } = {},
): Promise<Belongings> {
  const { id: sessionId, sessionToken: token } = await createSession(address, credentials, 'Approve');
  const mediaId = await upload(address, credentials, { sessionId, picture: onePixel });
  if (decided) {
    await submit(address, credentials, sessionId);
    await waitForDecision(address, credentials, { sessionId, limitMs: 180_000 });
  }
  const read = signedRead(credentials, { target: `/v1/sessions/${sessionId}/attempts`, over: sessionId });
  const { verifications } = (await expectJson(address, read, 200)) as { verifications: { id: string }[] };
  return { sessionId, mediaId, token, attemptId: verifications[0]?.id ?? '' };
}

/** A prepared integration. @throws Error if it was not prepared: a case that needs one lists it in `needs` */
export function tenant(target: Target, name: TenantName): Credentials {
  const found = target.tenants[name];
  if (!found) throw new Error(`integration "${name}" is missing`);
  return found;
}
