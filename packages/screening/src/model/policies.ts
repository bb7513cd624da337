import type { ScreeningOptions } from './screening-types.ts';

/** Operator settings in addition to the interface's options. Part of `Result.config`. */
export interface Policies {
  /** List types for which a hit through a weak alias counts. */
  weakAliases: 'sanctions' | 'all' | 'none';
  /** People born before this year are treated as deceased; null: age alone does not make a person deceased. */
  deceasedBornBefore: number | null;
}

export const defaultPolicies: Policies = { weakAliases: 'sanctions', deceasedBornBefore: null };

/** Whether hits through a weak alias count under this policy. @param sanctioned whether the entity has a selected sanctions listing */
export function weakAliasesCount(policy: Policies['weakAliases'], sanctioned: boolean): boolean {
  return policy === 'all' || (policy === 'sanctions' && sanctioned);
}

/** Serialises options and policies in a fixed order, so that equal ones give equal texts. */
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
