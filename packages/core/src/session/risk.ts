import { type AcrossScripts, agreesAcrossScripts, hasOtherScript } from './document/across-scripts.ts';
import { showsTwoDocuments } from './checks/one-document.ts';
import { ageOn } from './checks/policy.ts';
import { birthDateDiffers, compareWhole, suppliedName } from './checks/data-match.ts';
import { type Crosslinks, crosslinkLabels, showsSeveralPeople } from './crosslinks.ts';
import { compareDeclared } from './declared-data.ts';
import { type DeclaredField, declaredFields } from './declared-fields.ts';
import type { DocumentReading } from './document/document-reading.ts';
import type { PictureFindings } from '@countersign/findings';
import { compareNames } from './names/names.ts';
import { nameLimits, strongPortraitWidth, type DecisionPolicy } from './policy.ts';
import { failsQuality } from './quality-verdicts.ts';
import type { SessionData } from './session-data.ts';

export interface RiskLabel {
  label: string;
  category: 'client_data_mismatch' | 'crosslinks' | 'images' | 'person' | 'session';
  /** The other sessions, newest first. */
  sessionIds: string[];
}

export interface RiskInput extends AcrossScripts {
  session: SessionData;
  policy: DecisionPolicy;
  findings: PictureFindings;
  reading: DocumentReading;
  links: Crosslinks;
  today: string;
}

/** Information for the client; a label never changes a decision. @see spec/contract.md A-53 */
export function riskLabels(input: RiskInput): RiskLabel[] {
  const { session, reading, today } = input;
  const birth = reading.dateOfBirth ?? session.person.dateOfBirth;
  const supplied: LabelRow[] = [
    [birthDateDiffers(input), 'client_data_mismatch', 'dob_differences_detected'],
    [bothNamesDiffer(input), 'client_data_mismatch', 'name_differences_detected'],
    ...declaredRows(input),
  ];
  const own: LabelRow[] = [
    [true, 'images', lowSimilarity(input) ?? ''],
    [birth !== undefined && ageOn(today, birth) < 18, 'person', 'possible_age_risk_young'],
    [showsSeveralPeople(input.links), 'session', 'session_attempts_of_different_people'],
  ];
  const category = 'crosslinks';
  const linked = crosslinkLabels(input.links).map(({ label, sessionIds }): RiskLabel => ({
    label,
    category,
    sessionIds,
  }));
  return [...labelled(supplied), ...linked, ...labelled(own)];
}

type LabelRow = [on: boolean, category: RiskLabel['category'], label: string];

const labelled = (rows: LabelRow[]): RiskLabel[] =>
  rows
    .filter(([on, , label]) => on && label)
    .map(([, category, label]) => ({ label, category, sessionIds: [] }));

const declaredLabels = {
  country: 'document_country_differences_detected',
  type: 'document_type_differences_detected',
  number: 'document_number_differences_detected',
  idNumber: 'id_number_differences_detected',
  gender: 'gender_differences_detected',
} as const satisfies Record<DeclaredField, string>;

/** @see spec/contract.md A-132 */
function declaredRows(input: RiskInput): LabelRow[] {
  const compared = compareDeclared(input);
  return declaredFields.map((field) => [
    compared[field] === 'unlike' || compared[field] === 'contradicts',
    'client_data_mismatch',
    declaredLabels[field],
  ]);
}

function bothNamesDiffer({ session, reading, ...tools }: RiskInput): boolean {
  const supplied = suppliedName(session);
  if (hasOtherScript(supplied)) return agreesAcrossScripts(supplied, reading, tools) === false;
  if (supplied.wholeName !== null) return (compareWhole(supplied, reading) ?? 1) < nameLimits.contradict;
  const { firstName = null, lastName = null } = session.person;
  const compared = compareNames({ firstName, lastName }, reading);
  return [compared.firstName, compared.lastName].every(
    (part) => part !== null && part < nameLimits.contradict,
  );
}

/** The label that explains a face score below acceptance, or `null`. */
function lowSimilarity({ findings, policy }: RiskInput): string | null {
  const { comparison, portrait } = findings;
  if (!comparison || comparison.score >= policy.faceAcceptScore || showsTwoDocuments(findings)) return null;
  const picture = findings.pictures.find(({ mediaId }) => mediaId === portrait?.mediaId);
  const faults = picture?.quality.filter(failsQuality).map(({ code }) => code) ?? [];
  if (portrait && portrait.width < strongPortraitWidth)
    return 'low_face_similarity_document_face_not_clearly_visible';
  if (faults.includes('img.blur')) return 'low_face_similarity_poor_document_image_sharpness';
  return faults.length > 0
    ? 'low_face_similarity_poor_unknown_document_image_conditions'
    : 'low_face_similarity_image_quality_good';
}

/**
 * How likely the session is genuine, 0 to 1, two decimals: the lower of the face score and the reading's confidence, reduced
 * by the strongest sign of a copy. A ranking, not a probability. `null` if neither score nor reading was computed.
 */
export function genuineScore(
  { comparison, evidence }: Pick<PictureFindings, 'comparison' | 'evidence'>,
  reading: Pick<DocumentReading, 'source' | 'confidence'> | null,
): number | null {
  const parts = [
    comparison ? comparison.score / 100 : null,
    reading?.source ? reading.confidence : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const doubt = Math.max(0, ...evidence.map(({ strength }) => strength)) / 2;
  return Math.round(Math.min(...parts) * (1 - doubt) * 100) / 100;
}
