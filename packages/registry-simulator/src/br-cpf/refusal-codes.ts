import type { AdapterResult } from '../generic/adapter-result.ts';

type Meaning = 'minor' | 'portrait' | 'selfie' | 'id_number' | 'sent_wrongly' | 'upstream_down';

/** Datavalid's codes, grouped as in its documentation; a code outside the groups is unknown. @see spec/registries.md 9 */
const meanings: readonly (readonly [codes: RegExp, Meaning])[] = [
  [/^DV001$/, 'minor'],
  [/^DV0(02|40)$/, 'portrait'],
  [/^DV010$/, 'id_number'],
  [/^DV01[1-46-8]$/, 'sent_wrongly'],
  [/^DV03[0-6]$/, 'sent_wrongly'],
  [/^DV04[1-5]$/, 'selfie'],
  [/^DV(15[0-2]|300)$/, 'upstream_down'],
  [/^DV2(0\d|1[0-3])$/, 'sent_wrongly'],
];

/** The adapter's result when Datavalid rejects a request with a code, status 422. @param code `DV041` */
export function resultOfCode(code: string, at: string): AdapterResult<never> {
  const [, meaning] = meanings.find(([codes]) => codes.test(code)) ?? [];
  if (meaning === undefined) return { kind: 'technical', cause: 'unexpected_status', httpStatus: 422 };
  if (meaning === 'sent_wrongly') return { kind: 'technical', cause: 'config', httpStatus: 422 };
  if (meaning === 'upstream_down') return { kind: 'unavailable', cause: 'maintenance' };
  return { kind: 'rejected', at, input: meaning, code };
}
