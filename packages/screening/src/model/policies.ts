import type { ScreeningOptions } from './screening-types.ts';

/** What the operator configures beside the options of the interface. Part of `Result.config`. */
export interface Policies {
  /** Which list types a hit won by a weak alias counts for. */
  weakAliases: 'sanctions' | 'all' | 'none';
  /** People born before this year count as dead; null: great age alone is no sign of death. */
  deceasedBornBefore: number | null;
}

export const defaultPolicies: Policies = { weakAliases: 'sanctions', deceasedBornBefore: null };

/** Whether hits won by a weak alias count under this policy, for an entity that has a selected sanctions listing or none. */
export function weakAliasesCount(policy: Policies['weakAliases'], sanctioned: boolean): boolean {
  return policy === 'all' || (policy === 'sanctions' && sanctioned);
}

/** Options and policies in one order, so that equal ones are equal texts. */
export function canonicalConfig(options: ScreeningOptions, policies: Policies): string {
  return JSON.stringify({
    lists: [...new Set(options.lists)].sort(),
    matchThreshold: options.matchThreshold,
    exactMatch: options.exactMatch,
    countries: [...new Set(options.countries)].sort(),
    excludeDeceased: options.excludeDeceased,
    limit: options.limit,
    weakAliases: policies.weakAliases,
    deceasedBornBefore: policies.deceasedBornBefore,
  });
}
