import {
  type FlowConsentType,
  type FlowContext,
  type FlowDocumentType,
  flowDocumentTypes,
  type FlowField,
  type FlowRequirement,
  type RegistryCheckName,
} from '@countersign/contract';
import type { SessionData } from '../session/session-data.ts';
import type { AttemptStatus, SessionStatus } from '../session/transitions.ts';
import { type ChosenDocument, hasBack } from './document-sides.ts';

/** The settings of an integration that decide what the flow requires. */
export interface FlowRules {
  identityVerification: boolean;
  requireDocument: boolean;
  requireSelfie: boolean;
  watchlistScreening: boolean;
  registry: RegistryCheckName | null;
  /** `null` accepts every type; a row without country accepts the type from everywhere. */
  acceptedDocuments: readonly { type: string; country?: string }[] | null;
  livenessChallenge: boolean;
  stillAlternative: boolean;
}

/** A person's progress in the flow. */
export interface FlowProgress {
  status: SessionStatus;
  /** Status of the attempt that accepts input; `null` if none is open. */
  openAttempt: Extract<AttemptStatus, 'created' | 'started'> | null;
  session: SessionData;
  document: ChosenDocument | null;
  /**
   * Pictures of the open attempt, or those that will be carried over to a new attempt that has not begun. `usable`: it need not be taken
   * again.
   */
  pictures: readonly { context: string; usable: boolean }[];
  /** The attempt's challenge has been answered with a film. */
  film: boolean;
  consented: boolean;
}

/** A type of document offered to the person, with the countries for which it is offered; `null`: every country. */
export interface OfferedDocument {
  type: FlowDocumentType;
  countries: string[] | null;
}

/** The documents that the integration accepts, in the order of the flow's types. */
export function offeredDocuments({
  acceptedDocuments,
}: Pick<FlowRules, 'acceptedDocuments'>): OfferedDocument[] {
  return flowDocumentTypes.flatMap((type): OfferedDocument[] => {
    if (acceptedDocuments === null) return [{ type, countries: null }];
    const rows = acceptedDocuments.filter((row) => row.type === type);
    if (rows.length === 0) return [];
    const countries = rows.flatMap(({ country }) => (country === undefined ? [] : [country]));
    return [{ type, countries: countries.length < rows.length ? null : [...new Set(countries)].sort() }];
  });
}

/** Whether a choice is one of those offered. */
export const isOffered = (
  rules: Pick<FlowRules, 'acceptedDocuments'>,
  { country, type }: ChosenDocument,
): boolean =>
  offeredDocuments(rules).some(
    (offered) => offered.type === type && (offered.countries === null || offered.countries.includes(country)),
  );

/** The document if the flow offers no choice; otherwise `null`. */
export function onlyDocument(rules: Pick<FlowRules, 'acceptedDocuments'>): ChosenDocument | null {
  const [first, ...others] = offeredDocuments(rules);
  const [country, ...more] = first?.countries ?? [];
  if (!first || others.length > 0 || country === undefined || more.length > 0) return null;
  return { type: first.type, country };
}

/** Everything that the flow still needs, in order; empty unless the session accepts input. @see spec/contract.md A-183 */
export function flowRequirements(rules: FlowRules, progress: FlowProgress): FlowRequirement[] {
  const { status } = progress;
  if (status !== 'created' && status !== 'started' && status !== 'resubmission_requested') return [];
  const fields = missingFields(rules, progress.session);
  return [
    ...startOf(rules, progress),
    ...documentPictures(rules, progress),
    ...selfie(rules, progress),
    ...(fields.length > 0 ? [{ kind: 'fields' as const, fields }] : []),
    { kind: 'submit' },
  ];
}

/** The first screen begins an attempt; it is shown once for each attempt that the flow did not begin itself. */
function startOf(rules: FlowRules, { openAttempt, consented }: FlowProgress): FlowRequirement[] {
  if (openAttempt === 'started') return [];
  const consents: FlowConsentType[] = takesSelfie(rules) && !consented ? ['biometric'] : [];
  return [{ kind: 'start', consents }];
}

function documentPictures(rules: FlowRules, progress: FlowProgress): FlowRequirement[] {
  if (!takesDocument(rules, progress.session)) return [];
  const document = progress.document ?? onlyDocument(rules);
  // What else is needed depends on the document; all of them have a front.
  if (document === null) return [{ kind: 'document' }, ...unless(progress, 'document-front')];
  return [
    ...unless(progress, 'document-front'),
    ...(hasBack(document) ? unless(progress, 'document-back') : []),
  ];
}

const unless = (progress: FlowProgress, context: Exclude<FlowContext, 'face'>): FlowRequirement[] =>
  hasPicture(progress, context) ? [] : [{ kind: 'picture', context }];

const hasPicture = ({ pictures }: FlowProgress, context: FlowContext): boolean =>
  pictures.some((picture) => picture.context === context && picture.usable);

/** The film is part of the selfie: unless a still alone is allowed, the selfie is complete only with its film. */
function selfie(rules: FlowRules, progress: FlowProgress): FlowRequirement[] {
  if (!takesSelfie(rules)) return [];
  const { livenessChallenge: challenge, stillAlternative: still } = rules;
  const lacksFilm = challenge && !still && !progress.film;
  return hasPicture(progress, 'face') && !lacksFilm
    ? []
    : [{ kind: 'picture', context: 'face', challenge, still }];
}

/** Whether the flow takes a picture of the person. Two of the registries compare it when they decide alone. */
export const takesSelfie = ({ identityVerification, requireSelfie, registry }: FlowRules): boolean =>
  identityVerification ? requireSelfie : registry === 'BR_CPF' || registry === 'MX_INE';

/** A registry that decides alone is called with the session's data; a document is needed only for what is missing. */
function takesDocument(
  { identityVerification, requireDocument, registry }: FlowRules,
  session: SessionData,
): boolean {
  if (identityVerification) return requireDocument;
  const { document } = session;
  if (registry === 'BR_CPF') return document.country !== 'BR' || document.type !== 'DRIVERS_LICENSE';
  if (registry === 'MX_INE') return document.number === undefined;
  return registry === 'CO' && document.type === undefined;
}

/** Fields that the person has to type, because neither the client nor a document supplies them. */
export function missingFields(rules: FlowRules, session: SessionData): FlowField[] {
  const { person } = session;
  if (rules.identityVerification || takesDocument(rules, session)) return [];
  const lacksName =
    rules.watchlistScreening && person.firstName === undefined && person.lastName === undefined;
  const lacksNumber =
    (rules.registry === 'BR_CPF' || rules.registry === 'CO') && person.idNumber === undefined;
  return [
    ...(lacksName ? (['firstName', 'lastName'] as const) : []),
    ...(lacksNumber ? (['idNumber'] as const) : []),
  ];
}
