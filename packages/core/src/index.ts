export {
  attemptTransitions,
  isFinal,
  lifetimeEvent,
  maximumAttempts,
  nextAttempt,
  nextSession,
  sessionTransitions,
} from './session/transitions.ts';
export type { AttemptEvent, AttemptStatus, Emission, SessionEvent, SessionStatus, Transition } from './session/transitions.ts';
export type * from './session/findings.ts';
export type { SessionData, SuppliedAddress, SuppliedDocument, SuppliedPerson } from './session/session-data.ts';
