import type { ServiceContext } from '../../context.ts';
import { countUndecidedHits, type WaitingWork } from '../../storage/list-hits.ts';
import { countReviews } from '../../storage/list-sessions.ts';
import {
  listOperatorEntries,
  type OperatorEntry,
  type OperatorEntryFilter,
} from '../../storage/operator-entries.ts';

/** Something a person has to look at: an entry, or work that waits, which has no id and goes when it is done. */
export type Alert = Pick<
  OperatorEntry,
  'integrationId' | 'kind' | 'cause' | 'sessionId' | 'createdAt' | 'resolvedAt'
> & { id: string | null };

const waiting =
  (kind: string, about: (count: number) => string) =>
  ({ integrationId, count, since }: WaitingWork): Alert => ({
    id: null,
    integrationId,
    kind,
    cause: about(count),
    sessionId: null,
    createdAt: since,
    resolvedAt: null,
  });

const ofReviews = waiting(
  'reviews_waiting',
  (count) => `${count} in manual review: session list --status review`,
);
const ofHits = waiting('hits_waiting', (count) => `${count} undecided: hits list`);

/** What a person has to look at, oldest first. Holds no personal data. */
export const listAlerts =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (filter: OperatorEntryFilter): Promise<Alert[]> => {
    const entries = await listOperatorEntries(database, filter);
    const reviews = (await countReviews(database, filter.integrationId)).map(ofReviews);
    const hits = (await countUndecidedHits(database, filter.integrationId)).map(ofHits);
    return [...entries, ...reviews, ...hits].toSorted((one, other) =>
      one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0,
    );
  };
