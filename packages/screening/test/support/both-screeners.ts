import { expect } from 'vitest';
import type { ListedEntity } from '../../src/model/listed-entity.ts';
import { defaultOptions, type Screener } from '../../src/model/screener.ts';
import type { Result, ScreeningOptions, Subject } from '../../src/model/screening-types.ts';
import { defaultPolicies, type Policies } from '../../src/model/policies.ts';
import { createScanScreener } from '../../src/score/hits/scan-screener.ts';
import { buildSnapshot } from '../../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../../src/search/index-screener.ts';

/** Screens by scan and by index, expects the same bytes of both, and gives them. */
export function screenByBoth(
  entities: readonly ListedEntity[],
  policies: Policies = defaultPolicies,
): (
  subject: Subject,
  options?: Partial<ScreeningOptions>,
  keeps?: Parameters<Screener['screen']>[2],
) => Result {
  const index = createIndexScreener(buildSnapshot(entities, { engine: 'test', sources: [] }), { policies });
  const scan = createScanScreener(entities, { snapshot: index.snapshot, policies });
  return (subject, options, keeps) => {
    const all = { ...defaultOptions, ...options };
    const result = scan.screen(subject, all, keeps);
    expect(JSON.stringify(index.screen(subject, all, keeps))).toBe(JSON.stringify(result));
    return result;
  };
}
