import type { EndpointName } from '@countersign/contract';
import type { Handler } from './call.ts';
import { advanceClock } from './advance-clock.ts';
import { collectData } from './collect-data.ts';
import { createSession } from './create-session.ts';
import { deleteSession } from './delete-session.ts';
import { getCombinedIneCurpRegistry } from './get-combined-ine-curp-registry.ts';
import { getCurpRegistry } from './get-curp-registry.ts';
import { getDecision } from './get-decision.ts';
import { getFullAutoDecision } from './get-fullauto-decision.ts';
import { getIneRegistry } from './get-ine-registry.ts';
import { getMedia } from './get-media.ts';
import { getPerson } from './get-person.ts';
import { listAttemptMedia } from './list-attempt-media.ts';
import { listAttempts } from './list-attempts.ts';
import { listMedia } from './list-media.ts';
import { getWatchlistScreening } from './get-watchlist-screening.ts';
import { listFraudCategories } from './list-fraud-categories.ts';
import { reportFraud } from './report-fraud.ts';
import { retrieveFraudReports } from './retrieve-fraud-reports.ts';
import { submitSession } from './submit-session.ts';
import { updateWatchlistScreening } from './update-watchlist-screening.ts';
import { validateRegistry } from './validate-registry.ts';

/** What runs behind each endpoint. Uploads are read from the stream and have a way of their own. */
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
