import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { bodyObject, member, memberTable, readMembers } from './members.ts';
import { integer, type ReadOptions } from './rules.ts';
import { Success } from './wire.ts';

const { least, most } = limits.clockJumpSeconds;

/** Members of POST /sandbox/clock. @see spec/contract.md A-247 */
export const advanceClockTable = memberTable('', [
  member('advanceSeconds', integer(least, most), { missing: 'parameter-missing' }),
]);

const unusedOptions: ReadOptions = {
  today: '9999-12-31',
  mexico: false,
  registryAlone: null,
  allowLoopbackHttpCallback: false,
};

/**
 * Reads the body of POST /sandbox/clock.
 * @returns seconds by which the clock jumps
 * @throws Problem parameter-missing, parameter-invalid
 * @see spec/contract.md A-247
 */
export const parseAdvanceClock = (body: unknown): number =>
  readMembers(advanceClockTable, bodyObject(body), unusedOptions).get('advanceSeconds') as number;

/** Answer of POST /sandbox/clock. @see spec/contract.md A-247 */
export const ClockBody = Type.Object({
  status: Success,
  data: Type.Object({ advancedSeconds: Type.Integer({ minimum: least, maximum: most }) }),
});
export type ClockBody = Static<typeof ClockBody>;
