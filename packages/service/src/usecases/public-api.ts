import type { Shell } from '../shell.ts';
import { getMedia, sessionOfMedia } from './media/get-media.ts';
import { listAttemptMedia, sessionOfAttempt } from './media/list-attempt-media.ts';
import { listMedia } from './media/list-media.ts';
import { stageMedia, uploadMedia } from './media/upload-media.ts';
import { getCombinedIneCurpRegistry } from './registry/get-combined-ine-curp-registry.ts';
import { getCurpRegistry } from './registry/get-curp-registry.ts';
import { getIneRegistry } from './registry/get-ine-registry.ts';
import { validateRegistry } from './registry/validate-registry.ts';
import { collectData } from './session/collect-data.ts';
import { createSession } from './session/create-session.ts';
import { deleteSession } from './session/delete-session.ts';
import { requireSession } from './session/found-session.ts';
import { getDecision } from './session/get-decision.ts';
import { getFullAutoDecision } from './session/get-fullauto-decision.ts';
import { listAttempts } from './session/list-attempts.ts';
import { submitSession } from './session/submit-session.ts';
import { viewSession } from './session/view-session.ts';
import { getPerson } from './watchlist/get-person.ts';
import { getWatchlistScreening } from './watchlist/get-watchlist-screening.ts';
import { updateWatchlistScreening } from './watchlist/update-watchlist-screening.ts';

/** What the public API can do, over one shell. */
export const publicUseCases = (shell: Shell) => ({
  collectData: collectData(shell),
  createSession: createSession(shell),
  deleteSession: deleteSession(shell),
  getCombinedIneCurpRegistry: getCombinedIneCurpRegistry(shell),
  getCurpRegistry: getCurpRegistry(shell),
  getDecision: getDecision(shell),
  getFullAutoDecision: getFullAutoDecision(shell),
  getIneRegistry: getIneRegistry(shell),
  getMedia: getMedia(shell),
  getPerson: getPerson(shell),
  getWatchlistScreening: getWatchlistScreening(shell),
  listAttemptMedia: listAttemptMedia(shell),
  listAttempts: listAttempts(shell),
  listMedia: listMedia(shell),
  requireSession: requireSession(shell),
  sessionOfAttempt: sessionOfAttempt(shell),
  sessionOfMedia: sessionOfMedia(shell),
  stageMedia: stageMedia(shell),
  submitSession: submitSession(shell),
  updateWatchlistScreening: updateWatchlistScreening(shell),
  uploadMedia: uploadMedia(shell),
  validateRegistry: validateRegistry(shell),
  viewSession: viewSession(shell),
});

export type PublicUseCases = ReturnType<typeof publicUseCases>;
