import type { ServiceContext } from '../context.ts';
import { getMedia, sessionOfMedia } from './media/get-media.ts';
import { listAttemptMedia, sessionOfAttempt } from './media/list-attempt-media.ts';
import { listMedia } from './media/list-media.ts';
import { uploadMedia } from './media/upload-media.ts';
import { getCombinedIneCurpRegistry } from './registry/get-combined-ine-curp-registry.ts';
import { getCurpRegistry } from './registry/get-curp-registry.ts';
import { getIneRegistry } from './registry/get-ine-registry.ts';
import { validateRegistry } from './registry/validate-registry.ts';
import { reportFraud } from './report/report-fraud.ts';
import { retrieveFraudReports } from './report/retrieve-fraud-reports.ts';
import { advanceClock } from './sandbox/advance-clock.ts';
import { collectData } from './session/collect-data.ts';
import { createSession } from './session/create-session.ts';
import { deleteSession } from './session/delete-session.ts';
import { requireSession } from './session/found-session.ts';
import { getDecision } from './session/get-decision.ts';
import { getFullAutoDecision } from './session/get-fullauto-decision.ts';
import { listAttempts } from './session/list-attempts.ts';
import { readOptions } from './session/read-options.ts';
import { stageMedia } from './session/stage-media.ts';
import { submitSession } from './session/submit-session.ts';
import { viewSession } from './session/view-session.ts';
import { getPerson } from './watchlist/get-person.ts';
import { getWatchlistScreening } from './watchlist/get-watchlist-screening.ts';
import { updateWatchlistScreening } from './watchlist/update-watchlist-screening.ts';

/** Operations of the public API, over one context. */
export const publicUseCases = (ctx: ServiceContext) => ({
  advanceClock: advanceClock(ctx),
  collectData: collectData(ctx),
  createSession: createSession(ctx),
  deleteSession: deleteSession(ctx),
  getCombinedIneCurpRegistry: getCombinedIneCurpRegistry(ctx),
  getCurpRegistry: getCurpRegistry(ctx),
  getDecision: getDecision(ctx),
  getFullAutoDecision: getFullAutoDecision(ctx),
  getIneRegistry: getIneRegistry(ctx),
  getMedia: getMedia(ctx),
  getPerson: getPerson(ctx),
  getWatchlistScreening: getWatchlistScreening(ctx),
  listAttemptMedia: listAttemptMedia(ctx),
  listAttempts: listAttempts(ctx),
  listMedia: listMedia(ctx),
  readOptions: readOptions(ctx),
  reportFraud: reportFraud(ctx),
  requireSession: requireSession(ctx),
  retrieveFraudReports: retrieveFraudReports(ctx),
  sessionOfAttempt: sessionOfAttempt(ctx),
  sessionOfMedia: sessionOfMedia(ctx),
  stageMedia: stageMedia(ctx),
  submitSession: submitSession(ctx),
  updateWatchlistScreening: updateWatchlistScreening(ctx),
  uploadMedia: uploadMedia(ctx),
  validateRegistry: validateRegistry(ctx),
  viewSession: viewSession(ctx),
});

export type PublicUseCases = ReturnType<typeof publicUseCases>;
