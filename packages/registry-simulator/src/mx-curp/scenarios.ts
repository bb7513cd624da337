import { type MexicanPerson, oneSurname, sexX, woman, mexicanIdentity } from '../mx-ine/mexican-people.ts';
import type { Scenario } from '../server/simulated-route.ts';

/** A person's record in the population registry. */
export type CurpHolder = Pick<
  MexicanPerson,
  'firstName' | 'fatherLastName' | 'motherLastName' | 'curp' | 'curpStatus' | 'previousCurps'
>;

const bornIn1940: CurpHolder = {
  firstName: 'JUAN',
  fatherLastName: 'PEREZ',
  motherLastName: 'LOPEZ',
  curp: 'PELJ400404HPLRPN00',
};
const bornAbroad: CurpHolder = {
  firstName: 'MANUEL',
  fatherLastName: 'PEREZ',
  motherLastName: null,
  curp: 'PEXM000229HNERXNA1',
};
const codeReplaced: CurpHolder = {
  firstName: 'ANA',
  fatherLastName: 'VARGAS',
  motherLastName: 'CASTRO',
  curp: 'VXCA800101MSPRSN02',
  previousCurps: ['VACA800101MSPRSN00'],
};

type Row = readonly [id: string, requested: string, holder: CurpHolder, status: string];

/** @see spec/registries.md 15.3 */
const rows: readonly Row[] = [
  ['mx-curp.regular', 'PELJ850101HDFRPN06', mexicanIdentity, 'AN'],
  ['mx-curp.homonym', 'NUGM900202MJCXRN05', woman, 'AH'],
  ['mx-curp.changed', 'LOXM920303HNLPXN03', oneSurname, 'RCN'],
  ['mx-curp.sex_x', 'GARX050505XOCRJMA8', sexX, 'AN'],
  ['mx-curp.deceased', 'PELJ400404HPLRPN00', bornIn1940, 'BD'],
  ['mx-curp.reactivated', 'PEXM000229HNERXNA1', bornAbroad, 'CRA'],
  ['mx-curp.code_replaced', 'VXCA800101MSPRSN02', codeReplaced, 'RCC'],
  ['mx-curp.old_code', 'VACA800101MSPRSN00', codeReplaced, 'RCC'],
];

/** Scenarios by CURP; a replaced code has its own row. */
export const curpScenarios: readonly Scenario[] = rows.map(([id, number, holder, status]) => ({
  id,
  number,
  person: { ...holder, curpStatus: status },
  twist: {},
  outcome: `found, ${status}`,
}));
