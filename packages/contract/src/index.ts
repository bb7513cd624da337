/** What crosses the wire: request parsers, error catalogue, endpoints, limits. */
export {
  feedbackProblemBody,
  namedCauses,
  Problem,
  problemBody,
  type ProblemCause,
  problems,
} from './problems.ts';
export { parseAdvanceClock } from './sandbox.ts';
export { problemDetail } from './problem-detail.ts';
export { ignoredMembers } from './ignored-members.ts';
export { limits } from './limits.ts';
export { type Endpoint, type EndpointName, endpoints } from './endpoints.ts';
export { countryCodes } from './countries.ts';
export { emitJson, parseStrictJson, parseStrictJsonInTurns } from './strict-json.ts';
export { isCalendarDate, isUuid, isUuid4, type ReadOptions } from './rules.ts';
export {
  type CreateSession,
  documentTypes,
  parseCreateSession,
  parseSubmitSession,
  parseValidateRegistry,
  type SessionStatus,
  sessionStatuses,
} from './session.ts';
export { type CollectedData, parseCollectedData } from './collected-data.ts';
export { extensionOf, parseUploadMedia, uploadContexts, type UploadMedia } from './media.ts';
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
  fraudReportMissing,
  type FraudReportRequest,
  type FraudReportVerdict,
  parseFraudReports,
  parseRetrieveFraudReports,
} from './feedback.ts';
export { FraudReport, FraudReportsBody, RetrievedFraudReportsBody } from './feedback-bodies.ts';
export {
  DecisionBody,
  decisionStatuses,
  DecisionVerification,
  type DecisionWebhookBody,
  ValidationResult,
} from './decision.ts';
export {
  type BrazilCheck,
  brazilChecks,
  type BrazilReason,
  BrazilResult,
  type CheckResult,
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
  MexicoResult,
  type RegistryCheckName,
  registryErrorCode,
} from './registry-results.ts';
export { UserDefinedData, type UserStatusReasonForm, userStatusReasonForms } from './session-bodies.ts';
export {
  HitExplanation,
  LegacyWatchlistResult,
  Listings,
  type MonitorStatus,
  primaryMatchTypes,
  type ReviewStatus,
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
export { PepSanctionDoc, PepSanctionMatch, type PepSanctionType, PersonBody } from './person.ts';
export {
  CombinedRegistryWebhookBody,
  CurpRegistryWebhookBody,
  EventBody,
  IneRegistryWebhookBody,
  type UserStatusBody,
  insightLabels,
} from './webhooks/webhooks.ts';
export { type ReasonCause, reasonCauses } from './reason-causes.ts';
export {
  ageCodes,
  findReason,
  type ReasonCode,
  type ReasonCodeRow,
  reasonCodes,
  type ReasonStatus,
} from './reason-codes.ts';
export {
  type FlowEvent,
  flowMessages,
  handshakeRepeatMs,
  renderMessageName,
  type RenderPayload,
} from './flow/flow-messages.ts';
export {
  explanationHeaders,
  jsonContentType,
  signatureForm,
  vectorSecrets,
  webhookMessageHead,
  webhookSigningVector,
} from './signing.ts';
export { openApiDocument } from './openapi/openapi.ts';
export { endpointBodies } from './endpoint-bodies.ts';
export { type WebhookTypeName, webhookTypeNames } from './webhooks/webhook-type-names.ts';
export { webhookTypes } from './webhooks/webhook-types.ts';
export { contractExamples } from './contract-examples.ts';
export {
  type FlowCaptureFacts,
  type FlowChallengeAnswer,
  type FlowConsentType,
  flowConsentTypes,
  flowConsentVersion,
  type FlowContext,
  flowContexts,
  type FlowDocumentRequest,
  type FlowDocumentType,
  flowDocumentTypes,
  type FlowEnd,
  type FlowEnterAnswer,
  type FlowEnterRequest,
  type FlowErrorBody,
  type FlowErrorCode,
  flowErrors,
  type FlowField,
  flowFields,
  type FlowFieldsRequest,
  type FlowLeaveRequest,
  flowLimits,
  flowPath,
  type FlowPicture,
  type FlowProblem,
  type FlowRequirement,
  type FlowScreen,
  type FlowStartRequest,
  type FlowState,
  type FlowStep,
  type FlowSubmitRequest,
  type FlowUploadAnswer,
  type FlowUploadRequest,
  type FlowVerdict,
} from './flow/flow.ts';
export {
  type FlowClaimAnswer,
  type FlowClaimRequest,
  type FlowConfirmRequest,
  type FlowDevice,
  type FlowHandoff,
  flowHandoffKinds,
  type FlowHandoffKind,
  flowHandoffModes,
  type FlowHandoffMode,
  type FlowOfferAnswer,
  type FlowOfferRequest,
  handoffCodePattern,
  handoffLimits,
  phoneLinkPattern,
} from './flow/flow-handoff.ts';

/** The portal's own API. */
export {
  portalPath,
  portalHeaders,
  portalErrors,
  instantPattern,
  isMoment,
  linePattern,
  lineRule,
  PortalErrorBody,
  type PortalErrorCode,
} from './portal/form.ts';
export {
  portalRoles,
  portalCapabilities,
  portalLanguages,
  PortalMe,
  PortalPreferences,
  type PortalView,
  PortalSignInRequest,
  PortalNext,
  PortalTotpRequest,
  PortalOperatorViewRequest,
  PortalTotpBegun,
  PortalTotpConfirmRequest,
  PortalRecoveryCodes,
  PortalInvitation,
  PortalAcceptRequest,
  PortalSignIns,
  PortalStepUpRequest,
  PortalSteppedUp,
  PortalProfileChange,
  PortalPasswordChange,
  PortalTeam,
  PortalInviteRequest,
  PortalInvited,
  PortalMemberChange,
  type PortalRole,
  type PortalCapability,
  type PortalLanguage,
  type PortalGrants,
} from './portal/account.ts';
export {
  longestCredentialId,
  PortalPasskey,
  PortalPasskeys,
  PortalPasskeyBegun,
  PortalPasskeyWanted,
  PortalAddPasskeyRequest,
  PortalPasskeyRequest,
} from './portal/passkeys.ts';
export {
  type PortalSsoFault,
  PortalSso,
  PortalSsoChange,
  PortalSsoCheckRequest,
  PortalSsoChecked,
  PortalSsoBeginRequest,
  PortalSsoAcceptRequest,
  PortalSsoOwnRequest,
  PortalSsoBegun,
  PortalSsoAnswer,
  PortalSsoDone,
  PortalEmailChangeRequest,
  PortalEmailChange,
} from './portal/single-sign-on.ts';
export {
  type PortalCondition,
  type PortalQueueName,
  portalQueues,
  PortalSystemStatus,
} from './portal/system-status.ts';
export {
  PortalOrganisation,
  PortalOrganisationChange,
  PortalRetentionChange,
  portalSignInBounds,
  retentionBounds,
} from './portal/organisation.ts';
export {
  PortalSessionRow,
  PortalSessions,
  PortalSessionQuery,
  sessionOrderOf,
  PortalField,
  PortalSession,
  PortalProposal,
  PortalRedactRequest,
  PortalRevealRequest,
  PortalRevealed,
  PortalReviewRequest,
  PortalReviewed,
  PortalNoteRequest,
  PortalFraudReportRequest,
  PortalCreateSessionRequest,
  PortalCreatedSession,
} from './portal/sessions.ts';
export {
  PortalAssigneeChange,
  PortalEvidenceQuery,
  PortalHitProposed,
  PortalHitReviewRequest,
  PortalScreeningQuery,
  PortalScreeningQueue,
  type ScreeningLane,
  screeningLanes,
} from './portal/screening.ts';
export {
  portalExportLimits,
  type PortalExportFormat,
  type PortalExportState,
  PortalExportRequest,
  PortalExport,
  PortalExports,
  PortalExportStarted,
} from './portal/exports.ts';
export { PortalHome, PortalHomeQuery, type PortalAlertKind } from './portal/home.ts';
export {
  PortalStatus,
  PortalStatuses,
  PortalDefineStatusRequest,
  PortalDefinedStatus,
  PortalStatusChange,
  PortalAddStatusRequest,
  PortalAddedStatus,
  PortalBulkStatusRequest,
  PortalBulkStatusResult,
} from './portal/statuses.ts';
export { PortalRequestRow, PortalRequests, PortalRequestQuery, PortalRequest } from './portal/requests.ts';
export {
  portalPersonaKinds,
  portalPersonaResults,
  PortalSandbox,
  PortalAdvanceClock,
  PortalClockAdvanced,
  type PortalPersonaKind,
  type PortalPersonaResult,
} from './portal/sandbox.ts';
export { PortalFlowSettings, PortalFlowChange } from './portal/flow-settings.ts';
export { PortalBranding, PortalBrandingChange } from './portal/branding.ts';
export {
  directionOf,
  flowLanguageNames,
  flowLanguages,
  matchFlowLanguage,
  reviewedFlowLanguages,
  type FlowLanguage,
} from './branding/flow-languages.ts';
export {
  brandTextNames,
  brandTextSizes,
  brandSpacings,
  standardLayout,
  brandLimits,
  logoPath,
  previewScreens,
  previewReady,
  type BrandTexts,
  type BrandTextSize,
  type BrandSpacing,
  type BrandLayout,
  type FlowBrand,
  type PreviewScreen,
  type FlowPreview,
} from './branding/branding.ts';
export { colourPattern } from './branding/contrast.ts';
export {
  standardColours,
  standardTokens,
  contrastProblems,
  themeTokens,
  layoutTokens,
  ownLayoutTokens,
  darkFrom,
  type BrandColours,
} from './branding/theme.ts';
export {
  PortalRecoverableQuery,
  PortalRecoverable,
  PortalRecoverRequest,
  PortalRecovered,
  PortalCheckSignature,
  PortalSignatureChecked,
  type SignatureMistake,
} from './portal/webhook-repair.ts';
export {
  portalWebhookStates,
  PortalWebhookRow,
  PortalWebhooks,
  PortalWebhookQuery,
  PortalWebhook,
  PortalReplayed,
  PortalIntegration,
  PortalAddKeyRequest,
  PortalReviewRules,
  PortalAddedKey,
  PortalWebhookUrlRequest,
  PortalVersion,
  PortalWebhookTested,
  PortalResumed,
  PortalAuditQuery,
  PortalAuditRow,
  PortalAudit,
  type PortalAuditFault,
  PortalAuditChain,
  PortalAuditChains,
  PortalAuditPartQuery,
  PortalAuditVerification,
  PortalAuditPart,
  PortalAuditExport,
  type PortalWebhookState,
} from './portal/operations.ts';
