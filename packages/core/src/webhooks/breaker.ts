/** Maximum deliveries in flight to one endpoint. */
export const endpointLimit = 16;

/** Consecutive failures that open the breaker. */
export const breakerThreshold = 20;

/** Seconds between probes while the breaker is open. */
export const probeSeconds = 60;

/** Failure count of an endpoint that has just recovered: four successes lead to the full rate, 1, 2, 4, 8, then 16 in flight. */
export const recovering = -4;

/** Maximum deliveries in flight to an endpoint that fails while its breaker is still closed. */
const doubtfulLimit = 8;

/**
 * The endpoint's failure count after one more attempt. Above zero it counts consecutive failures; below zero the breaker has just
 * closed, and successes count up to zero, the full rate.
 */
export function failuresAfter(failures: number, delivered: boolean): number {
  if (!delivered) return Math.max(failures, 0) + 1;
  if (failures >= breakerThreshold) return recovering;
  return failures < 0 ? failures + 1 : 0;
}

/** Whether only probes are sent, one per `probeSeconds`. */
export function isBreakerOpen(failures: number): boolean {
  return failures >= breakerThreshold;
}

/** Deliveries allowed in flight to an endpoint with this failure count; the single one of an open breaker is the probe. */
export function inFlightAllowance(failures: number): number {
  if (isBreakerOpen(failures)) return 1;
  if (failures < 0) return endpointLimit >> -failures;
  return failures === 0 ? endpointLimit : doubtfulLimit;
}
