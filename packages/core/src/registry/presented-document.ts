import type { PictureFindings } from '@countersign/findings';
import type { AcrossScripts } from '../session/across-scripts.ts';
import type { CheckResult } from '../session/checks/check-result.ts';
import { compareClaims } from '../session/checks/data-match.ts';
import type { DocumentReading } from '../session/document-reading.ts';
import type { DecisionPolicy } from '../session/policy.ts';
import type { DecisionRegistry } from '../session/decision-body.ts';
import type { SessionData } from '../session/session-data.ts';

export interface PresentedDocument extends AcrossScripts {
  session: SessionData;
  policy: Pick<DecisionPolicy, 'faceReviewScore'>;
  findings: Pick<PictureFindings, 'comparison'>;
  reading: DocumentReading;
}

/** What a registry confirmed of the values that were sent to it. */
interface Confirmed {
  name: boolean;
  birthDate: boolean;
}

/**
 * Whether a document that was presented on an integration where the registry alone decides is of the person whom the registry
 * approved, since the decision shows what the document has: its portrait against the selfie that the registry compared, and its name
 * and date of birth against what the client sent, unless the registry confirmed them.
 * @param registry the answer that approves
 * @see spec/contract.md A-360
 */
export function checkPresentedDocument(
  { session, policy, findings, reading, ...tools }: PresentedDocument,
  registry: DecisionRegistry,
): CheckResult[] {
  const confirmed = confirmedBy(registry);
  if (confirmed === null) return [];
  const { comparison } = findings;
  const isOther = comparison !== null && !comparison.weak && comparison.score < policy.faceReviewScore;
  return [
    ...(isOther ? [{ check: 'face_match', outcome: 'declined', code: 509 } as const] : []),
    ...compareClaims(
      { session, reading, ...tools },
      { name: !confirmed.name, birthDate: !confirmed.birthDate },
    ),
  ];
}

/** `null`: of a registry that compares no faces, but names always. */
function confirmedBy(registry: DecisionRegistry): Confirmed | null {
  if (registry.registry === 'br') {
    const { name_match, date_of_birth_match } = registry.object.validations ?? {};
    return { name: isConfirmed(name_match), birthDate: isConfirmed(date_of_birth_match) };
  }
  if (registry.registry === 'mx') {
    const { first_name_match, father_last_name_match, personal_number_match } =
      registry.object.validations ?? {};
    return {
      name: isConfirmed(first_name_match) && isConfirmed(father_last_name_match),
      // A CURP holds the date of birth.
      birthDate: isConfirmed(personal_number_match),
    };
  }
  return null;
}

const isConfirmed = (check: { result: string } | undefined): boolean => check?.result === 'success';
