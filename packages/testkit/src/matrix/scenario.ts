import type { CaptureCondition, DocumentKind, Person, ZoneForgery } from '@countersign/specimens';
import type { GivenSettings } from '@countersign/service';
import type { Alteration } from './alterations.ts';

/** A drawn document of a person, and how it is photographed. */
export interface Card {
  kind: DocumentKind;
  /** Determines person, portrait, desk and light. */
  seed: number;
  /** Details that differ from the person of the seed. */
  person?: Partial<Person>;
  /** Default `typical`. */
  condition?: CaptureCondition;
  /** Prints a wrong check digit for the date of birth. */
  damagedMrz?: true;
  /** The card has the MRZ of a person with these details below its own print: an alteration with consistent check digits. */
  zoneOf?: Partial<Person>;
  /** MRZ and bar code contradict the print in this respect. */
  forgedZone?: ZoneForgery;
}

/** The subject of a picture before alterations. */
export type Subject =
  | { shows: 'front' | 'back'; card: Card }
  | { shows: 'selfie'; face: number; variant: number }
  | { shows: 'two people'; faces: readonly [number, number] }
  | { shows: 'empty table' | 'sheet of text' };

/** An upload. */
export type Picture = Subject & {
  /** Upload context. @see spec/contract.md A-35 */
  context: string;
  /** Alterations of the picture, in this order. */
  altered?: readonly Alteration[];
};

/** `verification` of POST /sessions. */
export interface Collected {
  person?: Record<string, unknown>;
  document?: Record<string, unknown>;
  [member: string]: unknown;
}

/** An earlier session of the same integration. */
export interface EarlierSession {
  collected?: Collected;
  pictures: readonly Picture[];
  expected: DecidedStatus;
  /** The operator adds its face to the blocklist. */
  blocked?: true;
}

export type DecidedStatus =
  | 'approved'
  | 'declined'
  | 'resubmission_requested'
  | 'review'
  | 'expired'
  | 'abandoned';

/** Values that a decision must publish; `null` for those that it must not. */
export type Published = Readonly<Record<string, string | null>>;

/** The decision that a scenario must end with. */
export interface Expected {
  status: DecidedStatus;
  /** `reasonCode`; granular unless the scenario turns granular codes off. */
  code: number | null;
  /** `reason`; absent if the catalogue's text for the code is acceptable too. */
  reason?: string;
  /** Names of all risk labels in any order; default none. */
  labels?: readonly string[];
  /** Members of the decision by path, such as `person.firstName`. */
  published?: Published;
}

/** The request that must be rejected, in place of a decision. */
export interface Refused {
  request: 'create' | 'upload';
  status: number;
  /** `code` of the error body. */
  code: string;
}

/** A row of the matrix. Pure data: `run-scenario.ts` executes it. */
export interface Scenario {
  /** Unique, and short enough for a column. */
  id: string;
  group: Group;
  /** What the person or the client does. */
  does: string;
  integration: 'live' | 'test';
  /** Settings in addition to granular reason codes and risk labels, which are on. */
  settings?: GivenSettings;
  collected?: Collected;
  /** Sessions that precede this one. */
  earlier?: readonly EarlierSession[];
  /** Earlier attempts of this session, each of which must end with a resubmission request. */
  attempts?: readonly (readonly Picture[])[];
  /** Pictures of the last attempt. */
  pictures: readonly Picture[];
  /** The registry contains this card's person, with these differences. */
  registered?: { card: Card; differing?: Record<string, unknown> };
  expected: Expected | Refused;
}

export const groups = [
  'genuine passport',
  'genuine card',
  'genuine licence',
  'declared data',
  'zone and code',
  'zone against print',
  'other scripts',
  'face',
  'selfie',
  'copy',
  'document picture',
  'edges',
  'sides',
  'missing',
  'rules',
  'other sessions',
  'attempts',
  'test integration',
  'registry',
  'complete body',
] as const;
export type Group = (typeof groups)[number];

/** The front of a card, uploaded as such; alterations are applied in order. */
export const front = (card: Card, ...altered: Alteration[]): Picture => ({
  context: 'document-front',
  shows: 'front',
  card,
  altered,
});

export const back = (card: Card, ...altered: Alteration[]): Picture => ({
  context: 'document-back',
  shows: 'back',
  card,
  altered,
});

export const selfie = (face: number, ...altered: Alteration[]): Picture => ({
  context: 'face',
  shows: 'selfie',
  face,
  variant: 1,
  altered,
});

/** The same picture, uploaded in another context. */
export const sentAs = (context: string, picture: Picture): Picture => ({ ...picture, context });

const oneSided: readonly DocumentKind[] = ['td3', 'td2', 'mrva', 'mrvb'];

/** All sides of a document. */
export const sides = (card: Card, ...altered: Alteration[]): Picture[] => [
  front(card, ...altered),
  ...(oneSided.includes(card.kind) ? [] : [back(card, ...altered)]),
];

/** All sides of a document, and a selfie of its holder. */
export const genuine = (card: Card, ...altered: Alteration[]): Picture[] => [
  ...sides(card, ...altered),
  selfie(card.seed),
];

export const approved = (published: Published = {}, labels: readonly string[] = []): Expected => ({
  status: 'approved',
  code: null,
  labels,
  published,
});
export const declined = (
  code: number,
  more: Pick<Expected, 'reason' | 'labels' | 'published'> = {},
): Expected => ({ status: 'declined', code, ...more });
/** Expects a resubmission request. */
export const resubmission = (
  code: number,
  more: Pick<Expected, 'reason' | 'labels' | 'published'> = {},
): Expected => ({ status: 'resubmission_requested', code, ...more });
/** Expects a review. */
export const review = (more: Pick<Expected, 'labels' | 'published'> = {}): Expected => ({
  status: 'review',
  code: null,
  ...more,
});

/** A row of a group, without members that have the group's defaults. */
export type Row = Omit<Scenario, 'group' | 'integration' | 'pictures'> &
  Partial<Pick<Scenario, 'integration' | 'pictures'>>;

/** The rows of a group. Defaults: live integrations and no pictures, unless the group or a row overrides them. */
export const rowsOf = (
  group: Group,
  rows: readonly Row[],
  { integration = 'live', pictures = [] }: Partial<Pick<Scenario, 'integration' | 'pictures'>> = {},
): Scenario[] => rows.map((row) => ({ integration, pictures, ...row, group }));
