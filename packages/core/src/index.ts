export {
  attemptTransitions,
  isFinal,
  lifetimeEvent,
  maximumAttempts,
  nextAttempt,
  nextSession,
  sessionTransitions,
} from './session/transitions.ts';
export type {
  AttemptEvent,
  AttemptStatus,
  Emission,
  SessionEvent,
  SessionStatus,
  Transition,
} from './session/transitions.ts';
export type * from './session/findings.ts';
export type {
  SessionData,
  SuppliedAddress,
  SuppliedDocument,
  SuppliedPerson,
} from './session/session-data.ts';
export {
  breakerThreshold,
  endpointLimit,
  failuresAfter,
  inFlightAllowance,
  isBreakerOpen,
  probeSeconds,
} from './webhooks/breaker.ts';
export { judgeResponse, retryAfterSeconds } from './webhooks/judge-response.ts';
export type { Verdict } from './webhooks/judge-response.ts';
export {
  dueTimeAfterPause,
  nextAttemptDelay,
  pauseLimitSeconds,
  retryAfterLimitSeconds,
  webhookLifetimeSeconds,
} from './webhooks/retry-schedule.ts';
