import { expect, it } from 'vitest';
import { auditChains, type Chain, idAt } from '../support/audit-chain.ts';
import { describeApi } from '../support/describe-api.ts';

/** A statement that changes what is stored behind the service's back. */
type Tampering = (chain: Chain) => [text: string, values: unknown[]];

describeApi('the chain over the audit log finds', (given) => {
  const { query, verify, newChain } = auditChains(given);

  const cases: readonly [what: string, fault: string, position: number | null, entry: number, Tampering][] = [
    [
      'an actor that was changed',
      'row-changed',
      3,
      3,
      (chain) => [`update audit set actor = 'somebody' where id = $1`, [idAt(chain, 3)]],
    ],
    [
      'a detail that was changed',
      'row-changed',
      3,
      3,
      (chain) => [`update audit set details = '{"a": "ä", "b": 4}' where id = $1`, [idAt(chain, 3)]],
    ],
    [
      'a time that was moved by a microsecond',
      'row-changed',
      3,
      3,
      (chain) => [`update audit set at = at + interval '1 microsecond' where id = $1`, [idAt(chain, 3)]],
    ],
    [
      'an entry that was removed',
      'row-removed',
      3,
      3,
      (chain) => [`delete from audit where id = $1`, [idAt(chain, 3)]],
    ],
    [
      'two entries that changed places',
      'row-changed',
      2,
      2,
      (chain) => [
        `update audit a set at = o.at, action = o.action, details = o.details from audit o
         where a.id in ($1, $2) and o.id in ($1, $2) and a.id <> o.id`,
        [idAt(chain, 2), idAt(chain, 3)],
      ],
    ],
    [
      'two links that changed places',
      'row-changed',
      2,
      3,
      (chain) => [
        `update audit_link set audit_id = $2::bigint + $3::bigint - audit_id where chain_id = $1 and audit_id in ($2, $3)`,
        [chain.integrationId, idAt(chain, 2), idAt(chain, 3)],
      ],
    ],
    [
      'a link that leads back',
      'rows-reordered',
      4,
      2,
      (chain) => [
        `update audit_link set audit_id = $2 where chain_id = $1 and position = 4`,
        [chain.integrationId, idAt(chain, 2)],
      ],
    ],
    [
      'a link that was removed',
      'link-removed',
      3,
      0,
      (chain) => [`delete from audit_link where chain_id = $1 and position = 3`, [chain.integrationId]],
    ],
    [
      'an entry that was removed with its link',
      'link-removed',
      3,
      0,
      (chain) => [
        `with gone as (delete from audit where id = $2) delete from audit_link where chain_id = $1 and position = 3`,
        [chain.integrationId, idAt(chain, 3)],
      ],
    ],
    [
      'a signature that was changed',
      'checkpoint-forged',
      6,
      6,
      (chain) => [
        `update audit_checkpoint set signature = set_byte(signature, 7, 255 - get_byte(signature, 7)) where chain_id = $1`,
        [chain.integrationId],
      ],
    ],
    [
      'a checkpoint that was moved to another time',
      'checkpoint-forged',
      6,
      6,
      (chain) => [
        `update audit_checkpoint set signed_at = signed_at - interval '1 day' where chain_id = $1`,
        [chain.integrationId],
      ],
    ],
    [
      'an end that was removed',
      'end-removed',
      6,
      0,
      (chain) => [
        `with entry as (delete from audit where id = $2),
           chain as (update audit_chain set position = 5, signed_position = 0 where chain_id = $1)
         delete from audit_link where chain_id = $1 and position = 6`,
        [chain.integrationId, idAt(chain, 6)],
      ],
    ],
  ];
  it.each(cases)('%s: %s (S20)', async (_what, fault, position, entry, tampering) => {
    const chain = await newChain();
    await query(...tampering(chain));
    const { exitCode, line, note } = await verify(chain.integrationId);
    expect([exitCode, line.result, line.position]).toEqual([1, fault, position]);
    expect(line.auditId).toBe(entry === 0 ? null : idAt(chain, entry));
    expect(note).toContain(`integration:${chain.integrationId}: ${fault.replaceAll('-', ' ')}`);
  });
});
