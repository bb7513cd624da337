import type { Agreement } from '../evidence.ts';

/** The properties that determine a hit's position among others. */
export interface HitRank {
  entityId: string;
  /** Has a sanctions listing among the selected lists. */
  sanctioned: boolean;
  /** `name_exact` or `aka_exact` on a strong name. */
  exact: boolean;
  birth: Agreement;
  country: Agreement;
  /** 0 to 10,000. */
  score: number;
}

const agreementOrder = { agrees: 0, unknown: 1, disagrees: 2 } as const;

/** Orders hits. The order is total, so that ties do not depend on the order of loading. */
export function compareHits(a: HitRank, b: HitRank): number {
  return (
    Number(b.sanctioned) - Number(a.sanctioned) ||
    Number(b.exact) - Number(a.exact) ||
    agreementOrder[a.birth] - agreementOrder[b.birth] ||
    agreementOrder[a.country] - agreementOrder[b.country] ||
    b.score - a.score ||
    (a.entityId < b.entityId ? -1 : a.entityId > b.entityId ? 1 : 0)
  );
}
