/** Most deliveries in flight to one endpoint. */
export const endpointLimit = 16;

/** Straight failures after which the breaker opens. */
export const breakerThreshold = 20;

/** Seconds between two probes of an open breaker. */
export const probeSeconds = 60;

/** Failure count of an endpoint that has just come back: four successes to the full rate, 1, 2, 4, 8, then 16 in flight. */
export const recovering = -4;

/** While an endpoint answers with failures but its breaker is closed, it may hold this many places. */
const doubtfulLimit = 8;

/**
 * The endpoint's failure count after one more attempt. Above zero it counts straight failures; below zero the breaker has just
 * closed and the steps to the full rate are counted up to zero.
 */
export function failuresAfter(failures: number, delivered: boolean): number {
  if (!delivered) return Math.max(failures, 0) + 1;
  if (failures >= breakerThreshold) return recovering;
  return failures < 0 ? failures + 1 : 0;
}

/** Whether only probes go out, one per `probeSeconds`. */
export function isBreakerOpen(failures: number): boolean {
  return failures >= breakerThreshold;
}

/** Deliveries that may be in flight to an endpoint with this failure count; the single one of an open breaker is the probe. */
export function inFlightAllowance(failures: number): number {
  if (isBreakerOpen(failures)) return 1;
  if (failures < 0) return endpointLimit >> -failures;
  return failures === 0 ? endpointLimit : doubtfulLimit;
}
