import { createHash } from 'node:crypto';
import { engineVersion, type LayeredSnapshot, type Policies, type Snapshot } from '@countersign/screening';
import type { ListState } from '../../storage/watchlist/monitor-runs.ts';

/** The content of the lists and how they are read. */
export interface ListsInUse {
  snapshot: Snapshot | LayeredSnapshot;
  policies: Policies;
  /** When they were last put in force, ISO 8601; null when that is not known. */
  builtAt: string | null;
}

/** The lists as used by monitoring. */
export interface MonitoredLists {
  /** The lists this process screens with; `null` while there are none. */
  current(): ListsInUse | null;
  /** An earlier state; `null` when it is no longer stored or cannot be read. */
  open(snapshot: string): Promise<Snapshot | LayeredSnapshot | null>;
}

/** The name of a state: equal exactly if all subjects get the same hits. */
export function stateOf({ snapshot, policies }: Omit<ListsInUse, 'builtAt'>): ListState {
  const hash = createHash('sha256').update(JSON.stringify(policies)).digest('hex').slice(0, 16);
  return `${snapshot.manifest.id} ${engineVersion()} ${hash}`;
}
