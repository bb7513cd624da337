import type { FlowHandoff, FlowHandoffMode } from './flow-handoff.ts';

/**
 * The private protocol between the page of the end-user flow and the service: JSON below `/flow/v1`, on the flow's own origin. Its version
 * is independent of the public API's. The service owns the flow: the page shows the screen for `next` and computes nothing.
 * @see spec/contract.md
 */

/** Every endpoint is below this path; `/v/{token}` is the page itself. */
export const flowPath = '/flow/v1';

/** Limits of the page and of uploads. */
export const flowLimits = {
  /** Suggested size of an upload part, which is also the largest accepted. */
  partBytes: 128 * 1024,
  maximumPartBytes: 256 * 1024,
  /** Bytes of a picture: those of `limits.base64CharactersPerImage`, decoded. @see spec/contract.md A-38 */
  pictureBytes: 18_874_368,
  /** Bytes of a film of the head movements. */
  filmBytes: 8 * 1024 * 1024,
  /** Frames of a film. */
  filmFrames: { least: 8, most: 120 },
  /** Seconds for which an unfinished upload is kept. */
  uploadSeconds: 3_600,
  /** Seconds `GET /state?since=` waits for a change. */
  pollSeconds: 25,
  /** Seconds without a request after which a bearer expires. */
  bearerSeconds: 1_800,
  /** How often a picture is requested again before it is accepted as it is. */
  retakes: 2,
  /** Seconds for which a generated sequence of head movements is valid. */
  challengeSeconds: 300,
} as const;

/** Pictures that the flow takes, in the order in which it takes them. */
export const flowContexts = ['document-front', 'document-back', 'face'] as const;
export type FlowContext = (typeof flowContexts)[number];

/** Document types a person can choose. */
export const flowDocumentTypes = ['PASSPORT', 'ID_CARD', 'DRIVERS_LICENSE', 'RESIDENCE_PERMIT'] as const;
export type FlowDocumentType = (typeof flowDocumentTypes)[number];

/** Head movements of a challenge; left and right are the person's own. */
export type FlowStep = 'left' | 'right' | 'up' | 'closer' | 'back';

/** What the flow still needs, in the order of `missing`. */
export type FlowRequirement =
  /**
   * The first screen, shortened from the second attempt on. `consents` lists what has to be accepted; it is empty if everything was
   * accepted before.
   */
  | { kind: 'start'; consents: FlowConsentType[] }
  | { kind: 'document' }
  | { kind: 'picture'; context: 'document-front' | 'document-back' }
  /** `challenge`: the selfie needs a film of head movements; `still`: the person may choose to send only a still picture. */
  | { kind: 'picture'; context: 'face'; challenge: boolean; still: boolean }
  | { kind: 'fields'; fields: FlowField[] }
  | { kind: 'submit' };

/** What a person consents to before the flow begins. */
export const flowConsentTypes = ['biometric'] as const;
export type FlowConsentType = (typeof flowConsentTypes)[number];
/** Version of the consent texts on the page. It changes when their meaning changes. */
export const flowConsentVersion = '2026-11';

/** Values a person may be asked to type. */
export const flowFields = ['firstName', 'lastName', 'dateOfBirth', 'idNumber'] as const;
export type FlowField = (typeof flowFields)[number];

/** How the flow ended for this session. `complete`: approved or declined, without showing which. */
export type FlowEnd = 'complete' | 'expired' | 'abandoned';

/** The state of the flow. It carries no decision, score or sign of fraud. */
export interface FlowState {
  /** Rises with every change to what is shown. */
  revision: number;
  session: {
    status: 'created' | 'started' | 'submitted' | 'review' | 'resubmission_requested' | 'ended';
    /** From 1. */
    attempt: number;
    /** Attempts left after this one; 0 for the last. */
    attemptsLeft: number;
    mode: 'test' | 'live';
    /** RFC 3339, UTC. */
    expiresAt: string;
  };
  client: {
    /** Display name of the integration. */
    name: string;
    /** Address that a standalone page opens at the end; `null`: none. A page inside a frame never opens it. */
    callback: string | null;
    /** Language set by the integration or chosen earlier in this session, BCP 47; `null`: the browser's. */
    language: string | null;
  };
  /** All that is still needed; empty unless the session is `created`, `started` or `resubmission_requested`. */
  missing: FlowRequirement[];
  /** The first of `missing`, `null` when there is none. */
  next: FlowRequirement | null;
  /** The person's choice; `null` before it is made. `country` is ISO 3166-1 alpha-2. */
  document: { country: string; type: FlowDocumentType; hasBack: boolean } | null;
  rules: {
    /** Types offered; `countries` is `null` if the type is accepted from every country. */
    documents: { type: FlowDocumentType; countries: string[] | null }[];
    /** Country to preselect, from the session's data; `null` if the data names none. */
    country: string | null;
    /** Pictures may also be chosen from files. */
    upload: boolean;
    /** Whether this page may hand the session over to a phone, and whether it offers that first on a computer. */
    handoff: FlowHandoffMode;
    /** Seconds without input after which the page closes until the person continues; `null`: never. @see spec/contract.md A-430 */
    inactivitySeconds: number | null;
  };
  /** The newest picture of each context in the open attempt. */
  pictures: FlowPicture[];
  /** Whether this page is the one the session was last used on. */
  holder: 'this' | 'other';
  /** The handoff as this page sees it; `null`: none concerns it. */
  handoff: FlowHandoff | null;
  /** Why another attempt is requested and until when it is possible; set only while `resubmission_requested`. */
  redo: { problems: FlowProblem[]; until: string } | null;
  /** Set once the session is final. */
  ended: FlowEnd | null;
}

/** One picture of the open attempt, as the page sees it. */
export interface FlowPicture {
  id: string;
  context: FlowContext;
  origin: 'camera' | 'file';
  /** `null` until the picture has been assessed. */
  verdict: FlowVerdict | null;
  /** True if the verdict was not `fail`, or if the person kept a picture with problems after the retakes. */
  accepted: boolean;
}

/** A problem of a picture: its stable code, as in docs/guides/accuracy.md; the page has the wording. */
export interface FlowProblem {
  /** `img.blur`, `doc.glare`, … */
  code: string;
  severity: 'warn' | 'fail' | 'unknown';
}

/**
 * Whether a picture can be used. Answers `GET /media/{id}/verdict`, within 1.5 s at the 95th percentile; `GET /media/{id}/preview` is the
 * picture itself. `unknown`: the service could not assess it in time, and the flow continues.
 */
export interface FlowVerdict {
  result: 'ok' | 'warn' | 'fail' | 'unknown';
  /** All problems at once, failures first. */
  problems: FlowProblem[];
  /** Retakes left for this context; at 0 the picture may be used as it is. */
  retakesLeft: number;
}

/** `POST /enter`. No bearer. */
export interface FlowEnterRequest {
  /** The token of the session link, or of the link made for a phone. */
  token: string;
  /**
   * Language from the query or from the computer that handed the session over, BCP 47. It becomes the session's language; null changes
   * nothing.
   */
  language: string | null;
  embedded: boolean;
}

/** Answer to `POST /enter`. */
export interface FlowEnterAnswer {
  /** Sent as `authorization: Bearer …` with every later request; kept in memory only. */
  bearer: string;
  state: FlowState;
}

/** `POST /start`. @returns FlowState */
export interface FlowStartRequest {
  /** Number of the attempt that starts; a repetition with the same number changes nothing. */
  attempt: number;
  consents: { type: FlowConsentType; version: string; language: string }[];
}

/** `PUT /document`. @returns FlowState */
export interface FlowDocumentRequest {
  country: string;
  type: FlowDocumentType;
}

/** `POST /uploads`. Repeating it with the same context and digest in one attempt returns the same upload. */
export interface FlowUploadRequest {
  /** `film`: the film of the head-movement challenge. */
  context: FlowContext | 'film';
  /** Total size in bytes. */
  size: number;
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  sha256: string;
  origin: 'camera' | 'file';
  facts: FlowCaptureFacts;
  /** For a film: the challenge that it answers; otherwise `null`. */
  challenge: string | null;
}

/** How a picture was taken. Evidence, not proof. */
export interface FlowCaptureFacts {
  /** The page released the shutter automatically. */
  auto: boolean;
  /** Milliseconds from the first frame to the capture. */
  ms: number;
  /** How often each hint was shown, by name. */
  hints: Record<string, number>;
}

/** Also the answer to `PATCH /uploads/{id}` (a part as `application/octet-stream`, `upload-offset` in the header) and, as headers, to `HEAD`. */
export interface FlowUploadAnswer {
  id: string;
  /** Bytes that the service has received. */
  offset: number;
  /** Suggested bytes of the next part. */
  partBytes: number;
  /** The medium, once all bytes have arrived and their digest matches; `null` before that, and for films. */
  mediaId: string | null;
  /** All bytes have arrived. */
  complete: boolean;
}

/** `POST /media/{id}/accept`: the person uses a picture with problems; only at `retakesLeft` 0. @returns FlowState */

/** `POST /challenge`: a new random sequence from the service; only the latest one counts. */
export interface FlowChallengeAnswer {
  id: string;
  steps: FlowStep[];
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/** `PUT /fields`: only fields named in `missing`. Dates are `YYYY-MM-DD`. @returns FlowState */
export type FlowFieldsRequest = Partial<Record<FlowField, string>>;

/** `POST /submit`. A repetition with the same number gets the same answer. @returns FlowState */
export interface FlowSubmitRequest {
  attempt: number;
  /** The person declined the film and sends only the still picture, if that is offered. */
  still: boolean;
}

/** `POST /leave`, also as a beacon with the bearer in the body. 204 without a body. */
export interface FlowLeaveRequest {
  reason: 'left' | 'finished';
  bearer?: string;
}

/** Every refusal: `{ error: { code, message, reference } }`. `message` is for developers; the page has the wording for people. */
export interface FlowErrorBody {
  error: {
    code: FlowErrorCode;
    message: string;
    /** To be quoted to support. */
    reference: string;
  };
}

/** Error codes with their HTTP status. */
export const flowErrors = {
  /** A member is missing or wrong. */
  'request-invalid': 400,
  /** The bearer is missing, unknown or expired: enter again. */
  'bearer-invalid': 401,
  /** The link is forged, foreign, deleted or unknown. The answer is the same for all. */
  'link-unknown': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  /** The session is in another state than the request assumes: read the state. */
  'state-changed': 409,
  /** Another page of this session took over: take over to continue. */
  'not-holder': 409,
  /** A number other than the one on the computer was chosen; the code is void. */
  'number-wrong': 409,
  /** The part does not begin where the last one ended; the header `upload-offset` has the right position. */
  'offset-wrong': 409,
  /** More bytes than declared or allowed. */
  'too-large': 413,
  /** Not a JPEG, PNG or WebP picture. */
  'picture-type': 415,
  /** The bytes do not match the declared digest: upload again. */
  'digest-wrong': 422,
  /** The film cannot be read, belongs to another challenge, or came too late. */
  'film-invalid': 422,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>;
export type FlowErrorCode = keyof typeof flowErrors;

/** Screens of the page: values of `data-screen` on its `main` element. */
export const flowScreens = {
  F0: 'shell',
  F1: 'start',
  F2: 'use your phone',
  F2m: 'was this you',
  F2w: 'continued on the phone',
  F3: 'country and document',
  F4: 'camera primer',
  F4r: 'camera permission recovery',
  F5: 'document front',
  F5q: 'picture check',
  F6: 'document back',
  F7: 'selfie',
  F8: 'details',
  F9: 'review and send',
  F10: 'checking',
  F11: 'done',
  F12: 'ended',
  F13: 'leave',
  F14: 'help',
} as const;
export type FlowScreen = keyof typeof flowScreens;
