import { CountersignError } from './errors.ts';
import { encodeMedia, type MediaContent } from './media.ts';
import {
  type Answer,
  type Call,
  type CallOptions,
  type ClientOptions,
  type Connection,
  readOptions,
  send,
  wait,
} from './request.ts';
import { type IncomingWebhook, verifyWebhook, type Webhook } from './webhooks.ts';
import type * as wire from './wire.ts';

/** One picture to upload. */
export interface Media {
  context: wire.UploadMediaRequest['image']['context'];
  content: MediaContent;
  /** When it was taken, ISO 8601 with a time zone. */
  timestamp?: string;
}

/** A medium as it was uploaded. */
export interface MediaFile {
  bytes: Uint8Array;
  /** `image/jpeg`, `image/png`, `image/webp` or `video/mp4`. */
  type: string;
}

/** A decision that exists. */
export type Decision = wire.DecisionWebhookBody;

/** How long to wait for something. */
export interface WaitOptions extends CallOptions {
  /** Total time in milliseconds; 600 000 by default. */
  timeoutMs?: number;
  /** Milliseconds between two polls; 1 000 by default, at least 100. */
  intervalMs?: number;
}

/** Version of the registry queries. @see spec/contract.md A-75 */
const registryVersion = '1.0.0';

/**
 * Calls the public API of one integration. Every request is signed over the exact bytes that are sent, and every answer is verified. After
 * a broken connection, a request is sent again only if repeating it changes nothing. Every method rejects with `ApiError` when the service
 * refuses, `ConnectionError` when no answer arrives, `AnswerSignatureError` when an answer is not from the service, and with the reason of
 * an aborted `signal`.
 */
export class CountersignClient {
  readonly #connection: Connection;

  /** @throws CountersignError for an option that cannot work */
  constructor(options: ClientOptions) {
    this.#connection = readOptions(options);
  }

  async #json<Body>(call: Call): Promise<Body> {
    return readJson(await send(this.#connection, call)) as Body;
  }

  /** Creates a session. Open `verification.url` for the person, or upload media and submit. */
  async createSession(
    verification: wire.CreateSessionRequest['verification'] = {},
    options: CallOptions = {},
  ): Promise<wire.SessionBody> {
    refuseWrapped(verification);
    return this.#json({ ...options, method: 'POST', path: '/sessions', body: { verification } });
  }

  /** Uploads one picture: JPEG, PNG or WebP of at most 18 MiB. */
  async uploadMedia(
    sessionId: string,
    { context, content, timestamp }: Media,
    options: CallOptions = {},
  ): Promise<wire.MediaBody> {
    const image = { context, content: await encodeMedia(content), ...(timestamp ? { timestamp } : {}) };
    const path = '/sessions/{id}/media';
    return this.#json({ ...options, method: 'POST', path, id: sessionId, body: { image } });
  }

  /** Adds data that you collected about the person. */
  collectData(
    sessionId: string,
    data: wire.CollectedDataRequest,
    options: CallOptions = {},
  ): Promise<wire.CollectedDataBody> {
    const path = '/sessions/{id}/collected-data';
    return this.#json({ ...options, method: 'POST', path, id: sessionId, body: data });
  }

  /**
   * Submits a session, after all media are uploaded. Repeating it changes nothing while the session is `submitted`; once it has been
   * decided, only a repetition with the same `idempotencyKey` is accepted.
   */
  submitSession(sessionId: string, options: CallOptions = {}): Promise<wire.SessionBody> {
    const body: wire.SubmitSessionRequest = { verification: { status: 'submitted' } };
    return this.#json({ ...options, method: 'PATCH', path: '/sessions/{id}', id: sessionId, body });
  }

  /** Reads the decision; `verification` is `null` while there is none. */
  getDecision(sessionId: string, options: CallOptions = {}): Promise<wire.DecisionBody> {
    return this.#read(sessionId, '/decision', options);
  }

  /**
   * Polls until there is a decision, which may be `review` or `resubmission_requested`: neither is final. A webhook arrives sooner
   * and costs less.
   * @throws CountersignError after `timeoutMs`
   */
  async waitForDecision(
    sessionId: string,
    { timeoutMs = 600_000, intervalMs = 1000, ...options }: WaitOptions = {},
  ): Promise<Decision> {
    if (!(timeoutMs > 0)) throw new CountersignError(`timeoutMs: must be more than 0, not ${timeoutMs}`);
    if (!(intervalMs > 0)) throw new CountersignError(`intervalMs: must be more than 0, not ${intervalMs}`);
    const end = Date.now() + timeoutMs;
    for (;;) {
      const { verification, ...rest } = await this.getDecision(sessionId, options);
      if (verification) return { ...rest, verification };
      if (Date.now() >= end)
        throw new CountersignError(`session ${sessionId}: no decision within ${timeoutMs} ms`);
      await wait(Math.max(100, intervalMs), options.signal);
    }
  }

  /** Reads the watchlist screening; `null` while it is running. */
  async getWatchlistScreening(
    sessionId: string,
    options: CallOptions = {},
  ): Promise<wire.WatchlistBody | null> {
    const path = '/sessions/{id}/watchlist-screening';
    const answer = await send(this.#connection, { ...options, method: 'GET', path, id: sessionId });
    return answer.status === 202 ? null : (readJson(answer) as wire.WatchlistBody);
  }

  /** Reviews one hit of a screening. `riskLevel` goes with `true_match` only. */
  reviewHit(
    sessionId: string,
    hit: Extract<wire.WatchlistPatchRequest, { hit: unknown }>['hit'],
    options: CallOptions = {},
  ): Promise<wire.WatchlistPatchBody> {
    return this.#patchScreening(sessionId, { hit }, options);
  }

  /** Acknowledges what monitoring found. */
  acknowledgeChanges(sessionId: string, options: CallOptions = {}): Promise<wire.WatchlistPatchBody> {
    return this.#patchScreening(sessionId, { hasUnacknowledgedChanges: false }, options);
  }

  /** Ends monitoring; only the operator can begin it again. */
  disableMonitoring(sessionId: string, options: CallOptions = {}): Promise<wire.WatchlistPatchBody> {
    return this.#patchScreening(sessionId, { monitorStatus: 'disabled' }, options);
  }

  #patchScreening(sessionId: string, body: wire.WatchlistPatchRequest, options: CallOptions) {
    const path = '/sessions/{id}/watchlist-screening';
    return this.#json<wire.WatchlistPatchBody>({ ...options, method: 'PATCH', path, id: sessionId, body });
  }

  /** Creates a session that validates a national ID number. */
  async validateRegistry(
    verification: wire.ValidateRegistryRequest['verification'],
    options: CallOptions = {},
  ): Promise<wire.SessionBody> {
    refuseWrapped(verification);
    const path = '/sessions/validate-registry';
    return this.#json({ ...options, method: 'POST', path, body: { verification } });
  }

  /** Deletes a session with all data about the person. */
  deleteSession(sessionId: string, options: CallOptions = {}): Promise<wire.DeletionBody> {
    return this.#json({ ...options, method: 'DELETE', path: '/sessions/{id}', id: sessionId });
  }

  /** Reads data about the person. */
  getPerson(sessionId: string, options: CallOptions = {}): Promise<wire.PersonBody> {
    return this.#read(sessionId, '/person', options);
  }

  /** Lists the media of the newest attempt. */
  listMedia(sessionId: string, options: CallOptions = {}): Promise<wire.MediaListBody> {
    return this.#read(sessionId, '/media', options);
  }

  /** Lists the attempts of a session, newest first. */
  listAttempts(sessionId: string, options: CallOptions = {}): Promise<wire.AttemptListBody> {
    return this.#read(sessionId, '/attempts', options);
  }

  /** Lists the media of one attempt. */
  listAttemptMedia(attemptId: string, options: CallOptions = {}): Promise<wire.MediaListBody> {
    return this.#json({ ...options, method: 'GET', path: '/attempts/{id}/media', id: attemptId });
  }

  /** Reads a media file. */
  async getMedia(mediaId: string, options: CallOptions = {}): Promise<MediaFile> {
    const call = { ...options, method: 'GET', path: '/media/{id}', id: mediaId } as const;
    const { headers, bytes } = await send(this.#connection, call);
    return { bytes, type: headers.get('content-type') ?? '' };
  }

  /** Reads the decision of a full-auto integration. */
  getFullAutoDecision(sessionId: string, options: CallOptions = {}): Promise<wire.FullAutoDecisionBody> {
    return this.#read(sessionId, `/decision/fullauto?version=${registryVersion}`, options);
  }

  /** Reads the electoral-registry result (Mexico). */
  getIneRegistry(sessionId: string, options: CallOptions = {}): Promise<wire.IneRegistryBody> {
    return this.#read(sessionId, `/decision/ine-registry?version=${registryVersion}`, options);
  }

  /** Reads the population-registry result (Mexico). */
  getCurpRegistry(sessionId: string, options: CallOptions = {}): Promise<wire.CurpRegistryBody> {
    return this.#read(sessionId, `/decision/curp-registry?version=${registryVersion}`, options);
  }

  /** Reads both Mexican registry results together. */
  getCombinedRegistry(sessionId: string, options: CallOptions = {}): Promise<wire.CombinedRegistryBody> {
    const query = `version=${registryVersion}`;
    return this.#read(sessionId, `/decision/combined-ine-curp-registry?${query}`, options);
  }

  /** Lists the categories of fraud reports. */
  listFraudCategories(options: CallOptions = {}): Promise<wire.FraudCategoriesBody> {
    return this.#json({ ...options, method: 'GET', path: '/feedback/fraud-categories', api: 'feedback' });
  }

  /**
   * Advances the clock of a test integration; whatever would have happened in that time happens soon after.
   * @param advanceSeconds 1 to 31 622 400
   */
  advanceClock(advanceSeconds: number, options: CallOptions = {}): Promise<wire.ClockBody> {
    const body: wire.AdvanceClockRequest = { advanceSeconds };
    return this.#json({ ...options, method: 'POST', path: '/sandbox/clock', body });
  }

  /** Reports sessions as fraud. */
  reportFraud(body: wire.FraudReportRequest, options: CallOptions = {}): Promise<wire.FraudReportsBody> {
    const path = '/feedback/fraud-reports';
    return this.#json({ ...options, method: 'POST', path, body, api: 'feedback' });
  }

  /** Reads fraud reports. */
  retrieveFraudReports(
    body: wire.RetrieveFraudReportsRequest,
    options: CallOptions = {},
  ): Promise<wire.RetrievedFraudReportsBody> {
    const path = '/feedback/fraud-reports/retrieve';
    return this.#json({ ...options, method: 'POST', path, body, api: 'feedback' });
  }

  /** Verifies a webhook with the secrets of this client. @throws WebhookError */
  verifyWebhook(webhook: IncomingWebhook, toleranceSeconds: number | null = 300): Promise<Webhook> {
    return verifyWebhook(webhook, { secrets: this.#connection.secrets, toleranceSeconds });
  }

  #read<Body>(sessionId: string, below: string, options: CallOptions): Promise<Body> {
    return this.#json({ ...options, method: 'GET', path: `/sessions/{id}${below}`, id: sessionId });
  }
}

/** The service ignores unknown members, so passing the whole body from the reference would create an empty session. */
function refuseWrapped(verification: object): void {
  if ('verification' in verification)
    throw new CountersignError(
      'verification: must hold vendorData, person, document and the like themselves, not a verification again',
    );
}

const readJson = ({ bytes }: Answer): unknown => JSON.parse(new TextDecoder().decode(bytes));
