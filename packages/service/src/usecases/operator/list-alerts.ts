import type { ServiceContext } from '../../context.ts';
import {
  listOperatorEntries,
  type OperatorEntry,
  type OperatorEntryFilter,
} from '../../storage/operator-entries.ts';

/** What a person has to look at, oldest first. Holds no personal data. */
export const listAlerts =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (filter: OperatorEntryFilter): Promise<OperatorEntry[]> =>
    listOperatorEntries(database, filter);
