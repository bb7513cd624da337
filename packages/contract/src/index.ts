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
