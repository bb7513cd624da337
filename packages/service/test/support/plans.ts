import type { Database } from '../../src/storage/engine/database.ts';

/** A node of PostgreSQL's plan after it ran. */
export interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The nodes that read a table. */
const readersOf = (plan: PlanNode, table: string): PlanNode[] =>
  nodesOf(plan).filter((node) => node['Relation Name'] === table);

/** Rows of a table that a plan read and did not want. */
export const readInVain = (plan: PlanNode, table: string): number =>
  readersOf(plan, table).reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);

/** Rows of a table that a plan read. */
export const rowsRead = (plan: PlanNode, table: string): number =>
  readersOf(plan, table).reduce(
    (sum, node) =>
      sum +
      ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
    0,
  );

/** What runs statements: a database, or a transaction of it. */
type Runner = Pick<Database, 'query'>;

/** Runs what it is given and keeps the plans instead of the rows; a statement without a table has no plan worth keeping. */
export function explaining<Of extends Runner>(runner: Of): { asked: Of; plans: PlanNode[] } {
  const plans: PlanNode[] = [];
  const query: Runner['query'] = async (text, values) => {
    if (!/\bfrom\b/.test(text)) return runner.query(text, values);
    const rows = await runner.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)));
    return [];
  };
  return { asked: { ...runner, query }, plans };
}
