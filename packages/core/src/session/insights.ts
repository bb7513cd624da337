import { insightLabels } from '@countersign/contract';
import type { EvidenceCode, PictureFindings } from '@countersign/findings';
import { assuranceOf } from './challenge.ts';
import { shownSides } from './checks/capture.ts';
import {
  type CheckResult,
  documentPicturesOf,
  selfiesOf,
  wasOpened,
  type CheckInput,
} from './checks/check-result.ts';
import { isAccepted, isExpired, lastDayOf } from './checks/document.ts';
import { type Crosslinks, crosslinkLabels, showsSeveralPeople } from './crosslinks.ts';
import { isPortraitExchanged } from './exchanged-portrait.ts';

/** The findings of one attempt, and all results of its checks, in any order. */
export interface InsightInput extends Pick<
  CheckInput,
  'session' | 'findings' | 'reading' | 'policy' | 'links' | 'today'
> {
  results: readonly CheckResult[];
}

type Category = keyof typeof insightLabels;
type Label<C extends Category = Category> = (typeof insightLabels)[C][number];
/** `notApplicable`: there is nothing the label applies to. `unknown`: it could not be determined. */
export type InsightResult = 'yes' | 'no' | 'notApplicable' | 'unknown';

export interface Insight {
  label: Label;
  result: InsightResult;
  category: Category;
}

/**
 * The insights of a full-auto webhook, each label once: the findings, regardless of the decision and who made it.
 * @param input `null` if no picture was inspected: everything is then `unknown`
 * @see spec/contract.md
 */
export function insightsOf(input: InsightInput | null): Insight[] {
  const results = input && { ...documentInsights(input), ...faceInsights(input), ...fraudInsights(input) };
  const rows = Object.entries(insightLabels) as [Category, readonly Label[]][];
  return rows.flatMap(([category, labels]) =>
    labels.map((label) => ({ label, result: results?.[label] ?? 'unknown', category })),
  );
}

const answer = (holds: boolean): InsightResult => (holds ? 'yes' : 'no');

function allOf<C extends Category>(category: C, result: InsightResult): Record<Label<C>, InsightResult> {
  return Object.fromEntries(insightLabels[category].map((label) => [label, result])) as Record<
    Label<C>,
    InsightResult
  >;
}

/** Reason codes about the legibility of a document picture. */
const illegible = [203, 204, 614, 615, 619, 625, 626, 627, 628, 629, 630, 631, 632, 633, 634];
/** Causes with which the same codes mean something else. */
const notOfDocumentQuality: readonly CheckResult['cause'][] = [
  'selfie_unopened',
  'document_again',
  'print_unconfirmed',
];

const copied: readonly EvidenceCode[] = [
  'doc.recaptured',
  'doc.grey_copy',
  'doc.printed_copy',
  'doc.screenshot',
];
const altered: readonly EvidenceCode[] = ['doc.edited'];

function documentInsights(input: InsightInput): Record<Label<'document'>, InsightResult> {
  const { findings, reading, policy, results } = input;
  const pictures = documentPicturesOf(findings);
  if (pictures.length === 0 && !policy.requireDocument) return allOf('document', 'notApplicable');
  const has = (code: number) => results.some((result) => result.code === code);
  const shown = shownSides(findings);
  const isVisible = (side: 'front' | 'back', outOfFrame: number): InsightResult => {
    if (!shown.includes(side)) return 'notApplicable';
    if (has(outOfFrame)) return 'no';
    return pictures.some(wasOpened) ? 'yes' : 'unknown';
  };
  const isIllegible = results.some(
    ({ code, cause }) => illegible.includes(code) && !notOfDocumentQuality.includes(cause),
  );
  const isRead = reading.source !== null;
  return {
    documentAccepted: isRead ? answer(reading.type !== null && isAccepted(input)) : 'unknown',
    documentRecognised: pictures.length === 0 ? 'unknown' : answer(reading.type !== null),
    documentNotExpired: lastDayOf(input) === null ? 'unknown' : answer(!isExpired(input)),
    documentFrontImageAvailable: answer(shown.includes('front')),
    documentFrontFullyVisible: isVisible('front', 614),
    documentBackImageAvailable: shown.includes('back') ? 'yes' : has(609) ? 'no' : 'notApplicable',
    documentBackFullyVisible: isVisible('back', 615),
    documentImageQualitySufficient: shown.length === 0 ? 'notApplicable' : answer(!isIllegible),
    validDocumentAppearance: appearance(input),
    // Pictures can show that a document is a copy, but not that it is original.
    physicalDocumentPresent: showsSign(input, copied) ? 'no' : 'unknown',
  };
}

/** Signs count from the strength that lowers a decision. */
const showsSign = (
  { findings, policy: { evidenceReview } }: InsightInput,
  codes: readonly EvidenceCode[],
): boolean =>
  evidenceReview !== null &&
  findings.evidence.some(({ code, strength }) => codes.includes(code) && strength >= evidenceReview);

/** `yes` requires that print repeats values of the zone or bar code and contradicts none. */
function appearance(input: InsightInput): InsightResult {
  const isAltered = input.results.some(({ check }) => check === 'authenticity');
  const isExchanged = isPortraitExchanged(input.findings.evidence, input.policy.evidenceReview);
  if (isAltered || isExchanged || showsSign(input, altered)) return 'no';
  const states = Object.values(input.findings.agreement ?? {}).map(({ state }) => state);
  return states.includes('found') && !states.includes('contradicts') ? 'yes' : 'unknown';
}

const poorFace = [202, 606, 641];

function faceInsights(input: InsightInput): Record<Label<'biometric'>, InsightResult> {
  const { findings, policy, links, results } = input;
  const selfies = selfiesOf(findings);
  if (selfies.length === 0 && !policy.requireSelfie) return allOf('biometric', 'notApplicable');
  const isAbout = (cause: CheckResult['cause']) => results.some((result) => result.cause === cause);
  const hasFace = selfies.some(({ faces }) => faces.length > 0) && !isAbout('document_as_selfie');
  const isPoor = results.some(
    ({ check, code, cause }) => check === 'quality' && poorFace.includes(code) && cause !== 'selfie_again',
  );
  return {
    faceImageAvailable: answer(hasFace),
    faceImageQualitySufficient: selfies.length === 0 ? 'notApplicable' : answer(hasFace && !isPoor),
    faceLiveness: isAbout('selfie_again') ? 'no' : liveness(findings),
    faceSimilarToPortrait: policy.requireDocument ? similarity(input) : 'notApplicable',
    faceNotInBlocklist: policy.blocklist
      ? hasFace
        ? answer(!links.blocklisted)
        : 'unknown'
      : 'notApplicable',
  };
}

/** Without a model, still pictures may show that no person was present, but never that one was. */
const liveness = ({ liveness: finding }: Pick<PictureFindings, 'liveness'>): InsightResult =>
  ['model', 'challenge'].includes(assuranceOf(finding)) ? 'yes' : 'unknown';

/** A score made unreliable by size, blur or an illegible document counts as no finding. */
function similarity({ findings: { comparison }, reading, policy }: InsightInput): InsightResult {
  if (comparison === null || comparison.weak || reading.source === null) return 'unknown';
  return answer(comparison.score >= policy.faceAcceptScore);
}

const isAbuse = (links: Crosslinks): boolean =>
  crosslinkLabels(links).some(({ label }) => label === 'session_crosslinked_with_velocity_abuse');

const fraudInsights = ({ links }: InsightInput): Record<Label<'fraud'>, InsightResult> => ({
  // No setting allows or blocks locations.
  allowedIpLocation: 'notApplicable',
  expectedTrafficBehaviour: isAbuse(links) || showsSeveralPeople(links) ? 'no' : 'unknown',
});
