import type { LoadReport } from '../model/listed-entity.ts';

/** Conditions that a load of a source must meet to replace the previous one. */
export interface LoadRules {
  /** Maximum share of entities that may disappear, 0 to 1. */
  shrink: number;
  /** Maximum share of records that may be rejected, 0 to 1. */
  rejects: number;
  /** Entities that must be present. */
  pinned: readonly string[];
}

export const usualLoadRules: LoadRules = { shrink: 0.2, rejects: 0.001, pinned: [] };

/** A load of one source. `ids` checks whether it contains an entity, or one into which the entity was merged. */
export interface JudgedLoad {
  source: string;
  report: LoadReport;
  has: (id: string) => boolean;
}

/**
 * Reasons why a load must not replace the previous one; empty if it may.
 * @param before the load in use, with ids of some of its entities; null for the first load
 */
export function judgeLoad(
  before: (Pick<LoadReport, 'entities'> & { sample?: readonly string[] }) | null,
  { source, report, has }: JudgedLoad,
  rules: LoadRules = usualLoadRules,
): string[] {
  const reasons: string[] = [];
  const { entities, rejected } = report;
  if (entities === 0) reasons.push(`${source} has no entity`);
  if (before !== null && entities < before.entities * (1 - rules.shrink))
    reasons.push(
      `${source} has shrunk from ${String(before.entities)} to ${String(entities)} entities; ` +
        `if that is right: "countersign lists load --may-shrink ${source}"`,
    );
  const others = otherList(before?.sample ?? [], has, rules);
  if (others !== null)
    reasons.push(
      `${source} is another list: ${others}; if that is right: "countersign lists load --may-shrink ${source}"`,
    );
  if (rejected > (entities + rejected) * rules.rejects)
    reasons.push(`${source} has ${String(rejected)} bad records beside ${String(entities)} good ones`);
  const lost = rules.pinned.filter((id) => !has(id));
  if (lost.length > 0) reasons.push(`${source} lacks ${lost.slice(0, 5).join(', ')}`);
  return reasons;
}

/** With fewer entities nothing is concluded: a short list of one's own may well be replaced as a whole. */
const fewestSampled = 20;

/** Number of sampled entities that are gone, if that is more than half and more than may disappear; otherwise null. */
function otherList(
  sample: readonly string[],
  has: JudgedLoad['has'],
  { shrink }: Pick<LoadRules, 'shrink'>,
): string | null {
  if (sample.length < fewestSampled) return null;
  const gone = sample.filter((id) => !has(id)).length;
  return gone > sample.length * Math.max(0.5, shrink)
    ? `${String(gone)} of ${String(sample.length)} entities looked for are gone`
    : null;
}

/** Whether the first of two dates is earlier; `false` if one is missing. */
export function isOlder(now: string | null, before: string | null): boolean {
  const [a, b] = [Date.parse(now ?? ''), Date.parse(before ?? '')];
  return !Number.isNaN(a) && !Number.isNaN(b) && a < b;
}

/** Mandatory sources missing from the loaded ones. */
export function missingSources(mandatory: readonly string[], loaded: readonly string[]): string[] {
  return mandatory.filter((source) => !loaded.includes(source));
}
