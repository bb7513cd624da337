import { createHash } from 'node:crypto';
import type {
  FlowChallengeAnswer,
  FlowContext,
  FlowDocumentRequest,
  FlowErrorCode,
  FlowField,
  FlowFieldsRequest,
  FlowPicture,
  FlowRequirement,
  FlowStartRequest,
  FlowState,
  FlowStep,
  FlowSubmitRequest,
  FlowUploadAnswer,
  FlowUploadRequest,
  FlowVerdict,
} from '@countersign/contract';

/** What the invented session needs. */
export interface ScriptOptions {
  company?: string;
  /** Movements of the challenge; none: only a still. */
  challenge?: FlowStep[];
  still?: boolean;
  /** Whether pictures are wanted; default true. */
  pictures?: boolean;
  fields?: FlowField[];
  callback?: string | null;
  documents?: FlowState['rules']['documents'];
  country?: string | null;
  upload?: boolean;
  handoff?: FlowState['rules']['handoff'];
  /** Seconds without input after which the page closes; default: never. */
  inactivitySeconds?: number;
  language?: string | null;
  /** Bytes of a part that is suggested. */
  partBytes?: number;
}

const good: FlowVerdict = { result: 'ok', problems: [], retakesLeft: 2 };
const everyType = (['PASSPORT', 'ID_CARD', 'DRIVERS_LICENSE', 'RESIDENCE_PERMIT'] as const).map((type) => ({
  type,
  countries: null,
}));

interface Upload {
  request: FlowUploadRequest;
  bytes: Buffer;
  mediaId: string | null;
}

/** The session behind the link, with the rules of the real service as far as the page can notice. */
export class Script {
  readonly company: string;
  readonly bearers = new Set<string>();
  /** Reasons of every `POST /leave`. */
  readonly left: string[] = [];
  /** Verdicts of pictures to come, per context, the next one first; none: good. */
  readonly verdicts: Partial<Record<FlowContext, FlowVerdict[]>> = {};
  /** All media that were completed, by id. */
  readonly media = new Map<string, { context: string; origin: string; bytes: Buffer }>();
  readonly consents: FlowStartRequest['consents'] = [];
  readonly fields: FlowFieldsRequest = {};
  onChange: () => void = () => undefined;
  status: FlowState['session']['status'] = 'created';
  attempt = 1;
  ended: FlowState['ended'] = null;
  redo: FlowState['redo'] = null;
  /** What of a handoff a page sees; absent: nothing. */
  handoff: ((bearer: string | null) => FlowState['handoff']) | null = null;
  /** A device that is no page of this browser goes on. */
  heldElsewhere = false;
  language: string | null;
  /** Times a submission was accepted. */
  submissions = 0;
  still: boolean | null = null;
  readonly #options: ScriptOptions;
  readonly #uploads = new Map<string, Upload>();
  #revision = 1;
  #holder: string | null = null;
  #document: FlowState['document'] = null;
  #pictures: FlowPicture[] = [];
  #challenge: FlowChallengeAnswer | null = null;
  #hasFilm = false;

  constructor(options: ScriptOptions) {
    this.#options = options;
    this.company = options.company ?? 'Example Bank';
    this.language = options.language ?? null;
  }

  /** Something that the page must notice happened. */
  change(): void {
    this.#revision += 1;
    this.onChange();
  }

  enter(): string {
    const bearer = `bearer-${this.bearers.size + 1}`;
    this.bearers.add(bearer);
    this.takeOver(bearer);
    return bearer;
  }

  takeOver(bearer: string): void {
    if (this.#holder === bearer) return;
    this.#holder = bearer;
    this.change();
  }

  /** A picture that is there and good. */
  add(context: FlowContext, bytes: Buffer): void {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const facts = { auto: false, ms: 0, hints: {} };
    const { id } = this.open({
      context,
      size: bytes.length,
      sha256,
      origin: 'camera',
      facts,
      challenge: null,
    });
    this.append(id, { offset: 0, bytes });
    this.verdict(id);
  }

  /** The decision came. */
  end(ended: NonNullable<FlowState['ended']>): void {
    this.status = 'ended';
    this.ended = ended;
    this.change();
  }

  /** Another attempt is wanted. */
  request(problems: string[]): void {
    this.status = 'resubmission_requested';
    this.redo = {
      problems: problems.map((code) => ({ code, severity: 'fail' })),
      until: new Date(Date.now() + 300_000).toISOString(),
    };
    this.#pictures = [];
    this.#hasFilm = false;
    this.change();
  }

  #missing(): FlowRequirement[] {
    const { challenge, still = false, pictures = true, fields = [] } = this.#options;
    if (this.status === 'submitted' || this.status === 'review' || this.status === 'ended') return [];
    const needs: FlowRequirement[] = [];
    if (this.status === 'created') needs.push({ kind: 'start', consents: ['biometric'] });
    if (this.status === 'resubmission_requested') needs.push({ kind: 'start', consents: [] });
    if (pictures) needs.push(...this.#missingPictures(challenge !== undefined, still));
    const open = fields.filter((field) => this.fields[field] === undefined);
    if (open.length > 0) needs.push({ kind: 'fields', fields: open });
    return [...needs, { kind: 'submit' }];
  }

  #missingPictures(challenge: boolean, still: boolean): FlowRequirement[] {
    const needs: FlowRequirement[] = [];
    if (this.#document === null) needs.push({ kind: 'document' });
    const isDone = (context: FlowContext) =>
      this.#pictures.some((picture) => picture.context === context && picture.accepted);
    if (!isDone('document-front')) needs.push({ kind: 'picture', context: 'document-front' });
    if ((this.#document?.hasBack ?? true) && !isDone('document-back'))
      needs.push({ kind: 'picture', context: 'document-back' });
    if (!isDone('face') || (challenge && !this.#hasFilm))
      needs.push({ kind: 'picture', context: 'face', challenge: challenge, still });
    return needs;
  }

  state(bearer?: string): FlowState {
    const { callback = null, documents = everyType, country = 'CO', upload = true } = this.#options;
    const missing = this.#missing();
    return {
      revision: this.#revision,
      session: {
        status: this.status,
        attempt: this.attempt,
        attemptsLeft: 10 - this.attempt,
        mode: 'test',
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
      client: { name: this.company, callback, language: this.language },
      missing,
      next: missing[0] ?? null,
      document: this.#document,
      rules: {
        documents,
        country,
        upload,
        handoff: this.#options.handoff ?? 'offer',
        inactivitySeconds: this.#options.inactivitySeconds ?? null,
      },
      handoff: this.handoff?.(bearer ?? null) ?? null,
      pictures: this.#pictures,
      holder: this.heldElsewhere
        ? 'other'
        : bearer === undefined || bearer === this.#holder
          ? 'this'
          : 'other',
      redo: this.redo,
      ended: this.ended,
    };
  }

  start({ attempt, consents }: FlowStartRequest): FlowErrorCode | null {
    if (this.status === 'started' && attempt === this.attempt) return null;
    if (this.status === 'resubmission_requested' && attempt === this.attempt + 1) {
      this.attempt = attempt;
      this.redo = null;
    } else if (this.status !== 'created' || attempt !== this.attempt) return 'state-changed';
    this.consents.push(...consents);
    this.status = 'started';
    this.change();
    return null;
  }

  choose({ country, type }: FlowDocumentRequest): FlowErrorCode | null {
    if (this.status !== 'started') return 'state-changed';
    this.#document = { country, type, hasBack: type !== 'PASSPORT' };
    this.change();
    return null;
  }

  open(request: FlowUploadRequest): FlowUploadAnswer {
    const id = `${request.context}-${request.sha256.slice(0, 12)}`;
    if (!this.#uploads.has(id)) this.#uploads.set(id, { request, bytes: Buffer.alloc(0), mediaId: null });
    return this.#answer(id);
  }

  #answer(id: string): FlowUploadAnswer {
    const { request, bytes, mediaId } = this.#uploads.get(id)!;
    const complete = bytes.length === request.size;
    return { id, offset: bytes.length, partBytes: this.#options.partBytes ?? 131_072, mediaId, complete };
  }

  offset(id: string): number {
    return this.#uploads.get(id)?.bytes.length ?? 0;
  }

  append(id: string, { offset, bytes }: { offset: number; bytes: Buffer }): FlowUploadAnswer | FlowErrorCode {
    const upload = this.#uploads.get(id);
    if (!upload) return 'not-found';
    if (offset !== upload.bytes.length) return 'offset-wrong';
    upload.bytes = Buffer.concat([upload.bytes, bytes]);
    if (upload.bytes.length > upload.request.size) return 'too-large';
    if (upload.bytes.length === upload.request.size && bytes.length > 0) return this.#complete(id, upload);
    return this.#answer(id);
  }

  #complete(id: string, upload: Upload): FlowUploadAnswer | FlowErrorCode {
    const { request, bytes } = upload;
    if (createHash('sha256').update(bytes).digest('hex') !== request.sha256) {
      this.#uploads.delete(id);
      return 'digest-wrong';
    }
    const { context, origin } = request;
    this.media.set(id, { context, origin, bytes });
    if (context === 'film') {
      if (request.challenge !== this.#challenge?.id) return 'film-invalid';
      this.#hasFilm = true;
    } else {
      upload.mediaId = id;
      this.#pictures = this.#pictures.filter((picture) => picture.context !== context);
      this.#pictures.push({ id, context, origin, verdict: null, accepted: false });
    }
    this.change();
    return this.#answer(id);
  }

  verdict(id: string): FlowVerdict {
    const picture = this.#pictures.find((each) => each.id === id)!;
    if (picture.verdict !== null) return picture.verdict;
    picture.verdict = this.verdicts[picture.context]?.shift() ?? good;
    picture.accepted = picture.verdict.result !== 'fail';
    this.change();
    return picture.verdict;
  }

  accept(id: string): FlowErrorCode | null {
    const picture = this.#pictures.find((each) => each.id === id);
    if (picture?.verdict?.retakesLeft !== 0) return 'state-changed';
    picture.accepted = true;
    this.change();
    return null;
  }

  bytes(id: string): Buffer {
    return this.media.get(id)!.bytes;
  }

  draw(): FlowChallengeAnswer {
    const steps = this.#options.challenge ?? [];
    this.#challenge = {
      id: `challenge-${this.#revision}`,
      steps,
      expiresAt: new Date(Date.now() + 300_000).toISOString(),
    };
    return this.#challenge;
  }

  fill(fields: FlowFieldsRequest): FlowErrorCode | null {
    if (fields.idNumber === '0') return 'request-invalid';
    Object.assign(this.fields, fields);
    this.change();
    return null;
  }

  submit({ attempt, still }: FlowSubmitRequest): FlowErrorCode | null {
    if (attempt !== this.attempt) return 'state-changed';
    if (this.status !== 'started') return this.status === 'submitted' ? null : 'state-changed';
    this.status = 'submitted';
    this.still = still;
    this.submissions += 1;
    this.change();
    return null;
  }
}

export const createScript = (options: ScriptOptions): Script => new Script(options);
