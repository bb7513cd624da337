import {
  type FlowEnterAnswer,
  type FlowEnterRequest,
  type FlowLeaveRequest,
  flowLimits,
  handoffCodePattern,
  isUuid4,
  phoneLinkPattern,
} from '@countersign/contract';
import { isFinal, nextSession } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { endBearer, insertBearer, useBearer } from '../../storage/flow/flow-bearers.ts';
import {
  endHandoffs,
  findByPhone,
  findClaimable,
  findHandoff,
  findHandoffs,
  type HandoffRow,
  isOrigin,
  moveOrigin,
  withdrawOffers,
} from '../../storage/flow/flow-handoffs.ts';
import {
  findFlowSession,
  findIntegrationByToken,
  type FlowSessionKey,
  markOpened,
  putFlowSession,
} from '../../storage/flow/flow-sessions.ts';
import { lockSession, type SessionRow } from '../../storage/session/sessions.ts';
import type { IntegrationKeys } from '../../signing/key-ring.ts';
import { newToken, tokenHash } from '../../signing/opaque-token.ts';
import type { Caller } from '../session/caller.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { readSessionToken } from '../session/session-link.ts';
import { recordStep } from './flow-handoff.ts';
import { bearerInvalid, change, choicesLabel, choicesOf, type FlowPage, lockFlow } from './flow-page.ts';
import { FlowRefused } from './flow-refused.ts';
import { flowState } from './flow-state.ts';

/** Number of pages that may be active in one session at a time. */
const pagesPerSession = 8;

const bearerForm = /^[\w-]{43}$/;

/** The caller of use cases for a page of the flow. Every use case binds the page to its session. */
export const callerFor = ({ integrationId, mode, settings }: IntegrationKeys): Caller => ({
  integrationId,
  keyId: null,
  mode,
  settings,
  surface: 'flow',
});

/** The name shown to people. */
export const companyOf = ({ name, settings }: Pick<IntegrationKeys, 'name' | 'settings'>): string =>
  settings.branding.name ?? name;

/** What a link resolves to. */
export interface FoundLink {
  integration: IntegrationKeys;
  sessionId: string;
  /** For a phone's own link: the handoff that it comes from; otherwise `null`. */
  handoffId: string | null;
  /** It has to be claimed before the session can be entered. */
  isCode: boolean;
}

const codeForm = new RegExp(handoffCodePattern);
const phoneForm = new RegExp(phoneLinkPattern);

/** The integration and session behind a session link, a code, or a phone's own link; `null` for one that is not valid. */
export async function findLink(ctx: ServiceContext, token: string): Promise<FoundLink | null> {
  const isCode = codeForm.test(token);
  if (!isCode && !phoneForm.test(token)) return findSessionLink(ctx, token);
  const hash = tokenHash(token);
  const row = await (isCode
    ? findClaimable(ctx.database, { code: hash, phone: null })
    : findByPhone(ctx.database, hash));
  if (row === null || !(isCode || isInUse(row))) return null;
  const integration = await ctx.keyRing.ofIntegration(row.integrationId);
  return integration?.active
    ? { integration, sessionId: row.sessionId, handoffId: isCode ? null : row.id, isCode }
    : null;
}

/** Whether the link of the phone that claimed it currently opens the session. */
const isInUse = ({ state }: Pick<HandoffRow, 'state'>): boolean => state === 'confirmed' || state === 'alone';

async function findSessionLink(
  { database, keyRing }: ServiceContext,
  token: string,
): Promise<FoundLink | null> {
  const read = readSessionToken(await keyRing.sessionLinkKeys(), token);
  if (!read || !isUuid4(read.sessionId)) return null;
  const integrationId = await findIntegrationByToken(database, read);
  const integration = integrationId === null ? null : await keyRing.ofIntegration(integrationId);
  if (!integration?.active) return null;
  return { integration, sessionId: read.sessionId, handoffId: null, isCode: false };
}

/**
 * Issues a page's bearer. The session counts as opened, and the page becomes its holder unless a phone continues the session; then the page
 * is the computer's.
 * @throws FlowRefused link-unknown
 * @see spec/contract.md
 */
export const enterFlow =
  (ctx: ServiceContext) =>
  async (request: FlowEnterRequest & { address: string }): Promise<FlowEnterAnswer> => {
    const link = await findLink(ctx, request.token);
    if (link === null || link.isCode) throw linkUnknown();
    const bearer = newToken();
    const page: FlowPage = {
      caller: callerFor(link.integration),
      sessionId: link.sessionId,
      hash: tokenHash(bearer),
      name: companyOf(link.integration),
      address: request.address,
      handoffId: link.handoffId,
    };
    await ctx.database.transaction((tx) => letIn(tx, ctx, { page, request }));
    ctx.wake.notify('flow');
    return { bearer, state: await flowState(ctx)(page) };
  };

/** The same answer for every invalid link and code. */
export const linkUnknown = (): FlowRefused =>
  new FlowRefused('link-unknown', 'token: must be that of a session link in force');

async function letIn(
  tx: Tx,
  { vault }: ServiceContext,
  { page, request }: { page: FlowPage; request: FlowEnterRequest },
): Promise<void> {
  const { caller, sessionId, hash, handoffId } = page;
  const key = { integrationId: caller.integrationId, sessionId };
  const session = await lockSession(tx, caller, sessionId);
  if (session === 'absent' || session === 'stale') throw linkUnknown();
  const dataKey = dataKeyOf(vault, caller.integrationId, session);
  const choices = choicesOf(dataKey, await findFlowSession(tx, key));
  const language = request.language ?? choices.language;
  await putFlowSession(tx, {
    ...key,
    holder: (await takesHold(tx, key, page)) ? hash : null,
    choices: sealJson(dataKey, choicesLabel, { ...choices, language }),
  });
  await insertBearer(tx, { ...key, hash, handoffId, most: pagesPerSession });
  await open(tx, key, session);
}

/**
 * Whether a page that enters becomes the holder of the session. The computer's offer moves to its newest page, which leaves the session to
 * the phone while the phone continues it.
 * @throws FlowRefused link-unknown for a phone whose part has ended
 */
async function takesHold(tx: Tx, key: FlowSessionKey, { hash, handoffId }: FlowPage): Promise<boolean> {
  if (handoffId !== null) {
    const row = await findHandoff(tx, { integrationId: key.integrationId, id: handoffId });
    if (row === null || !isInUse(row)) throw linkUnknown();
    return true;
  }
  await moveOrigin(tx, key, { from: null, to: hash });
  return (await findHandoffs(tx, key)).current?.state !== 'confirmed';
}

/** A session that has ended, or whose time is over, cannot be opened any more. */
async function open(
  tx: Tx,
  key: { integrationId: string; sessionId: string },
  { status, overdue, attemptId }: SessionRow,
): Promise<void> {
  if (overdue || isFinal(status) || !(await markOpened(tx, key))) return;
  const to = nextSession(status, 'open')?.to ?? status;
  const move = { action: 'open-session', attemptId, from: status, to };
  await insertAudit(tx, { ...key, actor: 'flow', ...move });
}

/** The page of a bearer; using the bearer extends its life. @throws FlowRefused bearer-invalid */
export const authenticatePage =
  ({ database, keyRing }: ServiceContext) =>
  async ({ bearer, address }: { bearer: string | null; address: string }): Promise<FlowPage> => {
    if (bearer === null || !bearerForm.test(bearer)) throw bearerInvalid();
    const hash = tokenHash(bearer);
    const row = await useBearer(database, hash, flowLimits.bearerSeconds);
    const integration = row && (await keyRing.ofIntegration(row.integrationId));
    if (!row || !integration?.active) throw bearerInvalid();
    return {
      caller: callerFor(integration),
      sessionId: row.sessionId,
      hash,
      name: companyOf(integration),
      address,
      handoffId: row.handoffId,
    };
  };

/**
 * Ends the page's bearer; the person's input is kept. If a phone continues the session, it is shown that its computer has left; a phone
 * that is done returns the session to the computer.
 */
export const leaveFlow =
  (ctx: ServiceContext) =>
  async (page: FlowPage, reason: FlowLeaveRequest['reason']): Promise<void> => {
    const key = { integrationId: page.caller.integrationId, sessionId: page.sessionId };
    const isDone = page.handoffId !== null && reason === 'finished';
    if (isDone || (await isOrigin(ctx.database, key, page.hash))) {
      await ctx.database.transaction((tx) => (isDone ? giveBack : stopOffering)(tx, ctx, page));
      ctx.wake.notify('flow');
    }
    await endBearer(ctx.database, page.hash);
  };

/** Anything needed again is then needed on the computer, which can hand it over again. */
async function giveBack(tx: Tx, ctx: ServiceContext, page: FlowPage): Promise<void> {
  const { session } = await lockFlow(ctx, tx, page);
  const key = { integrationId: page.caller.integrationId, sessionId: session.id };
  const { current } = await findHandoffs(tx, key);
  if (current?.state !== 'confirmed' || current.id !== page.handoffId || current.origin === null) return;
  await endHandoffs(tx, key, ['confirmed']);
  await change(tx, page, { holder: current.origin });
}

async function stopOffering(tx: Tx, ctx: ServiceContext, page: FlowPage): Promise<void> {
  const { session } = await lockFlow(ctx, tx, page);
  const key = { integrationId: page.caller.integrationId, sessionId: session.id };
  await withdrawOffers(tx, key);
  await endHandoffs(tx, key, ['claimed']);
  if (await moveOrigin(tx, key, { from: page.hash, to: null }))
    await recordStep(tx, ctx, { key, step: 'stopped' });
  await change(tx, page, {});
}
