import { insightLabels } from '@countersign/contract';
import { assuranceOf } from './challenge.ts';
import type { CheckName, CheckResult } from './checks/check-result.ts';
import { backsOf, frontsOf, selfiesOf } from './checks/check-result.ts';
import type { DocumentReading } from './document-reading.ts';
import type { ComparedField } from './field-values.ts';
import type { FieldName, PictureFindings } from '@countersign/findings';
import type { DecidedStatus } from './decision-body.ts';
import { genuineScore } from './risk.ts';

export interface FullAutoInput {
  status: DecidedStatus;
  findings: PictureFindings | null;
  reading: DocumentReading | null;
  results: readonly CheckResult[];
}

type Insight = 'yes' | 'no' | 'notApplicable' | 'unknown';

/**
 * The member `data.verification` of a full-auto webhook, recorded with every decision so that the integration can be switched
 * to full auto, and its reviewers can see why, without a second run.
 * @see spec/contract.md A-92
 */
export function fullAutoVerification(input: FullAutoInput) {
  const { status, findings, reading } = input;
  const ended = status === 'expired' || status === 'abandoned';
  return {
    decisionScore: ended || !findings ? null : genuineScore(findings, reading),
    decision: status,
    person: personFields(reading),
    document: documentFields(reading),
    insights: insights(input),
  };
}

/** What a full-auto webhook has beside `data`: UUIDs, times in milliseconds with `Z`. */
export interface FullAutoOccasion {
  sessionId: string;
  attemptId: string;
  /** As sent at creation; `null` when not sent. */
  vendorData: string | null;
  endUserId: string | null;
  /** When the session was created. */
  acceptanceTime: string;
  /** When it was decided. */
  time: string;
}

/** The body of a full-auto webhook. @see spec/contract.md A-92 */
export const fullAutoBody = (
  { sessionId, attemptId, vendorData, endUserId, acceptanceTime, time }: FullAutoOccasion,
  verification: ReturnType<typeof fullAutoVerification>,
) => ({
  status: 'success',
  eventType: 'fullauto',
  sessionId,
  attemptId,
  vendorData,
  endUserId,
  version: '1.0.0',
  acceptanceTime,
  time,
  data: { verification },
});

function personFields(reading: DocumentReading | null) {
  return {
    firstName: field(reading, reading?.firstName, 'firstName'),
    lastName: field(reading, reading?.lastName, 'lastName'),
    dateOfBirth: field(reading, reading?.dateOfBirth, 'birthDate'),
    gender: field(reading, reading?.gender, 'sex'),
    idNumber: field(reading, reading?.idNumber, 'personalNumber'),
    nationality: field(reading, reading?.nationality, 'nationality'),
    address: address(reading),
    placeOfBirth: field(reading, reading?.placeOfBirth, 'birthPlace'),
    foreignerStatus: null,
    occupation: null,
    employer: null,
    extraNames: null,
  };
}

function documentFields(reading: DocumentReading | null) {
  const licenceNumber = reading?.licence?.number ?? null;
  const firstIssue = reading?.licence?.firstIssue ?? null;
  return {
    number: field(reading, reading?.number, 'number'),
    type: { value: reading?.type?.toLowerCase() ?? null },
    country: { value: reading?.country ?? null },
    validUntil: field(reading, reading?.validUntil, 'expiryDate'),
    validFrom: field(reading, reading?.validFrom, 'issueDate'),
    firstIssue: firstIssue ? field(reading, firstIssue, 'firstIssueDate') : null,
    placeOfIssue: null,
    processNumber: null,
    residencePermitType: null,
    licenseNumber: licenceNumber ? field(reading, licenceNumber, 'number') : null,
  };
}

/** Confidence of the weakest character, in the wire's three classes. */
function confidenceCategory(confidence: number): 'high' | 'medium' | 'low' {
  if (confidence >= 0.9) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}

/** One read field with all its sources; `null` and no source where it was not read. */
function field(reading: DocumentReading | null, value: string | null | undefined, name: FieldName) {
  if (!reading?.source || !value) return { confidenceCategory: null, value: null, sources: [] };
  const read = reading.fields[name];
  const sources = reading.sources[name as ComparedField] ?? [read?.source ?? reading.source];
  return {
    confidenceCategory: confidenceCategory(read?.confidence ?? reading.confidence),
    value,
    sources,
  };
}

function address(reading: DocumentReading | null) {
  const value = reading?.address?.full;
  const { confidenceCategory: category, sources } = field(reading, value, 'address');
  return {
    confidenceCategory: category,
    value: value ?? null,
    components: reading?.address?.parsed ?? {},
    sources,
  };
}

function insights(input: FullAutoInput) {
  const rows: [string, Insight, 'document' | 'biometric' | 'fraud'][] = [
    ...documentInsights(input).map(([label, result]) => [label, result, 'document'] as const),
    ...biometricInsights(input).map(([label, result]) => [label, result, 'biometric'] as const),
    ['allowedIpLocation', 'notApplicable', 'fraud'],
    ['expectedTrafficBehaviour', 'unknown', 'fraud'],
  ].map((row) => row as [string, Insight, 'document' | 'biometric' | 'fraud']);
  return rows.map(([label, result, category]) => ({ label, result, category }));
}

const answer = (ok: boolean): Insight => (ok ? 'yes' : 'no');

function documentInsights({ findings, reading, results }: FullAutoInput): [string, Insight][] {
  if (!findings) return insightLabels.document.map((label) => [label, 'unknown']);
  const read = findings.mrz !== null;
  const has = (...codes: number[]) => results.some(({ code }) => codes.includes(code));
  const front = frontsOf(findings).length > 0;
  const back = backsOf(findings).length > 0;
  const good = !has(204, 614, 615, 619);
  return [
    ['documentAccepted', read ? answer(!has(602, 510, 620, 511)) : 'unknown'],
    ['documentRecognised', answer(reading?.type != null)],
    ['documentNotExpired', read ? answer(!has(620, 511)) : 'unknown'],
    ['documentFrontImageAvailable', answer(front)],
    ['documentFrontFullyVisible', front ? answer(!has(614)) : 'notApplicable'],
    ['documentBackImageAvailable', back ? 'yes' : 'notApplicable'],
    ['documentBackFullyVisible', back ? answer(!has(615)) : 'notApplicable'],
    ['documentImageQualitySufficient', front || back ? answer(good) : 'notApplicable'],
    // Nothing here proves a document genuine: the check digits can only contradict it.
    ['validDocumentAppearance', has(507) ? 'no' : 'unknown'],
    ['physicalDocumentPresent', 'unknown'],
  ];
}

const qualityOfFace: readonly CheckName[] = ['quality', 'face_match'];

function biometricInsights(input: FullAutoInput): [string, Insight][] {
  const { findings, results } = input;
  const face = findings ? selfiesOf(findings).some(({ faces }) => faces.length > 0) : false;
  const bad = results.some(
    ({ check, code }) => qualityOfFace.includes(check) && [202, 606, 641].includes(code),
  );
  const compared = findings?.comparison != null;
  const differs = results.some(({ check }) => check === 'face_match');
  return [
    ['faceImageAvailable', findings ? answer(face) : 'unknown'],
    ['faceImageQualitySufficient', face ? answer(!bad) : 'unknown'],
    // Signs in still pictures are no liveness test: without a challenge or an operator's network nothing is known.
    ['faceLiveness', faceLiveness(input)],
    ['faceSimilarToPortrait', compared ? answer(!differs) : 'unknown'],
    ['faceNotInBlocklist', 'unknown'],
  ];
}

function faceLiveness({ findings }: FullAutoInput): Insight {
  if (!findings || !['model', 'challenge'].includes(assuranceOf(findings.liveness))) return 'unknown';
  return answer(!findings.evidence.some(({ code, strength }) => code.startsWith('live.') && strength >= 0.5));
}
