/** One attempt in which everything agrees, and ways to change it. */
import { decideSession, type DecideInput } from '../src/session/decide.ts';
import type { FaceFinding, MrzFinding, PictureFinding, PictureFindings } from '../src/session/findings.ts';
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
  portrait: { mediaId: 'm-front', box: [160, 310, 182, 182], width: 182 },
  comparison: { distance: 0.2, score: 99.9, model: 'builtin-face@1', weak: false },
  comparisonReason: null,
  notComputed: [],
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
  declineUnsupported: false,
  declineExpired: false,
  faceAcceptScore: 85,
  faceReviewScore: 50,
};

export interface Changes {
  session?: Partial<SessionData>;
  policy?: Partial<DecisionPolicy>;
  findings?: Partial<PictureFindings>;
  attempt?: number;
}

export const input = (changes: Changes = {}): DecideInput => ({
  session: { ...session, ...changes.session },
  policy: { ...policy, ...changes.policy },
  findings: { ...findings, ...changes.findings },
  today: '2026-11-20',
  attempt: changes.attempt ?? 1,
});

export function decide(changes: Changes) {
  const verdict = decideSession(input(changes));
  return verdict.kind === 'decided' ? [verdict.outcome, verdict.code] : ['undecided', verdict.missing];
}

export const person = (supplied: SessionData['person']) => ({ session: { person: supplied } });
export const unread = { mrz: null } as const;
