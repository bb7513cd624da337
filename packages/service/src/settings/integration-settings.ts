import {
  countryCodes,
  flowHandoffModes,
  limits,
  retentionBounds,
  type ScreeningList,
  screeningLists,
} from '@countersign/contract';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { describeWrong, shownValue } from './setting-form.ts';
import { brandingDefaults, brandingFault, BrandingSettings } from './branding-settings.ts';
import { judgeOrigin } from './judge-origin.ts';
import { isNetwork } from '../runtime/networks.ts';
import {
  brazilDefaults,
  BrazilSettings,
  colombiaDefaults,
  ColombiaSettings,
  mexicoDefaults,
  MexicoSettings,
} from './registry-settings.ts';

/** One of the given words. */
const oneOf = <Word extends string>(...words: Word[]) =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))));

const seconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

/** How an integration screens against watchlists. @see spec/contract.md */
const WatchlistSettings = Type.Object(
  {
    /** At least one. */
    lists: Type.Array(Type.Unsafe<ScreeningList>({ type: 'string', enum: [...screeningLists] }), {
      minItems: 1,
      uniqueItems: true,
    }),
    /** Higher requires a closer match. */
    matchThreshold: Type.Integer({ minimum: 0, maximum: 100 }),
    /** Names are compared exactly as written. */
    exactMatch: Type.Boolean(),
    /** Filter, ISO 3166-1 alpha-2; combined with the person's own countries. Empty: none. */
    countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { uniqueItems: true }),
    excludeDeceased: Type.Boolean(),
    /** Maximum number of hits in a result. */
    limit: Type.Integer({ minimum: 1, maximum: limits.watchlistHitsConfigurable }),
    /** New sessions are monitored after their screening. */
    monitoring: Type.Boolean(),
    /** The structure that clients receive. */
    solution: Type.Union([Type.Literal('enhanced'), Type.Literal('legacy')]),
    /** Results include the listings of an entity. */
    listings: Type.Boolean(),
    /** Hits include the explanation of their score. */
    explanations: Type.Boolean(),
    /** A `false_positive` for a customer and an entity also applies in later sessions of the same customer. */
    carryFalsePositives: Type.Boolean(),
  },
  { additionalProperties: false },
);

const exactly = { additionalProperties: false };

const declaredRule = () =>
  Type.Union([Type.Literal('inform'), Type.Literal('resubmit'), Type.Literal('decline')]);

/** What follows if the document contradicts what the client declared about it. @see spec/contract.md A-132 */
const DeclaredDataSettings = Type.Object(
  {
    country: declaredRule(),
    type: declaredRule(),
    number: declaredRule(),
    idNumber: declaredRule(),
    gender: declaredRule(),
  },
  exactly,
);

const days = (minimum: number, maximum: number = retentionBounds.usual) => Type.Integer({ minimum, maximum });

/** Number of days for which each kind of data is kept; `null`: as long as the session. @see spec/contract.md A-240 */
const RetentionSettings = Type.Object(
  {
    /** Ended sessions with all their data, after their last change; `null`: for ever. */
    sessionDays: Type.Union([days(1), Type.Null()]),
    /** Pictures and films of ended sessions, after the last change. */
    pictureDays: Type.Union([days(1), Type.Null()]),
    /** Face descriptors with which later sessions are compared. */
    descriptorDays: days(1, retentionBounds.descriptors),
    /** Bodies of webhooks and their receivers' answers, after delivery has ended. */
    webhookDays: Type.Union([days(1), Type.Null()]),
  },
  exactly,
);

/**
 * The operator's configuration of an integration; absent members take the defaults of `settingsOf`. Stored as JSON in
 * `integration.settings`, and parsed only here.
 */
export const IntegrationSettings = Type.Object({
  /** A person decides doubtful cases (9121). Default: on for test integrations, off for live ones. */
  manualReview: Type.Boolean(),
  /** In the portal, reviews and true matches take two people: one proposes, another confirms. */
  fourEyes: Type.Boolean(),
  /** Operators' changes of settings take two people: one proposes, another approves (A-376). */
  secondApprover: Type.Boolean(),
  /** DELETE /sessions/{sessionId} is offered. */
  deletion: Type.Boolean(),
  /** Sessions can be reported as fraud. */
  fraudReports: Type.Boolean(),
  sessionLifetimeSeconds: seconds(60, 90 * 86_400),
  resubmissionWindowSeconds: seconds(10, 90 * 86_400),
  /** Each absent member takes its own default. */
  retention: RetentionSettings,
  /** Granular reason codes. */
  granularReasonCodes: Type.Boolean(),
  riskLabels: Type.Boolean(),
  riskScore: Type.Boolean(),
  extendedData: Type.Boolean(),
  fullAuto: Type.Boolean(),
  /** Numbers of the United States are validated over the API. */
  validateRegistry: Type.Boolean(),
  /**
   * Documents and faces are verified. Off: the integration only screens against watchlists, or only calls a registry
   * ("standalone"); on, a registry is called in addition.
   */
  identityVerification: Type.Boolean(),
  watchlistScreening: Type.Boolean(),
  /** Each absent member takes its own default. */
  watchlist: WatchlistSettings,
  drivingLicenceData: Type.Boolean(),
  ageEstimation: Type.Boolean(),
  proofOfAddress: Type.Boolean(),
  /** Registry check of the integration; decides which result objects a decision carries. */
  registry: Type.Union([Type.Null(), Type.Literal('BR_CPF'), Type.Literal('MX_INE'), Type.Literal('CO')]),
  /** If a registry gives no answer, the check is retried after 20 and 40 minutes before the missing answer becomes the result. */
  registryRetries: Type.Boolean(),
  /** In these three, each absent member takes its own default, even if their registry is not called. */
  brazil: BrazilSettings,
  mexico: MexicoSettings,
  colombia: ColombiaSettings,
  /** 121: `endUserId` is mandatory. */
  requireEndUserId: Type.Boolean(),
  /** A-111 (b). */
  requireSignedCreation: Type.Boolean(),
  /** Browser origins that may create sessions; `*` allows every origin. */
  origins: Type.Union([Type.Literal('*'), Type.Array(Type.String())]),
  /** Networks (CIDR) that may call the API; empty allows all. */
  allowedAddresses: Type.Array(Type.String()),
  /** Default redirect target of the flow. */
  callback: Type.Union([Type.Null(), Type.String()]),
  /** Scheme and authority of its sessions' links, on a domain that points to this installation; `null`: the installation's own (A-283). */
  flowUrl: Type.Union([Type.Null(), Type.String()]),
  /** Minimum age, one of the ages of codes 530–536. */
  minimumAge: Type.Unsafe<13 | 14 | 16 | 18 | 20 | 21 | 25 | null>(
    Type.Union([Type.Null(), ...[13, 14, 16, 18, 20, 21, 25].map((age) => Type.Literal(age))]),
  ),
  /** Document types accepted; `null` accepts every supported type. */
  acceptedDocuments: Type.Union([
    Type.Null(),
    Type.Array(Type.Object({ type: Type.String(), country: Type.Optional(Type.String()) })),
  ]),
  /** Whether documents of `UTO`, the fictitious state of ICAO's specimens, are accepted as well. */
  specimenDocuments: Type.Boolean(),
  /** Decline (510, 511) instead of requesting resubmission (206, 207). */
  declineUnsupported: Type.Boolean(),
  declineExpired: Type.Boolean(),
  /** A session may have no document picture: only the face is compared with `face-reference`. */
  requireDocument: Type.Boolean(),
  requireSelfie: Type.Boolean(),
  /** 0–100, see FaceComparison.score. */
  faceAcceptScore: Type.Number({ minimum: 0, maximum: 100 }),
  faceReviewScore: Type.Number({ minimum: 0, maximum: 100 }),
  /** Like the two above, for the selfie against `face-reference`. */
  referenceAcceptScore: Type.Number({ minimum: 0, maximum: 100 }),
  referenceReviewScore: Type.Number({ minimum: 0, maximum: 100 }),
  /**
   * When print is read: `auto` on every document, `always` also on sides without a portrait, `zone-only` if zone and code leave doubt,
   * `off` never.
   */
  printedZone: oneOf('auto', 'always', 'zone-only', 'off'),
  /** Widths in pixels and sharpness below which face scores are weak; absent members take vision's defaults (60, 80, 10). */
  faceLimits: Type.Object(
    {
      compared: Type.Optional(Type.Number({ minimum: 60, maximum: 1000 })),
      strong: Type.Optional(Type.Number({ minimum: 60, maximum: 1000 })),
      sharp: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
    },
    { additionalProperties: false },
  ),
  /** 0–1: signs of a copied or altered picture from this strength lead to review or require a new picture; with `null` they only inform. */
  evidenceReview: Type.Union([Type.Null(), Type.Number({ minimum: 0, maximum: 1 })]),
  /** Sessions are compared with earlier ones of the integration; descriptors and numbers are kept, encrypted, as long as the sessions. */
  crosslinks: Type.Boolean(),
  /** 0–100: faces of two sessions count as one person's from this score; every new face is compared with many. */
  crosslinkScore: Type.Number({ minimum: 50, maximum: 100 }),
  /** What follows if the face or the document was approved before for another end-user (108, 110). */
  duplicates: Type.Union([Type.Literal('inform'), Type.Literal('review'), Type.Literal('decline')]),
  /** Faces that the operator has blocked are declined (127). */
  blocklist: Type.Boolean(),
  /** Required evidence of a live person. `challenge`: only the end-user flow can provide it. */
  requiredAssurance: oneOf('none', 'passive', 'model', 'challenge'),
  /** The flow takes a film of head movements with the selfie. Always on if `requiredAssurance` is `challenge`. */
  livenessChallenge: Type.Boolean(),
  /** The flow offers to send only a still picture instead of the film. */
  stillAlternative: Type.Boolean(),
  /** Whether the flow offers people on a computer to continue on a phone; `prefer`: it offers that first. */
  handoff: oneOf(...flowHandoffModes),
  /** Without input, after which the page of the flow closes until the person continues; `null`: never. */
  flowInactivitySeconds: Type.Union([seconds(60, 86_400), Type.Null()]),
  /** Each absent member takes its own default. */
  declaredData: DeclaredDataSettings,
  /** Appearance of the flow; each absent member takes its own default. */
  branding: BrandingSettings,
  /** Requests per second per integration; `null` is unlimited. */
  requestsPerSecond: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
});
export type IntegrationSettings = Static<typeof IntegrationSettings>;

/** Settings whose members have their own defaults and are changed individually. */
export const settingGroups = [
  'watchlist',
  'brazil',
  'mexico',
  'colombia',
  'declaredData',
  'retention',
  'branding',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** Settings as submitted and stored: absent members take the mode's defaults. */
export type GivenSettings = Partial<Omit<IntegrationSettings, SettingGroup>> & {
  [Group in SettingGroup]?: Partial<IntegrationSettings[Group]>;
};

const watchlistDefaults: IntegrationSettings['watchlist'] = {
  lists: [...screeningLists],
  matchThreshold: 80,
  exactMatch: false,
  countries: [],
  excludeDeceased: false,
  limit: limits.watchlistHits,
  monitoring: false,
  solution: 'enhanced',
  listings: true,
  explanations: false,
  carryFalsePositives: false,
};

/** A document of another kind can be replaced by the declared one; another number means another document. */
const declaredDataDefaults: IntegrationSettings['declaredData'] = {
  country: 'resubmit',
  type: 'resubmit',
  number: 'decline',
  idNumber: 'resubmit',
  gender: 'resubmit',
};

/** No law requires faces to be kept for comparison for longer than three years after the last contact; several forbid it. */
const retentionDefaults: IntegrationSettings['retention'] = {
  sessionDays: null,
  pictureDays: null,
  descriptorDays: 1095,
  webhookDays: null,
};

/** Defaults that are the same for test and live integrations. */
const commonDefaults = {
  fourEyes: false,
  secondApprover: false,
  deletion: false,
  fraudReports: false,
  sessionLifetimeSeconds: limits.sessionLifetimeSeconds,
  resubmissionWindowSeconds: limits.resubmissionWindowSeconds,
  retention: retentionDefaults,
  granularReasonCodes: false,
  riskLabels: false,
  riskScore: false,
  extendedData: false,
  fullAuto: false,
  validateRegistry: false,
  identityVerification: true,
  watchlistScreening: false,
  watchlist: watchlistDefaults,
  drivingLicenceData: false,
  ageEstimation: false,
  proofOfAddress: false,
  registry: null,
  registryRetries: false,
  colombia: colombiaDefaults,
  requireEndUserId: false,
  requireSignedCreation: false,
  allowedAddresses: [],
  callback: null,
  flowUrl: null,
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
  livenessChallenge: false,
  stillAlternative: true,
  handoff: 'offer',
  flowInactivitySeconds: limits.flowInactivitySeconds,
  declaredData: declaredDataDefaults,
  branding: brandingDefaults,
  requestsPerSecond: null,
} satisfies Partial<IntegrationSettings>;

const defaults = (mode: 'test' | 'live'): IntegrationSettings => ({
  ...commonDefaults,
  manualReview: mode === 'test',
  specimenDocuments: mode === 'test',
  brazil: brazilDefaults(mode === 'test' ? 'on' : 'off'),
  mexico: mexicoDefaults(mode === 'test'),
  origins: mode === 'test' ? '*' : [],
});

/** Settings for parts of the service that do not exist yet, with the only value allowed: enabling them would promise those parts. */
const notOffered = {
  ageEstimation: false,
  proofOfAddress: false,
} satisfies Partial<IntegrationSettings>;

/** A setting has a value that is not allowed. */
export class InvalidSetting extends Error {
  override name = 'InvalidSetting';
}

/**
 * The settings in force: stored values over the mode's defaults.
 * @throws InvalidSetting naming the first wrong member and its value
 */
export function settingsOf(mode: 'test' | 'live', stored: unknown): IntegrationSettings {
  const base = defaults(mode);
  const given = stored as Partial<Record<keyof IntegrationSettings, unknown>>;
  const groups = settingGroups.map((group) => [group, over(base[group], given[group])] as const);
  const livenessChallenge = given.requiredAssurance === 'challenge';
  const merged: unknown = { ...base, livenessChallenge, ...given, ...Object.fromEntries(groups) };
  if (!Value.Check(IntegrationSettings, merged))
    throw new InvalidSetting(describeWrong(IntegrationSettings, merged));
  for (const [name, value] of Object.entries(notOffered)) {
    if (merged[name as keyof typeof notOffered] !== value)
      throw new InvalidSetting(`${name}: must be ${value}: the service does not offer it yet`);
  }
  const wrong = contradictionIn(merged) ?? flowUrlFault(merged.flowUrl, mode);
  if (wrong !== null) throw new InvalidSetting(wrong);
  return merged;
}

/** The first member that contradicts the others, and why if the name is not enough; `null` if none does. */
function contradictionIn(settings: IntegrationSettings): string | null {
  const { watchlist, colombia, registry, identityVerification, allowedAddresses } = settings;
  const unknown = watchlist.countries.find((code) => !countryCodes.has(code));
  if (unknown !== undefined)
    return `watchlist.countries: must be codes of ISO 3166-1 alpha-2, not ${shownValue(unknown)}`;
  if (
    !identityVerification &&
    !settings.watchlistScreening &&
    registry === null &&
    !settings.validateRegistry
  )
    return 'identityVerification: must be true, or watchlistScreening, a registry or validateRegistry must be on';
  if (identityVerification && registry === 'MX_INE')
    return 'registry: must not be MX_INE together with identityVerification; create an integration of its own for it';
  if (settings.requiredAssurance === 'challenge' && !settings.livenessChallenge)
    return 'livenessChallenge: must be true where requiredAssurance is challenge';
  if (colombia.resubmitFrom > colombia.passAbove)
    return `colombia.resubmitFrom: must not be above colombia.passAbove, ${colombia.passAbove}; it is ${colombia.resubmitFrom}`;
  const brand = brandingFault(settings.branding);
  if (brand !== null) return `branding.${brand.member}: ${brand.problem}`;
  const wrong = allowedAddresses.find((text) => !isNetwork(text));
  return wrong === undefined
    ? null
    : `allowedAddresses: must be addresses or networks (CIDR), not ${shownValue(wrong)}`;
}

function flowUrlFault(flowUrl: string | null, mode: 'test' | 'live'): string | null {
  const problem = flowUrl === null ? null : judgeOrigin(flowUrl, mode === 'test');
  return problem === null ? null : `flowUrl: ${problem}`;
}

/** Members merged over their defaults; anything but an object is left for validation to reject. */
function over(base: object, given: unknown): unknown {
  if (given === undefined) return base;
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...base, ...given } : given;
}
