import { findReason, type ReasonCause, reasonCauses } from '@countersign/contract';

/**
 * Code and text sent to a client for a granular code of A-100.
 * @param granular whether the integration has granular codes; otherwise the code's fallback is sent
 * @param cause what is known beyond the code; `null` sends the catalogue's text
 * @see spec/contract.md
 */
export function wireReason(
  code: number | null,
  granular: boolean,
  cause: ReasonCause | null = null,
): { reasonCode: number | null; reason: string | null } {
  if (code === null) return { reasonCode: null, reason: null };
  const reasonCode = granular ? code : (rowOf(code).granularFallback ?? code);
  return { reasonCode, reason: cause === null ? rowOf(reasonCode).text : reasonCauses[cause] };
}

function rowOf(code: number) {
  const row = findReason(code);
  if (!row) throw new Error(`no reason code ${code} in the catalogue`);
  return row;
}
