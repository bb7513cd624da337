import type { EndpointName } from '@countersign/contract';
import type { Handler } from './call.ts';
import { advanceClock } from './endpoints/advance-clock.ts';
import { collectData } from './endpoints/collect-data.ts';
import { createSession } from './endpoints/create-session.ts';
import { deleteSession } from './endpoints/delete-session.ts';
import { getCombinedIneCurpRegistry } from './endpoints/get-combined-ine-curp-registry.ts';
import { getCurpRegistry } from './endpoints/get-curp-registry.ts';
import { getDecision } from './endpoints/get-decision.ts';
import { getFullAutoDecision } from './endpoints/get-fullauto-decision.ts';
import { getIneRegistry } from './endpoints/get-ine-registry.ts';
import { getMedia } from './endpoints/get-media.ts';
import { getPerson } from './endpoints/get-person.ts';
import { listAttemptMedia } from './endpoints/list-attempt-media.ts';
import { listAttempts } from './endpoints/list-attempts.ts';
import { listMedia } from './endpoints/list-media.ts';
import { getWatchlistScreening } from './endpoints/get-watchlist-screening.ts';
import { listFraudCategories } from './endpoints/list-fraud-categories.ts';
import { reportFraud } from './endpoints/report-fraud.ts';
import { retrieveFraudReports } from './endpoints/retrieve-fraud-reports.ts';
import { submitSession } from './endpoints/submit-session.ts';
import { updateWatchlistScreening } from './endpoints/update-watchlist-screening.ts';
import { validateRegistry } from './endpoints/validate-registry.ts';

/** The implementation of each endpoint. Uploads are read from the stream and handled separately. */
export const handlers: Readonly<Record<Exclude<EndpointName, 'upload-media'>, Handler>> = {
  'create-session': createSession,
  'collect-data': collectData,
  'submit-session': submitSession,
  'get-decision': getDecision,
  'get-watchlist-screening': getWatchlistScreening,
  'update-watchlist-screening': updateWatchlistScreening,
  'validate-registry': validateRegistry,
  'validate-registry-alias': validateRegistry,
  'delete-session': deleteSession,
  'get-person': getPerson,
  'list-media': listMedia,
  'list-attempts': listAttempts,
  'list-attempt-media': listAttemptMedia,
  'get-media': getMedia,
  'get-fullauto-decision': getFullAutoDecision,
  'get-ine-registry': getIneRegistry,
  'get-curp-registry': getCurpRegistry,
  'get-combined-ine-curp-registry': getCombinedIneCurpRegistry,
  'advance-clock': advanceClock,
  'list-fraud-categories': listFraudCategories,
  'report-fraud': reportFraud,
  'retrieve-fraud-reports': retrieveFraudReports,
};
