import { type ScreenedPerson, searchTermOf } from '@countersign/core';
import type { SearchTerm } from '@countersign/contract';
import type { ScreeningOptions } from '@countersign/screening';
import { type IntegrationSettings, settingsOf } from '../../settings/integration-settings.ts';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import {
  listMonitored,
  type MonitoredSession,
  type SealedCustomer,
} from '../../storage/watchlist/monitor-customers.ts';
import type { MonitoredKey } from '../../storage/watchlist/monitor-runs.ts';
import { decryptPerson } from './stored-screening.ts';

/** A decrypted monitored session: personal data. */
export interface OpenedCustomer {
  dataKey: DataKey;
  person: ScreenedPerson;
  settings: IntegrationSettings;
}

/** @throws SealBroken */
export function decryptCustomer(
  { vault }: Pick<ServiceContext, 'vault'>,
  sealed: SealedCustomer,
): OpenedCustomer {
  const { integrationId, sessionId, attemptId, dataKey: wrapped, kekVersion } = sealed;
  const dataKey = vault.openDataKey({ integrationId, sessionId, wrapped, kekVersion });
  return {
    dataKey,
    person: decryptPerson(dataKey, { attemptId, person: sealed.person }),
    settings: settingsOf(sealed.mode, sealed.settings),
  };
}

/** The search term and options for a person under an integration's settings. @see spec/contract.md A-65 */
export function screeningInputOf(
  person: ScreenedPerson,
  { watchlist }: Pick<IntegrationSettings, 'watchlist'>,
): { term: SearchTerm; options: ScreeningOptions } {
  const term = searchTermOf(person, watchlist);
  const { lists, matchThreshold, exactMatch, countries, excludeDeceased } = term;
  const { limit } = watchlist;
  return { term, options: { lists, matchThreshold, exactMatch, countries, excludeDeceased, limit } };
}

/** The key of a session in the index. */
export const customerKey = ({ integrationId, sessionId }: MonitoredKey): string =>
  `${integrationId}/${sessionId}`;

/** The session of a key in the index. */
export function sessionOf(key: string): MonitoredKey {
  const [integrationId = '', sessionId = ''] = key.split('/');
  return { integrationId, sessionId };
}

/** Monitored sessions after a cursor, page by page. @param integrationId `null` for all */
export async function* pages(
  { database }: Pick<ServiceContext, 'database'>,
  { integrationId, limit, after = '' }: { integrationId: string | null; limit: number; after?: string },
): AsyncGenerator<MonitoredSession[]> {
  let cursor = after;
  for (;;) {
    const page = await listMonitored(database, { after: cursor, integrationId, limit });
    const last = page.at(-1);
    if (!last) return;
    cursor = customerKey(last);
    yield page;
  }
}
