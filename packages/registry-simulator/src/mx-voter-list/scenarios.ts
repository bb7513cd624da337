import { mexicanIdentity } from '../mx-ine/mexican-people.ts';
import type { Scenario } from '../server/simulated-route.ts';

/** Changes that a row of the table makes. */
export interface VoterListTwist {
  /** `claveMensaje`. */
  code: number;
}

type Row = readonly [id: string, cic: string, code: number, outcome: string];

/** @see spec/registries.md 15.3 */
const rows: readonly Row[] = [
  ['mx-voter-list.current', '999900001', 3, 'vigente'],
  ['mx-voter-list.not_found', '999900002', 5, 'no_encontrado'],
  ['mx-voter-list.service_error', '999900011', 4, 'unavailable'],
  ['mx-voter-list.not_current', '999900015', 1, 'no_vigente'],
  ['mx-voter-list.rights_suspended', '999900034', 9, 'vigente'],
  ['mx-voter-list.identification_only', '999900035', 11, 'vigente'],
  ['mx-voter-list.abroad', '999900036', 12, 'vigente'],
];

const twisted = (code: number): Scenario['twist'] => {
  const twist: VoterListTwist = { code };
  return { ...twist };
};

/** Scenarios by CIC. */
export const voterListScenarios: readonly Scenario[] = rows.map(([id, number, code, outcome]) => ({
  id,
  number,
  person: { ...mexicanIdentity },
  twist: twisted(code),
  outcome,
}));

/** Endings of cards that exist and are valid, from the patterns of INE. @see spec/registries.md 16.2 */
const currentEndings = new Set(['003', '004', '005', '006', '007', '008', '009', '010']);

/**
 * The meaning of a CIC in the sandbox: that of the scenario with the same ending, so that voter list and INE agree about a card.
 */
export function voterListPattern(cic: string): Scenario | null {
  if (!/^\d{9}$/.test(cic)) return null;
  const ending = currentEndings.has(cic.slice(-3)) ? '001' : cic.slice(-3);
  const row = rows.find(([, number]) => number.endsWith(ending));
  if (row === undefined) return null;
  const [id, , code, outcome] = row;
  const sandboxId = id.replace('.', '.sandbox.');
  return { id: sandboxId, number: null, person: { ...mexicanIdentity }, twist: twisted(code), outcome };
}
