export { hasBack } from './flow/document-sides.ts';
export type { ChosenDocument } from './flow/document-sides.ts';
export {
  flowRequirements,
  isOffered,
  missingFields,
  offeredDocuments,
  onlyDocument,
} from './flow/flow-requirements.ts';
export { redoOf } from './flow/redo.ts';
export { assuranceOf, assuranceWords, challengeFaults, drawChallenge } from './session/challenge.ts';
export type { CompareScripts } from './session/document/across-scripts.ts';
export { decideSession, decidingCheck, requestResubmission, weighResults } from './session/decide.ts';
export { decideScreeningAlone, type EndWithoutIdentity, refuseDocument } from './session/without-identity.ts';
export type { Outcome, SessionVerdict } from './session/decide.ts';
export { checkPrint } from './session/checks/print-agreement.ts';
export { judgedContexts } from './session/checks/check-result.ts';
export type { CheckResult } from './session/checks/check-result.ts';
export { descriptorOf, faceDistance } from './session/face-distance.ts';
export { completeFindings } from './session/document/complete-findings.ts';
export { showsTwoDocuments } from './session/checks/one-document.ts';
export { missingChecks, noPictures, slowPictures } from './session/slow-pictures.ts';
export { noCrosslinks } from './session/crosslinks.ts';
export type { Crosslinks, EarlierAttempts, LinkedSession } from './session/crosslinks.ts';
export { compareAttempts, shownPerson } from './session/earlier-attempts.ts';
export { decisionBody, decisionCode } from './session/decision-body.ts';
export type { DecidedStatus, DecisionRegistry } from './session/decision-body.ts';
export { noReading, readingOf } from './session/document/document-reading.ts';
export type { DocumentReading } from './session/document/document-reading.ts';
export { forcedDelay, forcedOutcome } from './session/forced.ts';
export { fullAutoBody, fullAutoVerification } from './session/full-auto.ts';
export type { InsightInput } from './session/insights.ts';
export { consistencyOf, type FieldConsistency } from './session/document/consistency.ts';
export { pictureProblems } from './session/quality-verdicts.ts';
export { nameSimilarity } from './session/names/names.ts';
export { nameWords } from './session/names/name-words.ts';
export { wireReason } from './session/reasons.ts';
export { genuineScore, riskLabels } from './session/risk.ts';
export type { RiskLabel } from './session/risk.ts';
export { withSeenBefore } from './session/seen-before.ts';
export { settleCentury } from './session/document/settle-century.ts';
export {
  type Emission,
  isFinal,
  lifetimeEvent,
  maximumAttempts,
  nextAttempt,
  nextSession,
} from './session/transitions.ts';
export type { AttemptEvent, AttemptStatus, SessionEvent, SessionStatus } from './session/transitions.ts';
export type { SessionData } from './session/session-data.ts';
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
export { nextAttemptDelay, pauseLimitSeconds, webhookLifetimeSeconds } from './webhooks/retry-schedule.ts';
export {
  brazilFields,
  matchLevels,
  mexicoFields,
  rejectedInputs,
  technicalCauses,
  unavailableCauses,
  unitedStatesFields,
} from './registry/port.ts';
export type {
  BrAnswer,
  BrField,
  BrQuestion,
  CallContext,
  CoAnswer,
  CoIdType,
  CoName,
  CoQuestion,
  CurpAnswer,
  CurpQuestion,
  Instant,
  IsoDate,
  MatchLevel,
  MxAnswer,
  MxField,
  MxQuestion,
  NoAnswer,
  RegistryConnector,
  RegistryImage,
  RegistryResult,
  RejectedInput,
  TechnicalCause,
  UnavailableCause,
  UsAnswer,
  UsField,
  UsQuestion,
  VoterListAnswer,
  VoterListQuestion,
} from './registry/port.ts';
export { brazilAdvice, mexicoAdvice } from './registry/advisory-notes.ts';
export type { AdvisoryNote } from './registry/advisory-notes.ts';
export { evaluateBr, questionBr } from './registry/br-cpf.ts';
export { evaluateCo, questionCo } from './registry/co-civil.ts';
export type { CoFindings } from './registry/co-civil.ts';
export { colombiaAdvice } from './registry/colombian-advice.ts';
export {
  combinedRegistryData,
  combinedRegistryWebhook,
  curpQuestion,
  curpRegistryBody,
  curpRegistryWebhook,
  ineRegistryBody,
  ineRegistryWebhook,
  notQueried,
  voterListQuestion,
} from './registry/mexican-queries.ts';
export type { MexicanQueryEvent, VoterListCheck } from './registry/mexican-queries.ts';
export { evaluateMx, hasIneConsent, questionMx } from './registry/mx-ine.ts';
export { registryNameSimilarity } from './registry/name-similarity.ts';
export type { NameReading, TokenPlace } from './registry/name-similarity.ts';
export { claimedTokens, normaliseName, registryTokens } from './registry/name-tokens.ts';
export { hasCnhCheckDigits } from './registry/numbers/cnh.ts';
export { cpfWithCheckDigits, isValidCpf } from './registry/numbers/cpf.ts';
export { curpSex, mexicanSex, parseCurp } from './registry/numbers/curp.ts';
export { isVoterKey, parseOcr } from './registry/numbers/ine-card.ts';
export { brazilInput, colombiaInput, mexicoInput, unitedStatesQuestion } from './registry/registry-claims.ts';
export { checkPresentedDocument } from './registry/presented-document.ts';
export { registrySelfie } from './registry/registry-selfie.ts';
export { alignmentDistance } from './registry/token-score.ts';
export { evaluateUs } from './registry/us-ssn.ts';
export type {
  BrFieldCheck,
  BrPolicy,
  CoInput,
  CoPolicy,
  Evaluated,
  MxInput,
  MxOptionalCheck,
  MxPolicy,
  RegistryVerdict,
} from './registry/verdict.ts';
export { voterListServiceError, voterListState } from './registry/voter-list-states.ts';
export { carriedDecision, carriedHit } from './watchlist/carried-decision.ts';
export type { JudgedPerson, PastDecision } from './watchlist/carried-decision.ts';
export type { FoundHit } from './watchlist/found-hit.ts';
export { groupHits } from './watchlist/group-hits.ts';
export {
  bandOf,
  compareResults,
  isSameEntity,
  judgedAs,
  newHit,
  storedByEntity,
} from './watchlist/material-change.ts';
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
export type { Reviewed, ScreeningStatus } from './watchlist/review.ts';
export { screenedPerson, searchTermOf } from './watchlist/search-term.ts';
export type { ScreenedPerson } from './watchlist/search-term.ts';
export { patchedState, watchlistResult } from './watchlist/watchlist-result.ts';
export type { ResultShape, ScreeningResult } from './watchlist/watchlist-result.ts';
export { givenRoles, mayDo, needsCodes } from './portal/roles.ts';
export { decideConfirmation, proposalRights, takesTwoPeople } from './portal/four-eyes.ts';
export { maskField, maskName, maskNumber } from './portal/mask.ts';
export { exportHead, exportLine, type UnreadableCause, unreadableLine } from './portal/session-file.ts';
export { shownFields, shownNames } from './portal/shown-fields.ts';
export {
  decideReason,
  judgeDefinition,
  userStatusCode,
  type DefinitionFault,
  type StatusDefinition,
} from './status/user-status.ts';
