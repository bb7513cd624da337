import { isIP } from 'node:net';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const seconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

/**
 * What the operator configures per integration; absent members take the defaults of `settingsOf`.
 * Stored as JSON in `integration.settings`, parsed here and nowhere else.
 */
export const IntegrationSettings = Type.Object({
  /** A person decides doubtful cases (9121). Default: on for test, off for live integrations. */
  manualReview: Type.Boolean(),
  /** DELETE /sessions/{sessionId} is offered. */
  deletion: Type.Boolean(),
  sessionLifetimeSeconds: seconds(60, 90 * 86_400),
  resubmissionWindowSeconds: seconds(10, 90 * 86_400),
  /** Granular reason codes. */
  granularReasonCodes: Type.Boolean(),
  riskLabels: Type.Boolean(),
  riskScore: Type.Boolean(),
  extendedData: Type.Boolean(),
  fullAuto: Type.Boolean(),
  validateRegistry: Type.Boolean(),
  watchlistScreening: Type.Boolean(),
  drivingLicenceData: Type.Boolean(),
  ageEstimation: Type.Boolean(),
  proofOfAddress: Type.Boolean(),
  /** Registry check of the integration; decides which result objects a decision carries. */
  registry: Type.Union([Type.Null(), Type.Literal('BR_CPF'), Type.Literal('MX_INE'), Type.Literal('CO')]),
  /** 121: `endUserId` is mandatory. */
  requireEndUserId: Type.Boolean(),
  /** A-111 (b). */
  requireSignedCreation: Type.Boolean(),
  /** Browser origins that may create sessions; `*` admits every origin. */
  origins: Type.Union([Type.Literal('*'), Type.Array(Type.String())]),
  /** Networks (CIDR) that may call the API; empty admits all. */
  allowedAddresses: Type.Array(Type.String()),
  /** Default redirect target of the flow. */
  callback: Type.Union([Type.Null(), Type.String()]),
  /** Youngest age accepted, one of the ages of codes 530–536. */
  minimumAge: Type.Union([Type.Null(), ...[13, 14, 16, 18, 20, 21, 25].map((age) => Type.Literal(age))]),
  /** Document types accepted; `null` accepts every supported type. */
  acceptedDocuments: Type.Union([
    Type.Null(),
    Type.Array(Type.Object({ type: Type.String(), country: Type.Optional(Type.String()) })),
  ]),
  /** Decline (510, 511) instead of asking again (206, 207). */
  declineUnsupported: Type.Boolean(),
  declineExpired: Type.Boolean(),
  /** A session without a document picture is fine: only the face is compared with `face-reference`. */
  requireDocument: Type.Boolean(),
  requireSelfie: Type.Boolean(),
  /** 0–100, see FaceComparison.score. */
  faceAcceptScore: Type.Number({ minimum: 0, maximum: 100 }),
  faceReviewScore: Type.Number({ minimum: 0, maximum: 100 }),
  /** As the two above, for the selfie against `face-reference`. */
  referenceAcceptScore: Type.Number({ minimum: 0, maximum: 100 }),
  referenceReviewScore: Type.Number({ minimum: 0, maximum: 100 }),
  /** When print is read: where zone and code leave a doubt, also to confirm them, or never. */
  printedZone: Type.Union([Type.Literal('auto'), Type.Literal('always'), Type.Literal('off')]),
  /** Widths in pixels and sharpness behind weak face scores; absent members take vision's defaults (60, 80, 10). */
  faceLimits: Type.Object(
    {
      compared: Type.Optional(Type.Number({ minimum: 60, maximum: 1000 })),
      strong: Type.Optional(Type.Number({ minimum: 60, maximum: 1000 })),
      sharp: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
    },
    { additionalProperties: false },
  ),
  /** 0–1: signs of a copied or altered picture this strong go to review or ask for a new picture; `null` only informs. */
  evidenceReview: Type.Union([Type.Null(), Type.Number({ minimum: 0, maximum: 1 })]),
  /** Sessions are compared with earlier ones of the integration: descriptors and numbers are kept, encrypted, as long as they. */
  crosslinks: Type.Boolean(),
  /** 0–100: faces of two sessions count as one person's from this score on; every new face is compared with many. */
  crosslinkScore: Type.Number({ minimum: 50, maximum: 100 }),
  /** What follows when face or document were approved before, for another end-user (108, 110). */
  duplicates: Type.Union([Type.Literal('inform'), Type.Literal('review'), Type.Literal('decline')]),
  /** Faces the operator has blocked are declined (127). */
  blocklist: Type.Boolean(),
  /** Demanded knowledge about a live person. `challenge` is not on offer: only a hosted flow can reach it. */
  requiredAssurance: Type.Union([Type.Literal('none'), Type.Literal('passive'), Type.Literal('model')]),
  /** Requests per second per integration; `null` is unlimited. */
  requestsPerSecond: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
});
export type IntegrationSettings = Static<typeof IntegrationSettings>;

const defaults = (mode: 'test' | 'live'): IntegrationSettings => ({
  manualReview: mode === 'test',
  deletion: false,
  sessionLifetimeSeconds: 7 * 86_400,
  resubmissionWindowSeconds: 300,
  granularReasonCodes: false,
  riskLabels: false,
  riskScore: false,
  extendedData: false,
  fullAuto: false,
  validateRegistry: false,
  watchlistScreening: false,
  drivingLicenceData: false,
  ageEstimation: false,
  proofOfAddress: false,
  registry: null,
  requireEndUserId: false,
  requireSignedCreation: false,
  origins: mode === 'test' ? '*' : [],
  allowedAddresses: [],
  callback: null,
  minimumAge: null,
  acceptedDocuments: null,
  declineUnsupported: false,
  declineExpired: false,
  requireDocument: true,
  requireSelfie: true,
  faceAcceptScore: 85,
  faceReviewScore: 50,
  referenceAcceptScore: 85,
  referenceReviewScore: 50,
  printedZone: 'auto',
  faceLimits: {},
  evidenceReview: 0.7,
  crosslinks: false,
  crosslinkScore: 95,
  duplicates: 'inform',
  blocklist: false,
  requiredAssurance: 'none',
  requestsPerSecond: null,
});

/** Settings whose part of the service does not exist yet, with the only value they may have: switched on, they would promise it. */
const notOffered = {
  validateRegistry: false,
  watchlistScreening: false,
  ageEstimation: false,
  proofOfAddress: false,
  registry: null,
} satisfies Partial<IntegrationSettings>;

/**
 * The settings in force: stored values over the mode's defaults.
 * @throws Error naming the first wrong member, without its value
 */
export function settingsOf(mode: 'test' | 'live', stored: unknown): IntegrationSettings {
  const merged: unknown = { ...defaults(mode), ...(stored as object) };
  if (!Value.Check(IntegrationSettings, merged)) {
    const [first] = Value.Errors(IntegrationSettings, merged);
    throw new Error(`integration setting not valid: ${first?.instancePath ?? ''}`);
  }
  for (const [name, value] of Object.entries(notOffered)) {
    if (merged[name as keyof typeof notOffered] !== value)
      throw new Error(`integration setting not offered yet: /${name}`);
  }
  const network = merged.allowedAddresses.find((text) => !isNetwork(text));
  if (network !== undefined) throw new Error('integration setting not valid: /allowedAddresses');
  return merged;
}

/** An address, or an address and the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (more.length > 0 || bits < 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
