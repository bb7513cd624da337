import { hmacHex, signatureMatches } from '@countersign/service';
import { patienceMs } from './patience.ts';

/** An integrator's access to one integration. */
export interface Access {
  /** `{base_url}/v1` */
  apiUrl: string;
  apiKey: string;
  sharedSecret: string;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** The exact bytes of the response. */
  bytes: Buffer;
  /** The response as JSON; `null` for other content. */
  body: Body;
  /** Whether the response's signature matches the shared secret. */
  verified: boolean;
}

/** The parts of the decision object that tests and the demo read. */
export interface DecisionAnswer {
  status: string;
  verification: null | {
    id: string;
    attemptId: string;
    status: string;
    code: number;
    reason: string | null;
    reasonCode: number | null;
    person: Record<string, string | null>;
    document: Record<string, string | null>;
    [member: string]: unknown;
  };
  technicalData: { ip: string | null };
}

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API URL, e.g. `/sessions`. */
  path: string;
  /** JSON body; a string is sent unchanged. */
  body?: unknown;
  /** The text to sign; default: the body; `null` sends no signature. */
  sign?: string | null;
  headers?: Record<string, string>;
}

/** Calls the public API as documented: signs requests and verifies responses. */
export class ApiClient {
  readonly access: Access;

  constructor(access: Access) {
    this.access = access;
  }

  async call<Body = Record<string, unknown>>({
    method,
    path,
    body,
    sign,
    headers = {},
  }: Call): Promise<Answer<Body>> {
    const { apiUrl, apiKey, sharedSecret } = this.access;
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const signed = sign === undefined ? text : sign;
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        'x-auth-client': apiKey,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(signed === undefined || signed === null
          ? {}
          : { 'x-hmac-signature': hmacHex(sharedSecret, signed) }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const digest = Buffer.from(hmacHex(sharedSecret, bytes), 'hex');
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: (isJson ? JSON.parse(bytes.toString('utf8')) : null) as Body,
      verified: signatureMatches(digest, response.headers.get('x-hmac-signature') ?? ''),
    };
  }

  /** Creates a session. @param key `Idempotency-Key` @returns its id @throws Error unless the status is 201 */
  async createSession(verification: Record<string, unknown> = {}, key?: string): Promise<string> {
    const answer = await this.call<{ verification: { id: string } }>({
      method: 'POST',
      path: '/sessions',
      body: { verification },
      sign: null,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
    return expectStatus(answer, 201).body.verification.id;
  }

  /** Uploads a picture. @returns its media id */
  async uploadMedia(
    sessionId: string,
    { context, bytes }: { context: string; bytes: Uint8Array },
  ): Promise<string> {
    const body = { image: { context, content: Buffer.from(bytes).toString('base64') } };
    const answer = await this.call<{ image: { id: string } }>({
      method: 'POST',
      path: `/sessions/${sessionId}/media`,
      body,
    });
    return expectStatus(answer, 200).body.image.id;
  }

  async submit(sessionId: string): Promise<Answer> {
    const body = { verification: { status: 'submitted' } };
    return expectStatus(await this.call({ method: 'PATCH', path: `/sessions/${sessionId}`, body }), 200);
  }

  /** Deletes a session. @throws Error unless the status is 200 */
  async deleteSession(sessionId: string): Promise<Answer> {
    const call = { method: 'DELETE', path: `/sessions/${sessionId}`, sign: sessionId } as const;
    return expectStatus(await this.call(call), 200);
  }

  /** Sends GET decision once. */
  decision(sessionId: string): Promise<Answer<DecisionAnswer>> {
    return this.call<DecisionAnswer>({
      method: 'GET',
      path: `/sessions/${sessionId}/decision`,
      sign: sessionId,
    });
  }

  /** Polls until there is a decision. @throws Error after `ms` */
  async waitForDecision(sessionId: string, ms = patienceMs): Promise<Answer<DecisionAnswer>> {
    const start = performance.now();
    for (;;) {
      const answer = expectStatus(await this.decision(sessionId), 200);
      if (answer.body.verification) return answer;
      const waited = performance.now() - start;
      if (waited > ms) throw new Error(`session ${sessionId}: no decision within ${ms} ms`);
      // Polls less often over time, because polling takes the processor from whatever is awaited.
      const pause = Math.min(Math.max(waited / 8, 15), 250);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The service responded with an unexpected status. */
export class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  readonly status: number;
  /** `code` of the error body; `null` if it has none. */
  readonly code: string | null;

  constructor({ status, body, bytes }: Answer<unknown>, expected: number) {
    super(`expected ${expected}, got ${status}: ${bytes.toString('utf8').slice(0, 300)}`);
    this.status = status;
    const { code } = (body ?? {}) as { code?: unknown };
    this.code = typeof code === 'string' ? code : null;
  }
}

function expectStatus<Body>(answer: Answer<Body>, status: number): Answer<Body> {
  if (answer.status === status) return answer;
  throw new RefusedRequest(answer, status);
}
