import type { FlowHandoff, FlowHandoffMode } from './flow-handoff.ts';

/**
 * The private protocol between the page of the end-user flow and the service: JSON below `/flow/v1`, on the flow's own origin.
 * It is versioned apart from the public API. The service owns the flow: the page shows what `next` names and computes nothing.
 * @see spec/contract.md
 */

/** Every endpoint lies below this path; `/v/{token}` is the page itself. */
export const flowPath = '/flow/v1';

/** What a flow holds its page and its uploads to. */
export const flowLimits = {
  /** Bytes of a part that the service suggests, and the largest it takes. */
  partBytes: 128 * 1024,
  maximumPartBytes: 256 * 1024,
  /** Bytes of a picture: those of `limits.base64CharactersPerImage`, decoded. @see spec/contract.md A-38 */
  pictureBytes: 18_874_368,
  /** Bytes of a film of the head movements. */
  filmBytes: 8 * 1024 * 1024,
  /** Frames of a film. */
  filmFrames: { least: 8, most: 120 },
  /** Seconds an unfinished upload is kept. */
  uploadSeconds: 3_600,
  /** Seconds `GET /state?since=` waits for a change. */
  pollSeconds: 25,
  /** Seconds without a request after which a bearer ends. */
  bearerSeconds: 1_800,
  /** How often one picture is requested again before it is taken as it is. */
  retakes: 2,
  /** Seconds a drawn sequence of head movements can be used. */
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
  /** The first screen; at a later attempt a short one. `consents` names what has to be accepted, none when it was before. */
  | { kind: 'start'; consents: FlowConsentType[] }
  | { kind: 'document' }
  | { kind: 'picture'; context: 'document-front' | 'document-back' }
  /** `challenge`: a film of head movements belongs to the selfie; `still`: the person may choose to send only a still. */
  | { kind: 'picture'; context: 'face'; challenge: boolean; still: boolean }
  | { kind: 'fields'; fields: FlowField[] }
  | { kind: 'submit' };

/** What a person consents to before the flow begins. */
export const flowConsentTypes = ['biometric'] as const;
export type FlowConsentType = (typeof flowConsentTypes)[number];
/** Version of the texts that the page shows for consents. A change of their meaning is a new version. */
export const flowConsentVersion = '2026-11';

/** Values a person may be asked to type. */
export const flowFields = ['firstName', 'lastName', 'dateOfBirth', 'idNumber'] as const;
export type FlowField = (typeof flowFields)[number];

/** How the flow ended for this session. `complete`: approved or declined, which of the two is not shown. */
export type FlowEnd = 'complete' | 'expired' | 'abandoned';

/** The state of the flow. It carries no decision, score or sign of fraud. */
export interface FlowState {
  /** Grows with every change of what is shown. */
  revision: number;
  session: {
    status: 'created' | 'started' | 'submitted' | 'review' | 'resubmission_requested' | 'ended';
    /** From 1. */
    attempt: number;
    /** Tries left after this one; 0: it is the last. */
    attemptsLeft: number;
    mode: 'test' | 'live';
    /** RFC 3339, UTC. */
    expiresAt: string;
  };
  client: {
    /** Display name of the integration. */
    name: string;
    /** Where a page of its own goes at the end; `null`: nowhere. A page inside a frame never goes there. */
    callback: string | null;
    /** Language set by the integration or chosen before in this session, BCP 47; `null`: the browser's. */
    language: string | null;
  };
  /** All that is still needed; empty unless the session is `created`, `started` or `resubmission_requested`. */
  missing: FlowRequirement[];
  /** The first of `missing`, `null` when there is none. */
  next: FlowRequirement | null;
  /** Choices of the person so far; `null` before. `country` is ISO 3166-1 alpha-2. */
  document: { country: string; type: FlowDocumentType; hasBack: boolean } | null;
  rules: {
    /** Types offered; `countries` `null`: of every country. */
    documents: { type: FlowDocumentType; countries: string[] | null }[];
    /** Country to preselect: that of the session's data; `null` when nothing names one. */
    country: string | null;
    /** Pictures may be chosen from files beside the camera. */
    upload: boolean;
    /** Whether this page may pass the session on to a phone, and whether it begins with that on a computer. */
    handoff: FlowHandoffMode;
  };
  /** Pictures of the open attempt, each context's newest. */
  pictures: FlowPicture[];
  /** Whether this page is the one the session was last used on. */
  holder: 'this' | 'other';
  /** What of a handoff concerns this page; `null`: nothing. */
  handoff: FlowHandoff | null;
  /** Why another attempt is wanted and until when it is possible; only while `resubmission_requested`. */
  redo: { problems: FlowProblem[]; until: string } | null;
  /** Set once the session is final. */
  ended: FlowEnd | null;
}

/** One picture of the open attempt, as the page sees it. */
export interface FlowPicture {
  id: string;
  context: FlowContext;
  origin: 'camera' | 'file';
  /** `null` until it was judged. */
  verdict: FlowVerdict | null;
  /** The person kept a picture with problems after the retakes, or a verdict was not `fail`. */
  accepted: boolean;
}

/** A problem of a picture: its stable code, as in docs/guides/accuracy.md; the page owns the words. */
export interface FlowProblem {
  /** `img.blur`, `doc.glare`, … */
  code: string;
  severity: 'warn' | 'fail' | 'unknown';
}

/**
 * What one picture is worth, and the answer to `GET /media/{id}/verdict`, within 1.5 s at the 95th percentile; `GET
 * /media/{id}/preview` is the picture itself. `unknown`: the service could not judge it in time; the flow goes on.
 */
export interface FlowVerdict {
  result: 'ok' | 'warn' | 'fail' | 'unknown';
  /** All problems at once, failures first. */
  problems: FlowProblem[];
  /** Retakes that are still requested for this context; at 0 the picture may be used as it is. */
  retakesLeft: number;
}

/** `POST /enter`. No bearer. */
export interface FlowEnterRequest {
  /** The token of the session link, or of a phone's own. */
  token: string;
  /** BCP 47 of the query, or of the computer that passed the session on: the language of the session from now on; null changes nothing. */
  language: string | null;
  embedded: boolean;
}

/** Answer to `POST /enter`. */
export interface FlowEnterAnswer {
  /** Sent as `authorization: Bearer …` from then on; kept in memory only. */
  bearer: string;
  state: FlowState;
}

/** `POST /start`. @returns FlowState */
export interface FlowStartRequest {
  /** Of the attempt that starts; a repetition with the same number changes nothing. */
  attempt: number;
  consents: { type: FlowConsentType; version: string; language: string }[];
}

/** `PUT /document`. @returns FlowState */
export interface FlowDocumentRequest {
  country: string;
  type: FlowDocumentType;
}

/** `POST /uploads`. A repetition with the same context and digest in one attempt finds the same upload. */
export interface FlowUploadRequest {
  /** `film` is the film of the challenge. */
  context: FlowContext | 'film';
  /** Bytes in all. */
  size: number;
  /** SHA-256 of them, lower-case hexadecimal. */
  sha256: string;
  origin: 'camera' | 'file';
  facts: FlowCaptureFacts;
  /** Of the film: the challenge it answers; else `null`. */
  challenge: string | null;
}

/** How a picture was taken. Evidence, not proof. */
export interface FlowCaptureFacts {
  /** The shutter released by itself. */
  auto: boolean;
  /** Milliseconds from the first frame to the capture. */
  ms: number;
  /** Hints shown, by name, with how often. */
  hints: Record<string, number>;
}

/** Also the answer to `PATCH /uploads/{id}` (a part as `application/octet-stream`, `upload-offset` in the header) and, as headers, to `HEAD`. */
export interface FlowUploadAnswer {
  id: string;
  /** Bytes the service has. */
  offset: number;
  /** Suggested bytes of the next part. */
  partBytes: number;
  /** The medium, once all bytes are there and their digest agrees; `null` before, and for films. */
  mediaId: string | null;
  /** All bytes are there. */
  complete: boolean;
}

/** `POST /media/{id}/accept`: the person uses a picture with problems; only at `retakesLeft` 0. @returns FlowState */

/** `POST /challenge`: a new sequence, drawn by the service; the last one drawn is the one that counts. */
export interface FlowChallengeAnswer {
  id: string;
  steps: FlowStep[];
  /** RFC 3339, UTC. */
  expiresAt: string;
}

/** `PUT /fields`: only those named in `missing`. Dates are `YYYY-MM-DD`. @returns FlowState */
export type FlowFieldsRequest = Partial<Record<FlowField, string>>;

/** `POST /submit`. A repetition with the same number gives the same answer. @returns FlowState */
export interface FlowSubmitRequest {
  attempt: number;
  /** The person declined the film and sends the still alone, where that is offered. */
  still: boolean;
}

/** `POST /leave`, also as a beacon with the bearer in the body. 204 without a body. */
export interface FlowLeaveRequest {
  reason: 'left' | 'finished';
  bearer?: string;
}

/** Every refusal: `{ error: { code, message, reference } }`. `message` is for developers; the page owns the words for people. */
export interface FlowErrorBody {
  error: {
    code: FlowErrorCode;
    message: string;
    /** To be quoted to support. */
    reference: string;
  };
}

/** Refusals with their status. */
export const flowErrors = {
  /** A member is missing or wrong. */
  'request-invalid': 400,
  /** No bearer, an unknown one, or one that ended: enter again. */
  'bearer-invalid': 401,
  /** The link leads nowhere: forged, foreign, deleted, unknown. One wording for all. */
  'link-unknown': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  /** The session is in another state than the request assumes: read the state. */
  'state-changed': 409,
  /** Another page of this session took over: take over to go on. */
  'not-holder': 409,
  /** Another number than the computer shows was chosen; the code is void. */
  'number-wrong': 409,
  /** The part does not begin where the last one ended; the right place is in the header `upload-offset`. */
  'offset-wrong': 409,
  /** More bytes than announced or allowed. */
  'too-large': 413,
  /** No JPEG, PNG or WebP. */
  'picture-type': 415,
  /** The bytes do not have the digest announced: upload again. */
  'digest-wrong': 422,
  /** The film cannot be read, belongs to another challenge, or came too late. */
  'film-invalid': 422,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>;
export type FlowErrorCode = keyof typeof flowErrors;

/** Screens of the page, as its `main` carries them in `data-screen`. */
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
