import type { PictureFindings } from '@countersign/findings';
import type { AcrossScripts } from '../session/document/across-scripts.ts';
import { contradictionsOf } from '../session/checks/authenticity.ts';
import type { CheckResult } from '../session/checks/check-result.ts';
import { compareClaims } from '../session/checks/data-match.ts';
import { doubtfulFace, resubmission, showsSeveralFaces } from '../session/checks/face-match.ts';
import type { DecisionRegistry } from '../session/decision-body.ts';
import type { DocumentReading } from '../session/document/document-reading.ts';
import type { DecisionPolicy } from '../session/policy.ts';
import type { SessionData } from '../session/session-data.ts';
import { brazilianNumber } from './registry-claims.ts';

/** A document presented to an integration where the registry decides alone. */
export interface PresentedDocument extends AcrossScripts {
  session: SessionData;
  policy: Pick<DecisionPolicy, 'faceAcceptScore' | 'faceReviewScore'>;
  findings: PictureFindings;
  reading: DocumentReading;
  /** `YYYY-MM-DD`, UTC. */
  today: string;
}

/** Which of the values sent to it a registry confirmed. */
interface Confirmed {
  name: boolean;
  birthDate: boolean;
}

/**
 * Checks that a document belongs to the person whom the registry approved, because the decision publishes the document's data. The document
 * must not contradict itself, its portrait is compared with the selfie, and name and date of birth with what the client sent, unless the
 * registry confirmed them.
 * @param registry the answer that approves
 * @see spec/contract.md A-360
 */
export function checkPresentedDocument(
  { session, policy, findings, reading, today, ...tools }: PresentedDocument,
  registry: DecisionRegistry,
): CheckResult[] {
  const confirmed = confirmedBy(registry);
  return [
    ...contradictionsOf({ findings, reading, today }),
    ...comparePortrait({ findings, policy, reading }, registry),
    ...compareClaims(
      { session, reading, ...tools },
      { name: !confirmed.name, birthDate: !confirmed.birthDate },
    ),
  ];
}

/** A doubtful score counts if only the portrait shows whose document it is. */
function comparePortrait(
  { findings, policy, reading }: Pick<PresentedDocument, 'findings' | 'policy' | 'reading'>,
  registry: DecisionRegistry,
): CheckResult[] {
  const { comparison } = findings;
  if (comparison === null || comparison.weak || comparison.score >= policy.faceAcceptScore) return [];
  if (comparison.score < policy.faceReviewScore)
    return [
      showsSeveralFaces(findings)
        ? resubmission(641)
        : { check: 'face_match', outcome: 'declined', code: 509 },
    ];
  return isHolders(reading, registry) ? [] : [doubtfulFace('face_doubtful')];
}

/**
 * Whether the registry shows that the document belongs to the person whose selfie it compared with its own portrait: it was called
 * about the number on the document, or confirmed both name and date of birth.
 */
function isHolders(reading: DocumentReading, registry: DecisionRegistry): boolean {
  if (registry.registry !== 'br' && registry.registry !== 'mx') return false;
  const number = registry.registry === 'br' ? brazilianNumber(reading) : reading.voterCard?.cic;
  const { name, birthDate } = confirmedBy(registry);
  return Boolean(number) || (name && birthDate);
}

function confirmedBy(registry: DecisionRegistry): Confirmed {
  if (registry.registry === 'br') {
    const { name_match, date_of_birth_match } = registry.object.validations ?? {};
    return { name: isConfirmed(name_match), birthDate: isConfirmed(date_of_birth_match) };
  }
  if (registry.registry === 'mx') {
    const { first_name_match, father_last_name_match, personal_number_match } =
      registry.object.validations ?? {};
    return {
      name: isConfirmed(first_name_match) && isConfirmed(father_last_name_match),
      // A CURP contains the date of birth.
      birthDate: isConfirmed(personal_number_match),
    };
  }
  // The others always compare names.
  return { name: true, birthDate: false };
}

const isConfirmed = (check: { result: string } | undefined): boolean => check?.result === 'success';
