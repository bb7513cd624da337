import type { SessionStatus } from './transitions.ts';

/** Another session of the same integration that has a face, a document, a number or a picture in common with this one. */
export interface LinkedSession {
  sessionId: string;
  status: SessionStatus;
  /** Reason code of its newest decision, `null` where it carries none. */
  reasonCode: number | null;
  /** It was reported as fraud, and the operator's review agreed. */
  agreedFraud: boolean;
  /** The persons' faces: `same` at or above the accepting score, `alike` at or above the doubtful one, else `null`. */
  face: 'same' | 'alike' | null;
  /** The same face is on both documents. */
  portrait: boolean;
  /** The same document number of the same state. */
  document: boolean;
  /** The same national number. */
  personalNumber: boolean;
  /** The same picture of the person was uploaded. */
  picture: boolean;
  /** Both were created for the same `endUserId`; `null` if either has none. */
  sameEndUser: boolean | null;
  /** Whether the names contradict each other, as read or otherwise as supplied; `null` where one is unknown. */
  namesDiffer: boolean | null;
  birthDatesDiffer: boolean | null;
  /** Whether the names the client supplied contradict each other. */
  suppliedNamesDiffer: boolean | null;
  /** It was created less than a day before this one. */
  recent: boolean;
}

/**
 * How earlier attempts of the session compare with this one; the least similar one counts. `person`: whether the same person was
 * in front of the camera; `unknown` where a face is missing, doubtful or unfit. `otherDocument`: one belonged to another person. `doubtful`:
 * the face is in doubt compared with an earlier one and matches none, so another selfie may settle it.
 * @see spec/contract.md
 */
export interface EarlierAttempts {
  person: 'same' | 'other' | 'unknown';
  otherDocument: boolean;
  doubtful?: boolean;
}

/** What is known beyond the attempt's own pictures; other sessions are included only if the integration requests it. */
export interface Crosslinks {
  /** Newest first. */
  sessions: readonly LinkedSession[];
  /** The operator has blocked this face. */
  blocklisted: boolean;
  /** Earlier attempts of the same session; `null` in the first. */
  attempts: EarlierAttempts | null;
}

/** Nothing was looked up, or nothing was found. */
export const noCrosslinks: Crosslinks = { sessions: [], blocklisted: false, attempts: null };

/** Number of related sessions within a day that is a sign in itself. */
const velocityLimit = 5;

/** Reason codes grouped by their meaning for a session, in either form of the catalogue. @see spec/contract.md A-100 */
const groups = {
  fraud: [106, 501, 503],
  tampering: [101, 102, 504, 505, 506, 507, 508],
  suspicion: [105, 502, 515, 526],
  mismatch: [103, 509],
} as const;

const declinedFor = (group: keyof typeof groups) => (session: LinkedSession) =>
  session.status === 'declined' && (groups[group] as readonly (number | null)[]).includes(session.reasonCode);
const declined = ({ status }: LinkedSession) => status === 'declined';
const isFraud = (session: LinkedSession) => session.agreedFraud || declinedFor('fraud')(session);
const byDocument = (session: LinkedSession) => session.document || session.personalNumber;
const byFace = ({ face }: LinkedSession) => face === 'same';

type Selects = (session: LinkedSession) => boolean;

/** Labels of, each with the sessions it concerns and the number it requires. */
const labelRows: readonly [label: string, least: number, ...selects: Selects[]][] = [
  ['document_crosslinked_with_fraud', 1, ({ document }) => document, isFraud],
  ['document_integration_level_crosslinked_with_fraud', 1, byDocument, isFraud],
  ['document_integration_level_crosslinked_with_multiple_declines', 2, byDocument, declined],
  [
    'document_integration_level_crosslinked_with_multiple_vendor_sent_names',
    1,
    byDocument,
    ({ suppliedNamesDiffer }) => suppliedNamesDiffer === true,
  ],
  [
    'document_integration_level_crosslinked_with_suspicious_behaviour',
    1,
    byDocument,
    declinedFor('suspicion'),
  ],
  ['document_integration_level_crosslinked_with_tampering', 1, byDocument, declinedFor('tampering')],
  [
    'document_holder_photo_crosslinked_with_multiple_dobs',
    1,
    ({ portrait }) => portrait,
    ({ birthDatesDiffer }) => birthDatesDiffer === true,
  ],
  ['session_crosslinked_with_known_fraud', 1, isFraud],
  ['session_crosslinked_with_person_and_document_photo_mismatch', 1, declinedFor('mismatch')],
  ['session_crosslinked_with_suspected_document_tampering', 1, declinedFor('tampering')],
  ['session_crosslinked_with_suspicious_behaviour', 1, declinedFor('suspicion')],
  ['session_crosslinked_with_velocity_abuse', velocityLimit, ({ recent }) => recent],
  [
    'session_person_crosslinked_with_multiple_dobs',
    1,
    byFace,
    ({ birthDatesDiffer }) => birthDatesDiffer === true,
  ],
  ['session_person_crosslinked_with_multiple_names', 1, byFace, ({ namesDiffer }) => namesDiffer === true],
  [
    'session_face_related_to_a_session_with_potentially_different_data',
    1,
    ({ face }) => face === 'alike',
    ({ namesDiffer, birthDatesDiffer }) => namesDiffer === true || birthDatesDiffer === true,
  ],
];

/** Maximum number of sessions named by a label. @see spec/contract.md A-53 */
const sessionsPerLabel = 20;

/** Labels of category `crosslinks`: information, never a verdict. @see spec/contract.md A-53 */
export function crosslinkLabels({ sessions }: Crosslinks): { label: string; sessionIds: string[] }[] {
  return labelRows.flatMap(([label, least, ...selects]) => {
    const concerned = sessions.filter((session) => selects.every((select) => select(session)));
    if (concerned.length < least) return [];
    return [{ label, sessionIds: concerned.slice(0, sessionsPerLabel).map(({ sessionId }) => sessionId) }];
  });
}

/** Whether attempts of the session show different people. @see spec/contract.md A-364 */
export const showsSeveralPeople = ({ attempts }: Crosslinks): boolean =>
  attempts !== null && (attempts.person === 'other' || attempts.otherDocument);
