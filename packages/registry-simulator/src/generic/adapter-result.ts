import type { RejectedInput, TechnicalCause, UnavailableCause } from '@countersign/core';
import type { SimulatedReply } from '../server/simulated-route.ts';

/**
 * A result in the format of an operator's simulated adapter, without the members that an adapter may omit.
 * @see spec/registries.md 2, 8.7
 */
export type AdapterResult<Answer> =
  | { kind: 'answered'; at: string; answer: Answer }
  | { kind: 'not_found'; at: string }
  | { kind: 'rejected'; at: string; input: RejectedInput; code: string }
  | { kind: 'unavailable'; cause: UnavailableCause }
  | { kind: 'technical'; cause: TechnicalCause; httpStatus?: number };

/** The result as the body of a 200; the server adds the envelope. @param delayMs added to the latency */
export const resultReply = (result: AdapterResult<unknown>, delayMs = 0): SimulatedReply => ({
  status: 200,
  body: result,
  delayMs,
});

/** A response that the adapter cannot use: about another person, or with an unknown value. */
export const unusableAnswer = { kind: 'technical', cause: 'schema' } as const satisfies AdapterResult<never>;

/** The registry reported a failure of its service. */
export const serviceFailure = {
  kind: 'unavailable',
  cause: 'maintenance',
} as const satisfies AdapterResult<never>;
