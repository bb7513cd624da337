import type { FaceTraces, PictureFindings } from '@countersign/findings';
import { selfiesOf } from './checks/check-result.ts';
import { showsTwoDocuments } from './checks/one-document.ts';
import { selfieProblem } from './checks/quality.ts';
import type { EarlierAttempts } from './crosslinks.ts';
import { noReading, type DocumentReading, readingOf } from './document/document-reading.ts';
import { descriptorOf, faceDistance } from './face-distance.ts';
import { joinedName, nameSimilarity } from './names/names.ts';
import { type DecisionPolicy, nameLimits } from './policy.ts';
import type { SessionData } from './session-data.ts';

/** What one attempt revealed about a person. */
export interface ShownPerson {
  /** `null` where no picture is good enough to distinguish people. */
  faces: (FaceTraces & { selfie: string | null }) | null;
  name: string | null;
  /** `YYYY-MM-DD` */
  birthDate: string | null;
}

/** The parts of an attempt that later ones are compared with; excludes rejected selfies and pictures of two documents. */
export function shownPerson(
  findings: PictureFindings,
  session: SessionData,
  { evidenceReview }: Pick<DecisionPolicy, 'evidenceReview'>,
): ShownPerson {
  const isMixed = showsTwoDocuments(findings);
  const reading: DocumentReading = isMixed ? noReading : readingOf(findings, session);
  const { faceTraces } = findings;
  return {
    faces: faceTraces && {
      ...faceTraces,
      selfie: isFit(findings, evidenceReview) ? faceTraces.selfie : null,
      portrait: isMixed ? null : faceTraces.portrait,
    },
    name: joinedName(reading) || null,
    birthDate: reading.dateOfBirth,
  };
}

/** Whether the compared selfie shows a single face, clearly, and is no suspected copy. */
function isFit(findings: PictureFindings, evidenceReview: number | null): boolean {
  const chosen = selfiesOf(findings).find(
    ({ mediaId }) => findings.selfie === undefined || mediaId === findings.selfie,
  );
  const isSuspected =
    evidenceReview !== null &&
    findings.evidence.some(({ code, strength }) => code.startsWith('live.') && strength >= evidenceReview);
  return chosen !== undefined && selfieProblem(chosen) === null && !isSuspected;
}

/** Compares an attempt with earlier ones of its session; `null` if there are none. @see spec/contract.md A-364 */
export function compareAttempts(own: ShownPerson, earlier: readonly ShownPerson[]): EarlierAttempts | null {
  if (earlier.length === 0) return null;
  const people = earlier.map((other) => compareFaces(own, other, 'selfie'));
  const isOther = people.includes('other');
  const isDoubtful = !isOther && !people.includes('same') && people.includes('doubtful');
  return {
    person: isOther ? 'other' : people.every((person) => person === 'same') ? 'same' : 'unknown',
    otherDocument: earlier.some((other) => isOthersDocument(own, other)),
    ...(isDoubtful && { doubtful: true }),
  };
}

function compareFaces(
  { faces: own }: ShownPerson,
  { faces: other }: ShownPerson,
  which: 'selfie' | 'portrait',
): EarlierAttempts['person'] | 'doubtful' {
  const [mine, theirs] = [own?.[which] ?? null, other?.[which] ?? null];
  if (own === null || mine === null || theirs === null || own.model !== other?.model) return 'unknown';
  const { alike, other: apart = null } = own.distances;
  const distance = faceDistance(own.metric, descriptorOf(mine), descriptorOf(theirs));
  if (apart !== null && distance > apart) return 'other';
  if (alike === null) return 'unknown';
  return distance <= alike ? 'same' : 'doubtful';
}

/**
 * Requires two of name, date of birth and portrait to differ: one alone may be misread, changed by marriage, or twenty years older. A
 * matching date of birth clears the others.
 */
function isOthersDocument(own: ShownPerson, other: ShownPerson): boolean {
  if (own.birthDate !== null && own.birthDate === other.birthDate) return false;
  const similarity = own.name && other.name ? nameSimilarity(own.name, other.name) : null;
  const differences = [
    similarity !== null && similarity < nameLimits.contradict,
    own.birthDate !== null && other.birthDate !== null,
    compareFaces(own, other, 'portrait') === 'other',
  ];
  return differences.filter(Boolean).length >= 2;
}
