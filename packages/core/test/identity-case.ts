/** One attempt in which everything agrees, and ways to change it. */
import { type Crosslinks, type LinkedSession, noCrosslinks } from '../src/session/crosslinks.ts';
import { decideSession, type DecideInput } from '../src/session/decide.ts';
import type {
  BarcodeFinding,
  ChallengeFinding,
  Evidence,
  FaceFinding,
  FieldReading,
  FieldReadings,
  MrzFinding,
  PictureFinding,
  PictureFindings,
  PrintedFinding,
} from '@countersign/findings';
import type { DecisionPolicy } from '../src/session/policy.ts';
import type { SessionData } from '../src/session/session-data.ts';

export const face: FaceFinding = {
  box: [100, 100, 300, 300],
  width: 300,
  confidence: 0.98,
  roll: 0,
  yaw: 2,
  pitch: 1,
  flags: [],
};
export const selfie: PictureFinding = {
  mediaId: 'm-face',
  context: 'face',
  refusal: null,
  width: 960,
  height: 1280,
  quality: [{ code: 'img.blur', value: 120, region: 'face' }],
  faces: [face],
  card: null,
  side: null,
  perceptualHash: null,
};
export const front: PictureFinding = {
  ...selfie,
  mediaId: 'm-front',
  context: 'document-front',
  width: 1600,
  height: 1200,
};
export const back: PictureFinding = { ...front, mediaId: 'm-back', context: 'document-back', faces: [] };

export const zone: MrzFinding = {
  mediaId: 'm-front',
  format: 'TD3',
  status: 'clean',
  lines: [],
  raw: [],
  checks: { number: true, birth: true, expiry: true, optional: true, composite: true },
  repaired: [],
  confidence: 0.97,
  fields: {
    documentCode: 'P',
    issuingState: 'UTO',
    number: 'KQ0914725',
    lastName: 'MAASIKAS',
    firstName: 'LIISA',
    truncated: false,
    birthDate: '1991-03-14',
    expiryDate: '2032-05-28',
    sex: 'F',
    rawSex: 'F',
    nationality: 'UTO',
    optional1: null,
    optional2: null,
    personalNumber: null,
    confidence: {},
  },
};
export const zoneWith = (
  fields: Partial<MrzFinding['fields']>,
  rest: Partial<MrzFinding> = {},
): MrzFinding => ({
  ...zone,
  ...rest,
  fields: { ...zone.fields, ...fields },
});

export const findings: PictureFindings = {
  pictures: [selfie, front],
  mrz: zone,
  barcode: null,
  printed: null,
  documentClass: { kind: 'passport', issuingState: 'UTO', confidence: 0.97, source: 'mrz' },
  portrait: { mediaId: 'm-front', box: [160, 310, 182, 182], width: 182 },
  comparison: { distance: 0.2, score: 99.9, model: 'builtin-face@1', weak: false },
  comparisonReason: null,
  reference: null,
  referenceReason: 'reference.none',
  evidence: [],
  liveness: { examined: 'passive', challenge: null },
  faceTraces: null,
  notComputed: [],
  cutShort: [],
  models: [],
};
export const score = (value: number, weak = false) => ({
  distance: 0.5,
  score: value,
  model: 'builtin-face@1',
  weak,
});

export const session: SessionData = {
  vendorData: null,
  endUserId: null,
  callback: null,
  person: {},
  document: {},
  address: {},
  consents: [],
  proofOfAddressTypes: [],
};

export const policy: DecisionPolicy = {
  manualReview: false,
  requireEndUserId: false,
  requireDocument: true,
  requireSelfie: true,
  minimumAge: null,
  acceptedDocuments: null,
  specimenDocuments: true,
  declineUnsupported: false,
  declineExpired: false,
  faceAcceptScore: 85,
  faceReviewScore: 50,
  referenceAcceptScore: 85,
  referenceReviewScore: 50,
  evidenceReview: 0.9,
  duplicates: 'inform',
  blocklist: false,
  requiredAssurance: 'none',
  declaredData: {
    country: 'resubmit',
    type: 'resubmit',
    number: 'decline',
    idNumber: 'resubmit',
    gender: 'resubmit',
  },
  faceLimits: {},
  registry: null,
};

/** A sign of a copied or altered picture. */
export const sign = (code: Evidence['code'], strength: number): Evidence => ({
  code,
  strength,
  mediaId: 'm-front',
  region: 'card',
  value: strength,
  sentence: 'A sign.',
});

/** A flawless challenge film, with changes. */
export const film = (changes: Partial<ChallengeFinding> = {}): ChallengeFinding => ({
  frames: 12,
  faceless: 0,
  steps: [],
  made: ['left', 'closer', 'right', 'up'],
  followed: true,
  worstDistance: 0.2,
  worstScore: 99.9,
  model: 'builtin-face@1',
  yawSpan: 40,
  planeResidue: 0.18,
  continuity: [],
  ...changes,
});

/** A field as read from print or a code. */
export const read = (value: string, confidence = 0.95): FieldReading => ({
  value,
  text: value,
  confidence,
  box: null,
});

/** The printed zone of the document of `zone`, with changes. */
export const printedWith = (fields: FieldReadings): PrintedFinding => ({
  mediaId: 'm-front',
  fields,
  documentClass: { kind: 'passport', issuingState: 'UTO', confidence: 0.9, source: 'printed' },
  side: 'front',
  template: 'labels',
  engine: 'tesseract 5.3.0',
});

/** A licence's bar code that names the person of `zone`, with changes. */
export const barcodeWith = (fields: FieldReadings = {}): BarcodeFinding => ({
  mediaId: 'm-back',
  format: 'PDF417',
  kind: 'aamva',
  length: 300,
  corners: [
    [0, 0],
    [9, 0],
    [9, 4],
    [0, 4],
  ],
  fields: {
    documentCode: read('DL', 1),
    number: read('KQ0914725', 1),
    lastName: read('MAASIKAS', 1),
    firstName: read('LIISA', 1),
    birthDate: read('1991-03-14', 1),
    expiryDate: read('2032-05-28', 1),
    ...fields,
  },
  version: '09',
  unofficial: false,
});

export interface Changes {
  session?: Partial<SessionData>;
  policy?: Partial<DecisionPolicy>;
  findings?: Partial<PictureFindings>;
  links?: Crosslinks;
  attempt?: number;
}

export const input = (changes: Changes = {}): DecideInput => ({
  session: { ...session, ...changes.session },
  policy: { ...policy, ...changes.policy },
  findings: { ...findings, ...changes.findings },
  links: changes.links ?? noCrosslinks,
  today: '2026-11-20',
  attempt: changes.attempt ?? 1,
});

export function decide(changes: Changes) {
  const verdict = decideSession(input(changes));
  return verdict.kind === 'decided' ? [verdict.outcome, verdict.code] : ['undecided', verdict.missing];
}

/** Another session that has nothing in common yet, with changes. */
export const linked = (changes: Partial<LinkedSession> = {}): LinkedSession => ({
  sessionId: 's-1',
  status: 'approved',
  reasonCode: null,
  agreedFraud: false,
  face: null,
  portrait: false,
  document: false,
  personalNumber: false,
  picture: false,
  sameEndUser: null,
  namesDiffer: null,
  birthDatesDiffer: null,
  suppliedNamesDiffer: null,
  recent: false,
  ...changes,
});

export const person = (supplied: SessionData['person']) => ({ session: { person: supplied } });
export const unread = { mrz: null, documentClass: null } as const;
