import type { Shell } from '../shell.ts';
import { collectData } from './collect-data.ts';
import { createSession } from './create-session.ts';
import { deleteSession } from './delete-session.ts';
import { requireSession } from './found-session.ts';
import { getCombinedIneCurpRegistry } from './get-combined-ine-curp-registry.ts';
import { getCurpRegistry } from './get-curp-registry.ts';
import { getDecision } from './get-decision.ts';
import { getFullAutoDecision } from './get-fullauto-decision.ts';
import { getIneRegistry } from './get-ine-registry.ts';
import { getMedia, sessionOfMedia } from './get-media.ts';
import { getPerson } from './get-person.ts';
import { getWatchlistScreening } from './get-watchlist-screening.ts';
import { listAttemptMedia, sessionOfAttempt } from './list-attempt-media.ts';
import { listAttempts } from './list-attempts.ts';
import { listMedia } from './list-media.ts';
import { submitSession } from './submit-session.ts';
import { updateWatchlistScreening } from './update-watchlist-screening.ts';
import { stageMedia, uploadMedia } from './upload-media.ts';
import { validateRegistry } from './validate-registry.ts';
import { viewSession } from './view-session.ts';

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
