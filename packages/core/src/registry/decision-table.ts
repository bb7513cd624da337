import { registryErrorCode, type CheckResult } from '@countersign/contract';
import type { Instant, RegistryResult } from './port.ts';

/** The notation of the decision tables. @see spec/registries.md 3.1 */
export interface Cell<Reason extends string> {
  result: CheckResult;
  /** `null` when the result is `success`. */
  reason: Reason | null;
}

// Cells are shared by all answers that contain them, hence frozen.

/** `ok` of the tables. */
export const ok: Cell<never> = Object.freeze({ result: 'success', reason: null });

/** `F(x)` of the tables: the check failed for this reason. */
export const F = <Reason extends string>(reason: Reason): Cell<Reason> =>
  Object.freeze({ result: 'failure', reason });

/** `NA(x)` of the tables: the check does not apply, for a reason outside it. */
export const NA = <Reason extends string>(reason: Reason): Cell<Reason> =>
  Object.freeze({ result: 'not_applicable', reason });

/** A row of a decision table; the first that applies wins. */
export interface Row<Facts> {
  id: string;
  applies: (facts: Facts) => boolean;
}

/**
 * The first row that applies; `call` if there is no result yet and no row applies.
 * @throws {Error} a result to which no row applies: not one of the domain's types
 */
export function firstRow<Facts extends { result: unknown }, R extends Row<Facts>>(
  rows: readonly R[],
  facts: Facts,
): R | 'call' {
  const row = rows.find(({ applies }) => applies(facts));
  if (row) return row;
  // Once the registry has answered, never return `call` again.
  if (facts.result !== null) throw new Error('no row of the decision table applies to the result');
  return 'call';
}

/** `status` and `error` of an object with validations. @see spec/registries.md 3.3 */
export function validated<Validations extends Partial<Record<string, Cell<string>>>>(
  validations: Validations,
  timestamp: Instant | null,
) {
  const failed = Object.values(validations).some((cell) => cell?.result === 'failure');
  const status = failed ? ('failure' as const) : ('success' as const);
  return { status, data: null, validations, error: null, timestamp };
}

/** The object for a registry without a usable answer. @see spec/registries.md 3.5 */
export const inError = <Message extends string>(message: Message, timestamp: Instant | null) => ({
  status: 'error' as const,
  data: null,
  validations: null,
  error: { code: registryErrorCode, message } as const,
  timestamp,
});

/** When the registry answered; `null` if it did not, or was not called. @see spec/registries.md 3.4 */
export const answeredAt = (result: RegistryResult<unknown> | null): Instant | null =>
  result === null || result.kind === 'unavailable' ? null : result.at;

/**
 * True at or above the threshold, both 0 to 100, after rounding like the domain's scores; false for NaN.
 * @see spec/registries.md 2, 3.7
 */
export const passes = (score: number, threshold: number): boolean =>
  Math.round(score * 1e4) / 1e4 >= threshold;

/** True for a value that was sent; blank text does not count. */
export const isGiven = (value: string | undefined): value is string =>
  value !== undefined && value.trim() !== '';
