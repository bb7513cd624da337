import { type ScreenedPerson, searchTermOf } from '@countersign/core';
import type { SearchTerm } from '@countersign/contract';
import type { ScreeningOptions } from '@countersign/screening';
import type { Shell } from '../shell.ts';
import type { DataKey } from '../signing/seal.ts';
import type { SealedCustomer } from '../storage/monitor-customers.ts';
import { type IntegrationSettings, settingsOf } from './integration-settings.ts';
import { openPerson } from './stored-screening.ts';

/** A monitored session opened: personal data. */
export interface OpenedCustomer {
  dataKey: DataKey;
  person: ScreenedPerson;
  settings: IntegrationSettings;
}

/** @throws SealBroken */
export function openCustomer({ vault }: Pick<Shell, 'vault'>, sealed: SealedCustomer): OpenedCustomer {
  const { integrationId, sessionId, attemptId, dataKey: wrapped, kekVersion } = sealed;
  const dataKey = vault.openDataKey({ integrationId, sessionId, wrapped, kekVersion });
  return {
    dataKey,
    person: openPerson(dataKey, { attemptId, person: sealed.person }),
    settings: settingsOf(sealed.mode, sealed.settings),
  };
}

/** How an integration asks about a person. @see spec/contract.md A-65 */
export function askedOf(
  person: ScreenedPerson,
  { watchlist }: Pick<IntegrationSettings, 'watchlist'>,
): { term: SearchTerm; options: ScreeningOptions } {
  const term = searchTermOf(person, watchlist);
  const { lists, matchThreshold, exactMatch, countries, excludeDeceased } = term;
  const { limit } = watchlist;
  return { term, options: { lists, matchThreshold, exactMatch, countries, excludeDeceased, limit } };
}
