import { runOn } from '../../src/bin/run-command.ts';
import { insertAudit } from '../../src/storage/audit-chain/audit.ts';
import { sealAudit } from '../../src/usecases/operator/seal-audit.ts';
import type { GivenApi } from './describe-api.ts';

/** What `audit verify` prints of a chain. */
interface ChainLine {
  chain: string;
  result: string;
  rows: number;
  waiting: number;
  signed: number;
  end: string | null;
  position: number | null;
  auditId: number | null;
}

/** The chain of an integration. */
export interface Chain {
  integrationId: string;
  /** Of its entries, in their order. */
  ids: number[];
}

/** Id of the entry at a position, from 1. */
export const idAt = ({ ids }: Chain, position: number): number => ids[position - 1] ?? 0;

/** What tests of the audit log's chain do with the database of their API. */
export function auditChains(given: GivenApi) {
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    given.api.ctx.database.query<Row>(text, values);
  const seal = () => sealAudit(given.api.ctx)();
  const verify = async (integrationId: string, ...args: string[]) => {
    const { exitCode, output, note } = await runOn(given.api.ctx, {
      command: 'audit verify',
      args: ['--integration', integrationId, ...args],
    });
    const [line] = output as ChainLine[];
    if (!line) throw new Error(`audit verify printed nothing: ${note}`);
    return { exitCode, line, note };
  };
  const record = (integrationId: string, number: number) =>
    given.api.ctx.database.transaction((tx) =>
      insertAudit(tx, {
        integrationId,
        actor: 'test',
        action: `change-${number}`,
        sessionId: null,
        details: { b: number, a: 'ä' },
      }),
    );
  const idsOf = async (integrationId: string) => {
    const rows = await query<{ id: number }>(`select id from audit where integration_id = $1 order by id`, [
      integrationId,
    ]);
    return rows.map(({ id }) => id);
  };
  /** An integration with so many linked and signed entries, the first of which is its own creation. */
  const newChain = async (length = 6): Promise<Chain> => {
    const { integrationId } = await given.api.integrate();
    for (let number = (await idsOf(integrationId)).length + 1; number <= length; number += 1)
      await record(integrationId, number);
    await seal();
    return { integrationId, ids: await idsOf(integrationId) };
  };
  return { query, seal, verify, record, idsOf, newChain };
}
