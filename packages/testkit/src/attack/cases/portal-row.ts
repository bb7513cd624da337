import { type AttackCase, type Build, type Expectation, request } from '../attack-case.ts';

/** A case with a single request to the portal's API. */
export const row = (
  name: string,
  ids: readonly string[],
  { holds, build }: { holds: Expectation; build: Build },
): AttackCase => ({
  group: 'portal',
  name: `portal: ${name}`,
  ids,
  needs: ['portal'],
  // No other origin may read anything of the portal.
  holds: { ...holds, headers: { 'access-control-allow-origin': null, ...holds.headers } },
  attack: request(build),
});

/** Expects a rejection with this status and code. */
export const refusedBy = (status: number, code: string): Expectation => ({ status: [status], code: [code] });
