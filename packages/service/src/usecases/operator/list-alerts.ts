import type { ServiceContext } from '../../context.ts';
import { countUndecidedHits, type WaitingWork } from '../../storage/operator/list-hits.ts';
import { type LimitInUse, listLimitsInUse } from '../../storage/portal/organisation-limits.ts';
import { countReviews } from '../../storage/operator/list-sessions.ts';
import { countOpenSettingProposals } from '../../storage/integration/setting-proposals.ts';
import { listRegistryOutages, type RegistryOutage } from '../../storage/registry/registry-outages.ts';
import {
  listOperatorEntries,
  type OperatorEntry,
  type OperatorEntryFilter,
} from '../../storage/operator/operator-entries.ts';

import { type BackupState, explainFault, readBackupState } from './backup-state.ts';
import { periodsInUse } from './limit-periods.ts';

/**
 * Something that needs an operator: an entry of the queue, or waiting work or a fault of backups, which has no id and disappears once
 * resolved.
 */
export type Alert = Pick<OperatorEntry, 'kind' | 'cause' | 'sessionId' | 'createdAt' | 'resolvedAt'> & {
  id: string | null;
  /** `null` if it concerns the installation. */
  integrationId: string | null;
};

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

const ofProposals = waiting('settings_waiting', (count) => `${count} proposed: integration proposals`);

const ofBackups = (state: BackupState): Alert[] =>
  state.faults.map((fault) => ({
    id: null,
    integrationId: null,
    kind: `backup_${fault}`,
    cause: explainFault(fault, state),
    sessionId: null,
    createdAt: { late: state.writtenAt, unverified: state.verifiedAt, failed: state.failedAt ?? '' }[fault],
    resolvedAt: null,
  }));

/** Describes an outage to operators. */
export const explainOutage = ({ connector, route, cause }: RegistryOutage): string =>
  `${route} over ${connector} does not answer (${cause ?? 'cause unknown'}) and its calls are held back: "registries probe" tries it`;

const ofOutage = (outage: RegistryOutage): Alert => ({
  id: null,
  integrationId: null,
  kind: 'registry_outage',
  cause: explainOutage(outage),
  sessionId: null,
  createdAt: outage.since,
  resolvedAt: null,
});

const ofLimit = ({ organisation, mode, ...limit }: LimitInUse): Alert[] =>
  periodsInUse(limit).map(({ period, most, used, since, isReached }) => ({
    id: null,
    integrationId: null,
    kind: isReached ? 'session_limit_reached' : 'session_limit_near',
    cause: `${organisation} has created ${used} of ${most} ${mode} sessions of the ${period}: "portal limits"`,
    sessionId: null,
    createdAt: `${since}T00:00:00.000Z`,
    resolvedAt: null,
  }));

/** Everything that needs an operator, oldest first. Contains no personal data. */
export const listAlerts =
  ({ config, database }: Pick<ServiceContext, 'config' | 'database'>) =>
  async (filter: OperatorEntryFilter): Promise<Alert[]> => {
    const entries = await listOperatorEntries(database, filter);
    const reviews = (await countReviews(database, filter.integrationId)).map(ofReviews);
    const hits = (await countUndecidedHits(database, filter.integrationId)).map(ofHits);
    const proposals = (await countOpenSettingProposals(database, filter.integrationId)).map(ofProposals);
    const outages = filter.integrationId === null ? await listRegistryOutages(database) : [];
    const limits = filter.integrationId === null ? (await listLimitsInUse(database)).flatMap(ofLimit) : [];
    const state = filter.integrationId === null ? await readBackupState({ config, database })() : null;
    const backups = state === null ? [] : ofBackups(state);
    const computed = [...reviews, ...hits, ...proposals, ...outages.map(ofOutage), ...limits, ...backups];
    return [...entries, ...computed].toSorted((one, other) =>
      one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0,
    );
  };
