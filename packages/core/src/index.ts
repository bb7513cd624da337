export {
  assuranceOf,
  assuranceWords,
  challengeFaults,
  challengeSequences,
  drawChallenge,
} from './session/challenge.ts';
export type { Assurance } from './session/challenge.ts';
export { askAgain, decideSession } from './session/decide.ts';
export type { DecideInput, Outcome, SessionVerdict } from './session/decide.ts';
export { checkOrder, judgedContexts } from './session/checks/check-result.ts';
export type { CheckName, CheckResult } from './session/checks/check-result.ts';
export { descriptorOf, faceDistance } from './session/face-distance.ts';
export { completeFindings } from './session/complete-findings.ts';
export { hasSlowPicture, noPictures, slowPictures, slowReading } from './session/slow-pictures.ts';
export { noCrosslinks } from './session/crosslinks.ts';
export type { Crosslinks, LinkedSession } from './session/crosslinks.ts';
export { decisionBody, decisionCode } from './session/decision-body.ts';
export type {
  DecidedStatus,
  DecisionFeatures,
  DecisionInput,
  DecisionRegistry,
} from './session/decision-body.ts';
export { documentTypeOf, readingOf } from './session/document-reading.ts';
export type { DocumentReading, DocumentType, ReadingSource, VoterCard } from './session/document-reading.ts';
export { forcedDelay, forcedOutcome } from './session/forced.ts';
export { fullAutoVerification } from './session/full-auto.ts';
export { consistencyOf } from './session/consistency.ts';
export type { FieldConsistency } from './session/consistency.ts';
export { pictureProblems, qualityRows, qualityVerdict } from './session/quality-verdicts.ts';
export type { PictureProblem, QualityVerdict } from './session/quality-verdicts.ts';
export { compareNames, nameSimilarity } from './session/names.ts';
export type { DecisionPolicy } from './session/policy.ts';
export { wireReason } from './session/reasons.ts';
export { genuineScore, riskLabels } from './session/risk.ts';
export type { RiskLabel } from './session/risk.ts';
export { withSeenBefore } from './session/seen-before.ts';
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
  recovering,
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
export {
  brazilFields,
  colombianIdTypes,
  matchLevels,
  mexicoFields,
  rejectedInputs,
  technicalCauses,
  unavailableCauses,
  unitedStatesFields,
} from './registry/port.ts';
export type * from './registry/port.ts';
export { brazilAdvice, mexicoAdvice } from './registry/advisory-notes.ts';
export type { AdvisoryNote } from './registry/advisory-notes.ts';
export { evaluateBr, questionBr } from './registry/br-cpf.ts';
export { evaluateCo, questionCo } from './registry/co-civil.ts';
export type { CoEvaluated, CoFindings } from './registry/co-civil.ts';
export { colombiaAdvice } from './registry/colombian-advice.ts';
export { colombianState } from './registry/colombian-states.ts';
export type { CoState } from './registry/colombian-states.ts';
export { curpStateOf } from './registry/curp-status.ts';
export type { CurpState } from './registry/curp-status.ts';
export {
  combinedRegistryData,
  combinedRegistryWebhook,
  curpQuestion,
  curpRegistryBody,
  curpRegistryWebhook,
  ineRegistryBody,
  ineRegistryWebhook,
  voterListQuestion,
} from './registry/mexican-queries.ts';
export type { MexicanQueryEvent, VoterListCheck } from './registry/mexican-queries.ts';
export { evaluateMx, hasIneConsent, questionMx } from './registry/mx-ine.ts';
export { registryNameSimilarity } from './registry/name-similarity.ts';
export type {
  NameExplanation,
  NameReading,
  RegistryNameSimilarity,
  TokenPair,
  TokenPlace,
} from './registry/name-similarity.ts';
export { claimedTokens, normaliseName, registryTokens } from './registry/name-tokens.ts';
export { hasCnhCheckDigits, licenceCategory } from './registry/numbers/cnh.ts';
export { cpfDigits, cpfWithCheckDigits, isValidCpf, sandboxCpf } from './registry/numbers/cpf.ts';
export { curpSex, mexicanSex, parseCurp, personGender } from './registry/numbers/curp.ts';
export type { Curp, RegistrySex } from './registry/numbers/curp.ts';
export {
  cicCheckDigit,
  cicOf,
  isCic,
  isEmissionNumber,
  isVoterKey,
  parseOcr,
  voterKeySex,
} from './registry/numbers/ine-card.ts';
export type { OcrNumber } from './registry/numbers/ine-card.ts';
export {
  brazilInput,
  type BrazilCircumstances,
  colombiaInput,
  mexicoInput,
  unitedStatesQuestion,
} from './registry/registry-claims.ts';
export { registrySelfie } from './registry/registry-selfie.ts';
export { registryVerdict } from './registry/registry-verdict.ts';
export { alignmentDistance } from './registry/token-score.ts';
export { evaluateUs } from './registry/us-ssn.ts';
export type * from './registry/verdict.ts';
export { voterListServiceError, voterListState } from './registry/voter-list-states.ts';
export type { VoterListState } from './registry/voter-list-states.ts';
export { carriedDecision, carriedHit } from './watchlist/carried-decision.ts';
export type { PastDecision } from './watchlist/carried-decision.ts';
export type { FoundHit, FoundListing } from './watchlist/found-hit.ts';
export { bandOf, compareResults, isSameEntity, judgedAs, newHit } from './watchlist/material-change.ts';
export type { CarriedFrom, Compared, Difference, JudgedHit, StoredHit } from './watchlist/material-change.ts';
export { pepSanctionMatches } from './watchlist/person-matches.ts';
export type { PastScreening } from './watchlist/person-matches.ts';
export {
  acknowledgeChanges,
  applyChange,
  completeScreening,
  disableMonitoring,
  reviewHit,
} from './watchlist/review.ts';
export type { HitReview, Reviewed, ReviewState, ScreeningStatus } from './watchlist/review.ts';
export { screenedPerson, searchTermOf } from './watchlist/search-term.ts';
export type { ScreenedPerson, ScreeningRules } from './watchlist/search-term.ts';
export { patchedState, watchlistResult } from './watchlist/watchlist-result.ts';
export type { ResultShape, ScreeningResult } from './watchlist/watchlist-result.ts';
