import { type AttackCase, type Build, type Expectation, request } from '../attack-case.ts';

/** One case of one request to the portal's API. */
export const row = (
  name: string,
  ids: readonly string[],
  { holds, build }: { holds: Expectation; build: Build },
): AttackCase => ({
  group: 'portal',
  name: `portal: ${name}`,
  ids,
  needs: ['portal'],
  // Nothing of the portal may be read by another origin.
  holds: { ...holds, headers: { 'access-control-allow-origin': null, ...holds.headers } },
  attack: request(build),
});

/** Refused with this status and code. */
export const refusedBy = (status: number, code: string): Expectation => ({ status: [status], code: [code] });
