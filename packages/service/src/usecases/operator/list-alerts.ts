import type { Shell } from '../../shell.ts';
import {
  listOperatorEntries,
  type OperatorEntry,
  type OperatorEntryFilter,
} from '../../storage/operator-entries.ts';

/** What a person has to look at, oldest first. Holds no personal data. */
export const listAlerts =
  ({ database }: Pick<Shell, 'database'>) =>
  (filter: OperatorEntryFilter): Promise<OperatorEntry[]> =>
    listOperatorEntries(database, filter);
