import type { HitMatchStatus, RiskLevel } from '@countersign/contract';
import type {
  CarriedFrom,
  Difference,
  FoundHit,
  JudgedHit,
  ScreenedPerson,
  ScreeningResult,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import { lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  type EvidenceReviewRow,
  listEvidenceChanges,
  listEvidenceLog,
  listEvidenceReviews,
  readMoment,
} from '../../storage/watchlist/watchlist-evidence.ts';
import {
  listListVersions,
  listSearches,
  type ListVersionsRow,
} from '../../storage/watchlist/watchlist-searches.ts';
import { findNewestScreening, findScreening } from '../../storage/watchlist/watchlist.ts';
import { decryptAttempt } from '../session/record-decision.ts';
import {
  decryptChange,
  decryptFound,
  decryptPerson,
  decryptResult,
  decryptReviewNote,
  decryptSeen,
  type FoundBySearch,
} from './stored-screening.ts';

/** The purpose of a file of evidence; it is signed with everything else. */
export const evidencePurpose = 'countersign-screening-evidence/1';

/** A decision about a hit, or its revocation. */
export interface EvidenceDecision {
  at: string;
  actor: string;
  /** Name of the person, if the actor is one whose name is known. */
  name: string | null;
  from: HitMatchStatus;
  to: HitMatchStatus;
  riskLevel: RiskLevel | null;
  /** `null`: none, or the reader may not see it. */
  note: string | null;
  /** The hit at that time. */
  seen: FoundHit;
}

export interface EvidenceHit {
  id: string;
  /** False: it is no longer in the result. */
  current: boolean;
  matchStatus: HitMatchStatus;
  riskLevel: RiskLevel | null;
  /** As last found, with the explanation whose points add up to the score. */
  found: FoundHit;
  judged: JudgedHit | null;
  carriedFrom: CarriedFrom | null;
  /** Oldest first. */
  decisions: EvidenceDecision[];
}

/** Everything that shows how one session was screened, and the results. Times are ISO 8601 in UTC. */
export interface Evidence {
  purpose: typeof evidencePurpose;
  madeAt: string;
  /** As in the audit log. */
  madeBy: string;
  integrationId: string;
  sessionId: string;
  attemptId: string;
  vendorData: string | null;
  endUserId: string | null;
  person: Omit<ScreenedPerson, 'suppliedLastName'>;
  result: Omit<ScreeningResult, 'hits' | 'vendorData' | 'endUserId'> & { snapshot: string | null };
  /** Snapshot with which monitoring last compared it; `null`: never. */
  comparedWith: string | null;
  /** Searches that produced or changed the result, oldest first; those of earlier releases were not stored. */
  searches: (FoundBySearch & {
    attemptId: string;
    at: string;
    checkType: ScreeningResult['checkType'];
    snapshot: string;
    engine: string;
    config: string;
    totalHits: number;
  })[];
  /** The source versions of the snapshots named here. */
  lists: ListVersionsRow[];
  hits: EvidenceHit[];
  /** What monitoring found, oldest first, with the previous state of differing hits. */
  changes: {
    attemptId: string;
    at: string;
    snapshot: string;
    acknowledged: boolean;
    differences: Difference[];
    former: FoundHit[];
  }[];
  /** Entries of the audit log about the screening, oldest first. */
  log: {
    id: number;
    at: string;
    actor: string;
    name: string | null;
    action: string;
    details: Record<string, unknown>;
  }[];
  /** The person who made it may not read notes. */
  notesWithheld: boolean;
}

export interface EvidenceWanted {
  integrationId: string;
  sessionId: string;
  actor: string;
  withNotes: boolean;
  /** Names of actors, if known. */
  namesOf: (tx: Tx, actors: readonly { actor: string }[]) => Promise<(actor: string) => string | null>;
}

/** Actions that show the course of a screening and who did what. */
const screeningActions = [
  'complete-screening',
  'find-watchlist-change',
  'review-hit',
  'carry-false-positive',
  'acknowledge-changes',
  'enable-monitoring',
  'disable-monitoring',
  'propose-decision',
  'confirm-proposal',
  'reject-proposal',
  'withdraw-proposal',
  'expire-proposal',
  'take-screening',
  'assign-screening',
  'release-screening',
  'reveal-session',
  'export-evidence',
];

/** The newest screening of a session, which is locked until the transaction ends; `null` if there is no readable result. */
async function lockScreening(
  { vault }: Pick<ServiceContext, 'vault'>,
  tx: Tx,
  { integrationId, sessionId }: Pick<EvidenceWanted, 'integrationId' | 'sessionId'>,
) {
  const newest = await findNewestScreening(tx, { integrationId, sessionId });
  const key = newest && { integrationId, sessionId, attemptId: newest.attemptId };
  const attempt = key && (await lockAttempt(tx, key));
  const opened = attempt && decryptAttempt({ vault }, key, attempt);
  // Read again, because it may have changed before the lock was held.
  const row = opened && (await findScreening(tx, key));
  const result = row && (await decryptResult(tx, opened, row));
  return result ? { key: opened.key, dataKey: opened.dataKey, row, result } : null;
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockScreening>>>;

/** The searches made, and what monitoring found later. */
async function historyOf(tx: Tx, { key, dataKey }: Locked): Promise<Pick<Evidence, 'searches' | 'changes'>> {
  const searches = (await listSearches(tx, key)).map(({ found, ...search }) => ({
    ...search,
    ...decryptFound(dataKey, { attemptId: search.attemptId, found }),
  }));
  const changes = (await listEvidenceChanges(tx, key)).map(({ differences, former, ...change }) => ({
    ...change,
    ...decryptChange(dataKey, { differences, former }),
  }));
  return { searches, changes };
}

/**
 * The newest screening of a session at one point in time; the session is locked until the transaction ends.
 * @returns `null` if there is no result, or the session is erased or redacted
 */
export async function collectEvidence(
  ctx: Pick<ServiceContext, 'vault'>,
  tx: Tx,
  { actor, withNotes, namesOf, ...session }: EvidenceWanted,
): Promise<Evidence | null> {
  const locked = await lockScreening(ctx, tx, session);
  if (locked === null) return null;
  const { key, dataKey, row, result } = locked;
  const { suppliedLastName: _, ...person } = decryptPerson(dataKey, row);
  const { hits, vendorData, endUserId, ...state } = result;
  const { now, comparedWith } = await readMoment(tx, key);
  const { searches, changes } = await historyOf(tx, locked);
  const reviews = await listEvidenceReviews(tx, key);
  const log = await listEvidenceLog(tx, key, screeningActions);
  const nameOf = await namesOf(tx, [...reviews, ...log]);
  const snapshots = [...searches, ...changes, row, { snapshot: comparedWith }].map(
    ({ snapshot }) => snapshot,
  );
  const toDecision = decisionOf(dataKey, { withNotes, nameOf });
  return {
    purpose: evidencePurpose,
    madeAt: now,
    madeBy: actor,
    ...key,
    vendorData,
    endUserId,
    person,
    result: { ...state, snapshot: row.snapshot },
    comparedWith,
    searches,
    lists: await listListVersions(tx, [...new Set(snapshots.filter((snapshot) => snapshot !== null))]),
    hits: hits.map((hit) => ({
      ...hit,
      decisions: reviews.filter(({ hitId }) => hitId === hit.id).map(toDecision),
    })),
    changes,
    log: log.map((entry) => ({ ...entry, name: nameOf(entry.actor) })),
    notesWithheld: !withNotes && reviews.some(({ note }) => note !== null),
  };
}

const decisionOf =
  (
    dataKey: DataKey,
    { withNotes, nameOf }: { withNotes: boolean; nameOf: (actor: string) => string | null },
  ) =>
  ({ hitId, at, actor, from, to, toRisk, seen, note }: EvidenceReviewRow): EvidenceDecision => ({
    at,
    actor,
    name: nameOf(actor),
    from,
    to,
    riskLevel: toRisk,
    note: note === null || !withNotes ? null : decryptReviewNote(dataKey, hitId, note),
    seen: decryptSeen(dataKey, hitId, seen),
  });
