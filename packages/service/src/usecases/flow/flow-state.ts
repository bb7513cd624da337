import { type FlowEnd, type FlowPicture, type FlowState } from '@countersign/contract';
import {
  type ChosenDocument,
  flowRequirements,
  hasBack,
  isFinal,
  lifetimeEvent,
  maximumAttempts,
  nextSession,
  offeredDocuments,
  onlyDocument,
  type SessionData,
  type SessionStatus,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import { findFlowSession, findFlowTimes, type FlowTimes } from '../../storage/flow/flow-sessions.ts';
import { findFilm } from '../../storage/flow/flow-pictures.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';
import { findSession, type SessionRow } from '../../storage/session/sessions.ts';
import { dataKeyOf, sessionDataOf } from '../session/found-session.ts';
import { bearerInvalid, choicesOf, type FlowChoices, type FlowPage, isHolder } from './flow-page.ts';
import { attemptPictures, type AttemptPicture } from './flow-pictures.ts';
import { findRedo, type FoundRedo, keptContexts } from './find-redo.ts';
import { type HandoffView, viewHandoff } from './flow-handoff.ts';

/** Everything from which a page's state is built. */
interface Facts {
  page: FlowPage;
  session: SessionRow;
  times: FlowTimes;
  data: SessionData;
  choices: FlowChoices;
  /** Pictures of the open attempt. */
  pictures: AttemptPicture[];
  /** Pictures of the last attempt with which the next one begins. */
  kept: AttemptPicture[];
  film: boolean;
  redo: FoundRedo | null;
}

/**
 * The state of a page's session: what is needed next, and nothing about the decision.
 * @throws FlowRefused bearer-invalid if the session is gone
 */
export const flowState =
  (ctx: ServiceContext) =>
  async (page: FlowPage): Promise<FlowState> => {
    const { database, vault } = ctx;
    const { integrationId } = page.caller;
    const key = { integrationId, sessionId: page.sessionId };
    // Read first: a change made meanwhile then appears under a later revision than the one reported.
    const flow = await findFlowSession(database, key);
    const session = await findSession(database, page.caller, page.sessionId);
    const times = await findFlowTimes(database, key);
    if (session === 'absent' || session === 'stale' || flow === null || times === null) throw bearerInvalid();
    const dataKey = dataKeyOf(vault, integrationId, session);
    const choices = choicesOf(dataKey, flow);
    const facts = { page, session, times, data: sessionDataOf(dataKey, session), choices };
    const view = await viewHandoff(database, page, { key, dataKey });
    const state = stateOf({ ...facts, ...(await takenSoFar(database, facts, dataKey)) }, view);
    return { revision: flow.revision, ...state, holder: isHolder(flow, page) ? 'this' : 'other' };
  };

/** Pictures and film of the open attempt; for a new attempt that has not started in the flow, also those that it will start with. */
export async function takenSoFar(
  db: Queryable,
  { page, session, times }: Pick<Facts, 'page' | 'session' | 'times'>,
  dataKey: DataKey,
): Promise<Pick<Facts, 'pictures' | 'kept' | 'film' | 'redo'>> {
  const { integrationId } = page.caller;
  const attempt = { integrationId, sessionId: session.id, attemptId: session.attemptId };
  const open = openAttemptOf(times);
  const isRedo = session.status === 'resubmission_requested';
  const redo = isRedo ? await findRedo(db, attempt, dataKey) : null;
  const pictures = isRedo && open === null ? [] : await attemptPictures(db, attempt, dataKey);
  if (redo === null || redo.attemptId === null || open === 'started')
    return { pictures, kept: [], film: (await findFilm(db, attempt)) !== null, redo };
  const last = { ...attempt, attemptId: redo.attemptId };
  const isKept = keptContexts(redo, pictures);
  const kept = (await attemptPictures(db, last, dataKey)).filter(({ context }) => isKept(context));
  return { pictures, kept, film: isKept('face') && (await findFilm(db, last)) !== null, redo };
}

/** Status of the attempt that accepts input; `null` if none is open. */
export const openAttemptOf = ({ attemptStatus }: Pick<FlowTimes, 'attemptStatus'>) =>
  attemptStatus === 'created' || attemptStatus === 'started' ? attemptStatus : null;

/** The current status of the session: one whose time is over has expired, whether that is recorded yet or not. */
function statusNow({ status, overdue, opened }: SessionRow): SessionStatus {
  if (!overdue) return status;
  const event = lifetimeEvent(status, opened);
  return (event && nextSession(status, event)?.to) || status;
}

const endOf = (status: SessionStatus): FlowEnd =>
  status === 'expired' ? 'expired' : status === 'abandoned' ? 'abandoned' : 'complete';

function stateOf(facts: Facts, { handoff, mode }: HandoffView): Omit<FlowState, 'revision' | 'holder'> {
  const { page, session, times, data, choices, pictures, redo } = facts;
  const { caller, name } = page;
  const status = statusNow(session);
  const missing = requirementsOf(facts, status);
  const ended = isFinal(status) ? endOf(status) : null;
  const isOpen = missing.length > 0;
  // The attempt that is, or would be, in progress.
  const attempt =
    status === 'resubmission_requested' && openAttemptOf(times) === null ? times.ordinal + 1 : times.ordinal;
  return {
    session: {
      status: shownStatus(status),
      attempt,
      attemptsLeft: Math.max(0, maximumAttempts - attempt),
      mode: caller.mode,
      expiresAt: times.expiresAt,
    },
    client: {
      name,
      callback: data.callback ?? caller.settings.callback,
      language: choices.language,
    },
    missing,
    next: missing[0] ?? null,
    document: shownDocument(choices.document ?? onlyDocument(caller.settings)),
    rules: {
      documents: offeredDocuments(caller.settings),
      country: data.document.country ?? data.address.country ?? null,
      upload: true,
      handoff: mode,
      inactivitySeconds: caller.settings.flowInactivitySeconds,
    },
    handoff,
    pictures: isOpen ? newestOf(pictures) : [],
    redo:
      isOpen && redo !== null
        ? { problems: redo.problems, until: times.windowEndsAt ?? times.expiresAt }
        : null,
    ended,
  };
}

function shownStatus(status: SessionStatus): FlowState['session']['status'] {
  if (status === 'approved' || status === 'declined' || status === 'expired' || status === 'abandoned')
    return 'ended';
  return status;
}

const shownDocument = (document: ChosenDocument | null): FlowState['document'] =>
  document === null ? null : { ...document, hasBack: hasBack(document) };

/** What the session still needs. */
export function requirementsOf(
  { page, times, data, choices, pictures, kept, film }: Omit<Facts, 'session' | 'redo'>,
  status: SessionStatus,
) {
  return flowRequirements(page.caller.settings, {
    status,
    openAttempt: openAttemptOf(times),
    session: data,
    document: choices.document,
    pictures: [...kept, ...pictures].map(({ context, usable }) => ({ context, usable })),
    film,
    consented: choices.consents.some(({ type }) => type === 'biometric'),
  });
}

/** The newest picture of each context of the flow. */
function newestOf(pictures: readonly AttemptPicture[]): FlowPicture[] {
  const newest = new Map(pictures.map((picture) => [picture.context, picture]));
  return [...newest.values()].flatMap(({ id, context, origin, verdict, usable }) =>
    context === 'document-front' || context === 'document-back' || context === 'face'
      ? [{ id, context, origin, verdict, accepted: usable }]
      : [],
  );
}
