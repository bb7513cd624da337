import type { LoadReport } from '../model/listed-entity.ts';

/** What a load of a source must keep to replace the one before. */
export interface LoadRules {
  /** Largest share of entities that may vanish, 0 to 1. */
  shrink: number;
  /** Largest share of records that may be rejected, 0 to 1. */
  rejects: number;
  /** Entities that must be there. */
  pinned: readonly string[];
}

export const usualLoadRules: LoadRules = { shrink: 0.2, rejects: 0.001, pinned: [] };

/** A load of one source. `ids` answers whether an entity, or one that was merged into it, is in the load. */
export interface JudgedLoad {
  source: string;
  report: LoadReport;
  has: (id: string) => boolean;
}

/**
 * Reasons why a load must not replace the one before; none when it may.
 * @param before what is in use now; null for the first load
 */
export function judgeLoad(
  before: Pick<LoadReport, 'entities' | 'publishedAt'> | null,
  { source, report, has }: JudgedLoad,
  rules: LoadRules = usualLoadRules,
): string[] {
  const reasons: string[] = [];
  const { entities, rejected, publishedAt } = report;
  if (entities === 0) reasons.push(`${source} has no entity`);
  if (before !== null && entities < before.entities * (1 - rules.shrink))
    reasons.push(
      `${source} has shrunk from ${String(before.entities)} to ${String(entities)} entities; ` +
        `if that is right: "countersign lists load --may-shrink ${source}"`,
    );
  if (rejected > (entities + rejected) * rules.rejects)
    reasons.push(`${source} has ${String(rejected)} bad records beside ${String(entities)} good ones`);
  const lost = rules.pinned.filter((id) => !has(id));
  if (lost.length > 0) reasons.push(`${source} lacks ${lost.slice(0, 5).join(', ')}`);
  if (before !== null && isOlder(publishedAt, before.publishedAt))
    reasons.push(`${source} is of ${publishedAt ?? ''}, older than what is loaded`);
  return reasons;
}

function isOlder(now: string | null, before: string | null): boolean {
  const [a, b] = [Date.parse(now ?? ''), Date.parse(before ?? '')];
  return !Number.isNaN(a) && !Number.isNaN(b) && a < b;
}

/** Mandatory sources that are missing from what was loaded. */
export function missingSources(mandatory: readonly string[], loaded: readonly string[]): string[] {
  return mandatory.filter((source) => !loaded.includes(source));
}
