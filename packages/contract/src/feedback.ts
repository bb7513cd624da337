import { limits } from './limits.ts';
import { bodyObject } from './members.ts';
import { Problem } from './problems.ts';
import { codePoints, isJsonObject, isUuid, oneOf, suppliedValue } from './rules.ts';

/** Categories of fraud reports with their display texts. @see spec/contract.md A-80 */
export const fraudCategories = [
  { category: 'document_is_manipulated', description: 'The document was altered.' },
  { category: 'document_shown_from_screen', description: 'The document was shown on a screen.' },
  { category: 'document_is_printed_copy', description: 'The document was a printed copy.' },
  { category: 'selfie_shown_from_screen', description: 'The selfie was taken from a screen.' },
  { category: 'selfie_is_manipulated', description: 'The selfie was altered.' },
  {
    category: 'selfie_document_portrait_mismatch',
    description: 'The selfie and the portrait show different people.',
  },
  { category: 'injected_media', description: 'The media did not come from the camera.' },
] as const;

/** Reasons why one report in a request failed; the first that applies is used. @see spec/contract.md A-81 */
export const fraudReportFailures = {
  'unknown-category': 'A category is not valid.',
  'session-not-found': 'The session was not found.',
  'session-status': 'The session cannot be reported in its present status.',
  'already-reported': 'The session has already been reported.',
  unexpected: 'An unexpected error occurred.',
} as const;

/** `errorMessage` of a session without a report. @see spec/contract.md A-82 */
export const fraudReportMissing = 'No report was found.';

/** Possible outcomes of a review of a report. @see spec/contract.md A-82 */
export const fraudReportVerdicts = ['Agree', 'Disagree'] as const;
export type FraudReportVerdict = (typeof fraudReportVerdicts)[number];

/** One report of POST …/fraud-reports. Categories are trimmed but not yet checked for existence; `sessionId` is lower case. */
export interface FraudReportRequest {
  sessionId: string;
  categories: string[];
  comment: string | null;
}

const anyText = oneOf([]);
const invalid = (parameter: string) => new Problem('parameter-invalid', { parameter });
const missing = (parameter: string) => new Problem('parameter-missing', { parameter });

function listOf(
  from: Readonly<Record<string, unknown>>,
  at: { name: string; max: number; path: string },
): unknown[] {
  const list = suppliedValue(from, at.name, null);
  if (list === undefined) throw missing(at.path);
  if (!Array.isArray(list) || list.length === 0 || list.length > at.max) throw invalid(at.path);
  return list;
}

function sessionIdOf(value: unknown, path: string): string {
  if (typeof value !== 'string' || !isUuid(value.trim())) throw invalid(path);
  return value.trim().toLowerCase();
}

/**
 * Reads the body of POST /feedback/fraud-reports; a body that violates a rule is rejected as a whole.
 * @throws Problem of the first violated rule
 * @see spec/contract.md A-81
 */
export function parseFraudReports(body: unknown): FraudReportRequest[] {
  const reports = listOf(bodyObject(body), {
    name: 'reports',
    max: limits.fraudReportsPerRequest,
    path: 'reports',
  });
  return reports.map((report, index) => {
    const path = `reports[${index}]`;
    if (!isJsonObject(report)) throw invalid(path);
    const id = suppliedValue(report, 'sessionId', anyText);
    if (id === undefined) throw missing(`${path}.sessionId`);
    const sessionId = sessionIdOf(id, `${path}.sessionId`);
    return { sessionId, categories: categoriesOf(report, path), comment: commentOf(report, path) };
  });
}

function categoriesOf(report: Readonly<Record<string, unknown>>, path: string): string[] {
  const at = { name: 'categories', max: Number.POSITIVE_INFINITY, path: `${path}.categories` };
  const categories = listOf(report, at).map((category, index) => {
    if (typeof category !== 'string' || category.trim() === '') throw invalid(`${at.path}[${index}]`);
    return category.trim();
  });
  if (new Set(categories).size !== categories.length) throw invalid(at.path);
  return categories;
}

function commentOf(report: Readonly<Record<string, unknown>>, path: string): string | null {
  const comment = suppliedValue(report, 'comment', anyText);
  if (comment === undefined) return null;
  if (typeof comment !== 'string' || codePoints(comment) > limits.feedbackCommentCharacters) {
    throw invalid(`${path}.comment`);
  }
  return comment;
}

/**
 * Reads the body of POST /feedback/fraud-reports/retrieve.
 * @returns the session identifiers in lower case, in the order of the request
 * @throws Problem of the first violated rule
 * @see spec/contract.md A-82
 */
export function parseRetrieveFraudReports(body: unknown): string[] {
  const ids = listOf(bodyObject(body), {
    name: 'sessionIds',
    max: limits.retrievedReportsPerRequest,
    path: 'sessionIds',
  });
  return ids.map((id, index) => sessionIdOf(id, `sessionIds[${index}]`));
}
