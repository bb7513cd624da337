/** What crosses the wire: request parsers, error catalogue, endpoints, limits. */
export {
  feedbackCodes,
  feedbackProblemBody,
  type FeedbackProblemBody,
  Problem,
  problemBody,
  type ProblemBody,
  type ProblemName,
  type ProblemOptions,
  type ProblemRow,
  problems,
  reservedProblemCodes,
} from './problems.ts';
export { limits } from './limits.ts';
export { type Endpoint, type EndpointName, endpoints, type Signed } from './endpoints.ts';
export { countryCodes } from './countries.ts';
export { emitJson, parseStrictJson } from './strict-json.ts';
export { codePoints, isCalendarDate, isUuid, isUuid4, type ReadOptions } from './rules.ts';
export {
  colombianIdCardTypes,
  consentTypes,
  type CreateSession,
  type CreateSessionAddress,
  type CreateSessionDocument,
  type CreateSessionPerson,
  documentTypes,
  licenceCategories,
  parseCreateSession,
  parseSubmitSession,
  parseValidateRegistry,
  proofOfAddressTypes,
  type SessionStatus,
  sessionStatuses,
  type SubmitSession,
} from './session.ts';
export { type CollectedData, isIpV4, isIpV6, parseCollectedData } from './collected-data.ts';
export {
  isDateTime,
  type MediaContext,
  mediaContexts,
  mediaTypes,
  parseUploadMedia,
  serviceContexts,
  type UploadContext,
  uploadContexts,
  type UploadMedia,
  videoContexts,
} from './media.ts';
export {
  type HitMatchStatus,
  hitMatchStatuses,
  parseWatchlistPatch,
  type RiskLevel,
  riskLevels,
  type WatchlistPatch,
} from './watchlist-review.ts';
export {
  fraudCategories,
  fraudReportFailures,
  type FraudReportRequest,
  parseFraudReports,
  parseRetrieveFraudReports,
} from './feedback.ts';
export {
  AdditionalVerifiedData,
  DecisionAddress,
  DecisionBody,
  decisionCodes,
  DecisionDocument,
  DecisionPerson,
  type DecisionStatus,
  decisionStatuses,
  DecisionVerification,
  DocumentSpecimen,
  type FinalStatus,
  finalStatuses,
  type MatchLevel,
  matchLevels,
  pendingDecision,
  responseDocumentTypes,
  type RiskCategory,
  RiskLabel,
  riskLabels,
  TechnicalData,
  ValidationResult,
} from './decision.ts';
export {
  type BrazilCheck,
  brazilChecks,
  type BrazilReason,
  brazilReasons,
  BrazilResult,
  type CheckResult,
  checkResults,
  colombiaNoAnswer,
  ColombiaResult,
  CombinedRegistryBody,
  CombinedRegistryData,
  CurpRegistryBody,
  type CurpStatus,
  curpStatuses,
  IneRegistryBody,
  type MexicoCheck,
  mexicoChecks,
  type MexicoReason,
  mexicoReasons,
  MexicoResult,
  registryErrorCode,
  RegistryValidations,
  registryVersion,
} from './registry-results.ts';
export {
  AttemptListBody,
  CollectedDataBody,
  DeletionBody,
  ListedImage,
  ListedVideo,
  MediaBody,
  MediaListBody,
  SessionBody,
  UserDefinedData,
} from './session-bodies.ts';
export {
  LegacyWatchlistResult,
  Listings,
  matchTypes,
  type MonitorStatus,
  monitorStatuses,
  primaryMatchTypes,
  type ReviewStatus,
  reviewStatuses,
  type ScreeningList,
  screeningLists,
  SearchTerm,
  secondaryMatchTypes,
  WatchlistBody,
  WatchlistHit,
  WatchlistPatchBody,
  WatchlistPendingBody,
  WatchlistResult,
} from './watchlist.ts';
export {
  PepSanctionDoc,
  PepSanctionMatch,
  type PepSanctionType,
  pepSanctionTypes,
  PersonBody,
} from './person.ts';
export {
  FraudCategoriesBody,
  FraudReport,
  FraudReportsBody,
  RetrievedFraudReportsBody,
} from './feedback-bodies.ts';
export {
  CombinedRegistryWebhookBody,
  CurpRegistryWebhookBody,
  type EventAction,
  EventBody,
  eventCodes,
  FullAutoBody,
  FullAutoDecisionBody,
  FullAutoVerification,
  IneRegistryWebhookBody,
  insightLabels,
  UserStatusBody,
} from './webhooks.ts';
export {
  ageCodes,
  isReasonCode,
  type ReasonCode,
  reasonCodeFor,
  type ReasonCodeRow,
  reasonCodes,
  type ReasonSource,
  reasonSources,
  type ReasonStatus,
  reasonText,
} from './reason-codes.ts';
export {
  type FlowEvent,
  type FlowMessage,
  flowMessages,
  handshakeRepeatMs,
  renderMessageName,
  type RenderPayload,
} from './flow-messages.ts';
export {
  feedbackMessageHead,
  jsonContentType,
  requestHeaders,
  responseHeaders,
  signatureForm,
  type SigningVector,
  signingVectors,
  vectorSecrets,
  webhookHeaders,
  webhookMessageHead,
  webhookSigningVector,
} from './signing.ts';
export { openApiDocument } from './openapi.ts';
export { endpointBodies, type EndpointBodies } from './endpoint-bodies.ts';
export { type WebhookType, type WebhookTypeName, webhookTypes } from './webhook-types.ts';
export { contractExamples } from './contract-examples.ts';
