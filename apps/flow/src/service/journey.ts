import type {
  FlowChallengeAnswer,
  FlowClaimAnswer,
  FlowContext,
  FlowErrorCode,
  FlowEvent,
  FlowFieldsRequest,
  FlowHandoffKind,
  FlowOfferAnswer,
  FlowState,
  FlowVerdict,
} from '@countersign/contract';
import { flowConsentVersion } from '@countersign/contract';
import type { Connection, Presented } from './connection.ts';
import type { LinkKind, OwnLink } from './phone-link.ts';
import { rest, restUnseen, untilHidden } from './poll-rests.ts';
import { isPersonal, isStale, isUnknown, Refusal } from './refusal.ts';
import { sendLeave } from './send-leave.ts';
import { attemptToStart, isDetailed, isFollowing, isOpen, isSent } from './state-facts.ts';
import { type Material, upload } from './upload.ts';

/** The state of the page. The service owns the flow: nothing here decides what comes next. */
export interface Model {
  /** `null` until the link has been exchanged. */
  state: FlowState | null;
  /** The link is unknown. */
  unknown: boolean;
  /** A code that this phone claimed and whose number the person has to choose; otherwise `null`. */
  claim: FlowClaimAnswer | null;
  /** Why a code or a phone's link does not work: it is void, or another number was chosen. */
  code: 'void' | 'mismatch' | null;
  /** A failure of the service; `reference` is for support. */
  failure: { reference: string | null } | null;
  /** Requests are being lost. */
  lost: boolean;
  /** The person is waiting for an action to complete. */
  busy: boolean;
  /** Share of the current upload, 0 to 1; `null` when there is none. */
  progress: number | null;
  /** The picture or film being sent, until the service has checked it. */
  sending: Material['context'] | null;
  /** The session was resumed since the page was loaded, with an earlier document or pictures. */
  resumed: boolean;
  /**
   * Details were typed in this attempt while the page was open: a step that is no longer missing, and that the state does not
   * list.
   */
  detailed: boolean;
  /** The session was submitted while this page was open. */
  submitted: boolean;
  /** The person left: temporarily, or at the end. */
  left: 'left' | 'finished' | null;
  /** The last request that was rejected because of the person's input. */
  refused: FlowErrorCode | 'unknown' | null;
}

/** Dependencies of a journey. @see spec/contract.md A-191 */
export interface JourneyOptions {
  connection: Connection;
  /** The address of the page, and for a code the link of this phone; default: a session link. */
  link?: { kind: LinkKind; token: string; own: OwnLink | null };
  /** This phone takes the session over by its own link. */
  onPassedOn?(token: string): void;
  onChange(): void;
  /** Called once per load for each event, once per attempt for `SUBMITTED`. */
  onEvent(name: FlowEvent): void;
}

/** Milliseconds after which the page leaves even if the request is still pending. */
const leaveMs = 3_000;
const pollLimitMs = 40_000;

export function createModel(): Model {
  return {
    state: null,
    unknown: false,
    claim: null,
    code: null,
    failure: null,
    lost: false,
    busy: false,
    progress: null,
    sending: null,
    resumed: false,
    detailed: false,
    submitted: false,
    left: null,
    refused: null,
  };
}

type Chosen = NonNullable<FlowState['document']>;

/**
 * The person's actions. Each resolves when the service has responded and the model has changed; none rejects. Nothing happens
 * before `enter`.
 */
export class Journey {
  readonly #connection: Connection;
  readonly #options: JourneyOptions;
  readonly #model: Model;
  /** Events already reported in this load. */
  readonly #reported = new Set<string>();
  #isPolling = false;
  /** Codes have been offered and not withdrawn. */
  #isOffering = false;

  constructor(options: JourneyOptions, model: Model) {
    this.#connection = options.connection;
    this.#options = options;
    this.#model = model;
  }

  model(): Model {
    return this.#model;
  }

  /** Enters, or claims the code in the page's address. */
  async open(): Promise<void> {
    const { link } = this.#options;
    if (!link?.own) return this.enter();
    const { own, token } = link;
    await this.#act(async () => {
      const body = { code: token, phone: own.token };
      try {
        const call = { method: 'POST', path: '/handoff/claim', body } as const;
        this.#change({ claim: await this.#connection.sendJson<FlowClaimAnswer>(call) });
      } catch (error) {
        // The number was chosen, but the page was reloaded before it learned the result.
        if (!own.kept || !isUnknown(error)) throw error;
        await this.#goOnAs({ token: own.token });
      }
    });
    return undefined;
  }

  /** Enters with the link of this phone. */
  async #goOnAs(link: Presented): Promise<void> {
    this.#connection.present(link);
    await this.#enter();
    this.#options.onPassedOn?.(link.token);
  }

  async enter(): Promise<void> {
    await this.#act(() => this.#enter());
  }

  /** @param number `null`: the person did not start this */
  async confirm(number: number | null): Promise<void> {
    const { claim } = this.#model;
    const own = this.#options.link?.own;
    if (claim === null || !own) return;
    await this.#act(async () => {
      const body = { phone: own.token, number };
      await this.#connection.send({ method: 'POST', path: '/handoff/confirm', body });
      this.#change({ claim: null });
      await this.#goOnAs({ token: own.token, language: claim.language });
    });
  }

  /**
   * Requests a code for a phone, in the background. @param signal cancels the wait
   * @returns `null` when there is none: the state shows why, or the request is retried
   */
  async offer(kind: FlowHandoffKind, language: string, signal: AbortSignal): Promise<FlowOfferAnswer | null> {
    this.#isOffering = true;
    try {
      const body = { kind, language };
      return await this.#connection.sendJson<FlowOfferAnswer>({
        method: 'POST',
        path: '/handoff',
        body,
        signal,
      });
    } catch (error) {
      if (!signal.aborted) await this.#refuse(error).catch((second: unknown) => this.fail(second));
      return null;
    }
  }

  /** Voids offered codes and a number that has not been chosen; does nothing if there are none. */
  async withdraw(): Promise<void> {
    const { state } = this.#model;
    const isPending = state?.handoff?.side === 'computer' && state.handoff.stage !== 'confirmed';
    if (!(this.#isOffering || isPending) || state?.holder !== 'this') return;
    this.#isOffering = false;
    try {
      this.#apply(await this.#connection.sendJson<FlowState>({ method: 'DELETE', path: '/handoff' }));
    } catch (error) {
      await this.#refuse(error).catch((second: unknown) => this.fail(second));
    }
  }

  /** @param consents whether consents are required and given */
  async start(consents: boolean, language: string): Promise<void> {
    const { state } = this.#model;
    if (state === null) return;
    const list = consents ? [{ type: 'biometric', version: flowConsentVersion, language }] : [];
    await this.#act(async () => {
      this.#change({ resumed: false });
      this.#apply(await this.#put('/start', { attempt: attemptToStart(state), consents: list }));
      this.#report('STARTED');
    });
  }

  chooseDocument(country: string, type: Chosen['type']): Promise<boolean> {
    return this.#act(async () => this.#apply(await this.#put('/document', { country, type }, 'PUT')));
  }

  /**
   * Sends a picture and waits for the result of its check.
   * @param onSent called once the service has the picture, before anything shows it
   * @returns whether it arrived
   */
  addPicture(material: Material, onSent: (mediaId: string) => void): Promise<boolean> {
    return this.#send(material, async (mediaId) => {
      if (mediaId !== null) onSent(mediaId);
      await this.#connection.sendJson<FlowVerdict>({ method: 'GET', path: `/media/${mediaId}/verdict` });
    });
  }

  sendFilm(material: Material): Promise<boolean> {
    return this.#send(material, () => Promise.resolve());
  }

  async drawChallenge(): Promise<FlowChallengeAnswer | null> {
    let drawn: FlowChallengeAnswer | null = null;
    await this.#act(async () => {
      drawn = await this.#connection.sendJson({ method: 'POST', path: '/challenge', body: {} });
    });
    return drawn;
  }

  async acceptPicture(context: FlowContext): Promise<void> {
    const picture = this.#model.state?.pictures.find((each) => each.context === context);
    if (picture) await this.#act(async () => this.#apply(await this.#put(`/media/${picture.id}/accept`, {})));
  }

  /** @returns `null` when it is unavailable */
  async preview(id: string): Promise<Blob | null> {
    try {
      return await (await this.#connection.send({ method: 'GET', path: `/media/${id}/preview` })).blob();
    } catch {
      // The screen shows the picture's name instead.
      return null;
    }
  }

  fillFields(fields: FlowFieldsRequest): Promise<boolean> {
    return this.#act(async () => this.#apply(await this.#put('/fields', fields, 'PUT')));
  }

  async submit(still: boolean): Promise<void> {
    const { state } = this.#model;
    if (state === null) return;
    const request = { attempt: state.session.attempt, still };
    await this.#act(async () => this.#apply(await this.#put('/submit', request)));
  }

  async takeOver(): Promise<void> {
    this.#isOffering = false;
    await this.#act(async () => this.#apply(await this.#put('/take-over', {})));
  }

  /** Continues after a failure. */
  async restore(): Promise<void> {
    this.#change({ failure: null });
    if (this.#connection.bearer() === null) return this.open();
    await this.#act(() => this.#readState());
    return undefined;
  }

  /** Leaves temporarily, or for good at the end. Reports a choice of the person, once the request has ended or timed out. @see A-430 */
  async leave(reason: 'left' | 'finished', isChosen = true): Promise<void> {
    this.#change({ busy: true });
    const request =
      this.#connection.bearer() === null ? Promise.resolve() : sendLeave(this.#connection, reason);
    await Promise.race([request, new Promise((resolve) => setTimeout(resolve, leaveMs))]);
    this.#change({ busy: false, left: reason });
    if (isChosen) this.#report(reason === 'left' ? 'CANCELED' : 'FINISHED');
  }

  /** Continues after leaving, if the page is still open. */
  comeBack(): void {
    this.#change({ left: null });
    void this.#act(() => this.#readState());
    void this.#poll();
  }

  #change(changes: Partial<Model>): void {
    Object.assign(this.#model, changes);
    this.#options.onChange();
  }

  #report(name: FlowEvent, key: string = name): void {
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#options.onEvent(name);
  }

  #apply(state: FlowState): void {
    const before = this.#model.state;
    if (before !== null && state.revision < before.revision) return;
    const isFollowed = before !== null && !isOpen(before) && !isSent(before) && isFollowing(state);
    const wasSent = before !== null && (isOpen(before) || isFollowed) && isSent(state);
    const isWaiting = isSent(state) && state.ended === null;
    const detailed = isDetailed(before, state, this.#model.detailed);
    this.#change({ state, detailed, submitted: this.#model.submitted || wasSent || isWaiting });
    // The computer reports what the phone does, because the host page is here.
    if (isFollowed && (isOpen(state) || wasSent)) this.#report('STARTED');
    if (wasSent) this.#report('SUBMITTED', `SUBMITTED ${before.session.attempt}`);
  }

  async #enter(): Promise<void> {
    const { state } = await this.#connection.enter();
    const hasWork = state.document !== null || state.pictures.length > 0;
    this.#change({ resumed: state.session.status === 'started' && hasWork });
    this.#apply(state);
    void this.#poll();
  }

  async #readState(): Promise<void> {
    this.#apply(await this.#connection.sendJson<FlowState>({ method: 'GET', path: '/state' }));
  }

  #put(path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<FlowState> {
    return this.#connection.sendJson<FlowState>({ method, path, body });
  }

  #send(material: Material, after: (mediaId: string | null) => Promise<void>): Promise<boolean> {
    return this.#act(async () => {
      this.#change({ sending: material.context });
      const mediaId = await upload(this.#connection, material, (progress) => this.#change({ progress }));
      this.#change({ progress: null });
      await after(mediaId);
      await this.#readState();
    });
  }

  /** Runs an action that the person waits for. @returns whether it succeeded */
  async #act(run: () => Promise<void>): Promise<boolean> {
    if (this.#model.busy) return false;
    this.#change({ busy: true, refused: null, resumed: false });
    try {
      await run();
      return true;
    } catch (error) {
      await this.#refuse(error).catch((second: unknown) => this.fail(second));
      return false;
    } finally {
      this.#change({ busy: false, progress: null, sending: null });
    }
  }

  async #refuse(error: unknown): Promise<void> {
    if (!(error instanceof Refusal)) return this.fail(error);
    if (error.code === 'link-unknown') return this.#lead(this.#isOfPhone() ? 'void' : null);
    if (error.code === 'number-wrong') return this.#lead('mismatch');
    if (isPersonal(error)) return this.#change({ refused: error.code });
    if (isStale(error)) return this.#readState();
    this.fail(error);
  }

  /** A code or link does not work, or no longer does. */
  #lead(code: Model['code']): void {
    this.#change({ unknown: true, code, claim: null });
  }

  #isOfPhone(): boolean {
    return this.#options.link !== undefined && this.#options.link.kind !== 'session';
  }

  /** Shows a failure that the person did not cause. */
  fail(error: unknown): void {
    this.#change({ failure: { reference: error instanceof Refusal ? error.reference : null } });
  }

  /** Follows changes on the service until the person leaves. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while (this.#model.left === null && !this.#model.unknown) {
      // A hidden page holds no connection open: a browser allows six for all of its pages.
      const since = document.hidden ? '' : `?since=${this.#model.state?.revision ?? 0}`;
      const { signal, release } = untilHidden();
      try {
        const call = { method: 'GET', path: `/state${since}`, limitMs: pollLimitMs, signal } as const;
        const answer = await this.#connection.send(call);
        if (answer.status === 200) this.#apply((await answer.json()) as FlowState);
        if (document.hidden) await restUnseen();
      } catch (error) {
        if (isUnknown(error)) this.#lead(this.#isOfPhone() ? 'void' : null);
        await (signal.aborted ? restUnseen() : rest());
      } finally {
        release();
      }
    }
    this.#isPolling = false;
  }
}
