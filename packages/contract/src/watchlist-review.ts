import { bodyObject } from './members.ts';
import { Problem } from './problems.ts';
import { isJsonObject, oneOf, suppliedValue } from './rules.ts';
import { isSameId } from './session.ts';

/** Review decisions of a hit. @see spec/interface.md, "Watchlist screening result" */
export const hitMatchStatuses = ['false_positive', 'potential_match', 'true_match', 'inconclusive'] as const;
export type HitMatchStatus = (typeof hitMatchStatuses)[number];

/** Risk of a true match. */
export const riskLevels = ['low', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** The one operation that a PATCH of a watchlist screening requests. */
export type WatchlistPatch =
  /** `id` is as sent, in lower case; the caller checks whether it is a hit of the result (404). */
  | { operation: 'review-hit'; hit: { id: string; matchStatus: HitMatchStatus; riskLevel: RiskLevel | null } }
  | { operation: 'acknowledge-changes' }
  /** The caller checks whether monitoring is already disabled (`monitoring-already-disabled`). */
  | { operation: 'disable-monitoring' };

const operations = ['hit', 'hasUnacknowledgedChanges', 'monitorStatus'] as const;
const anyText = oneOf([]);
const invalid = (parameter: string, detail?: string) =>
  new Problem('parameter-invalid', { parameter, ...(detail === undefined ? {} : { detail }) });
const missing = (parameter: string, detail?: string) =>
  new Problem('parameter-missing', { parameter, ...(detail === undefined ? {} : { detail }) });

/**
 * Reads the body of PATCH …/watchlist-screening.
 * @param path.sessionId the identifier of the path, in any letter case
 * @throws Problem of the first violated row
 * @see spec/contract.md
 */
export function parseWatchlistPatch(body: unknown, path: { sessionId: string }): WatchlistPatch {
  const source = bodyObject(body);
  const sessionId = suppliedValue(source, 'sessionId', null);
  if (sessionId !== undefined && !isSameId(sessionId, path.sessionId))
    throw invalid('sessionId', 'sessionId must be the session of the path, or not be sent.');
  // An empty text also counts as a second operation: the webhook's own body always has two, and must never pass as a request.
  const [, second] = operations.filter((name) => suppliedValue(source, name, null) !== undefined);
  if (second) throw invalid(second, `One of ${operations.join(', ')} must be sent, not two.`);
  const operation = operations.find((name) => suppliedValue(source, name, anyText) !== undefined);
  if (operation === 'hit') return { operation: 'review-hit', hit: hitOf(source['hit']) };
  if (operation === 'hasUnacknowledgedChanges') {
    if (source[operation] !== false) throw invalid(operation);
    return { operation: 'acknowledge-changes' };
  }
  if (operation !== 'monitorStatus') throw missing('hit', `One of ${operations.join(', ')} must be sent.`);
  if (suppliedValue(source, operation, anyText) !== 'disabled') throw invalid(operation);
  return { operation: 'disable-monitoring' };
}

function hitOf(hit: unknown): { id: string; matchStatus: HitMatchStatus; riskLevel: RiskLevel | null } {
  if (!isJsonObject(hit)) throw invalid('hit');
  const id = suppliedValue(hit, 'id', anyText);
  const status = suppliedValue(hit, 'matchStatus', anyText);
  if (id === undefined) throw missing('hit.id');
  if (status === undefined) throw missing('hit.matchStatus');
  if (typeof id !== 'string') throw invalid('hit.id');
  const matchStatus = hitMatchStatuses.find((name) => name === status);
  if (!matchStatus) throw invalid('hit.matchStatus');
  const risk = suppliedValue(hit, 'riskLevel', anyText);
  if (risk === undefined) return { id: id.toLowerCase(), matchStatus, riskLevel: null };
  const riskLevel = riskLevels.find((name) => name === risk);
  if (!riskLevel || matchStatus !== 'true_match')
    throw invalid(
      'hit.riskLevel',
      `hit.riskLevel must be one of ${riskLevels.join(', ')}, and only with true_match.`,
    );
  return { id: id.toLowerCase(), matchStatus, riskLevel };
}
