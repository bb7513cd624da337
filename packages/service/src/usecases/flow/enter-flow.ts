import { createHash, randomBytes } from 'node:crypto';
import { type FlowEnterAnswer, type FlowEnterRequest, flowLimits, isUuid4 } from '@countersign/contract';
import { isFinal, nextSession } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { endBearer, insertBearer, useBearer } from '../../storage/flow-bearers.ts';
import {
  findFlowSession,
  findIntegrationByToken,
  markOpened,
  putFlowSession,
} from '../../storage/flow-sessions.ts';
import { lockSession, type SessionRow } from '../../storage/sessions.ts';
import type { IntegrationKeys } from '../../signing/key-ring.ts';
import type { Caller } from '../session/caller.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { readSessionToken } from '../session/session-link.ts';
import { bearerInvalid, choicesLabel, choicesOf, type FlowPage } from './flow-page.ts';
import { FlowRefused } from './flow-refused.ts';
import { flowState } from './flow-state.ts';

/** Pages of one session that may be in at a time. */
const pagesPerSession = 8;

const hashOf = (bearer: string): Uint8Array => createHash('sha256').update(bearer).digest();
const bearerForm = /^[\w-]{43}$/;

/** The flow on behalf of an integration: what a page may do is bound to its session by every use case. */
const callerFor = ({ integrationId, mode, settings }: IntegrationKeys): Caller => ({
  integrationId,
  keyId: null,
  mode,
  settings,
  surface: 'flow',
});

/** The name that people see. */
export const companyOf = ({ name, settings }: Pick<IntegrationKeys, 'name' | 'settings'>): string =>
  settings.branding.name ?? name;

/** The integration and session behind a session link; `null` for one that leads nowhere. */
export async function findLink(
  { database, keyRing }: ServiceContext,
  token: string,
): Promise<{ integration: IntegrationKeys; sessionId: string } | null> {
  const read = readSessionToken(await keyRing.sessionLinkKeys(), token);
  if (!read || !isUuid4(read.sessionId)) return null;
  const integrationId = await findIntegrationByToken(database, read);
  const integration = integrationId && (await keyRing.ofIntegration(integrationId));
  return integration && integration.active ? { integration, sessionId: read.sessionId } : null;
}

/**
 * Lets a page in: the session counts as opened, and the page is the one that holds it.
 * @throws FlowRefused link-unknown
 * @see spec/contract.md
 */
export const enterFlow =
  (ctx: ServiceContext) =>
  async (request: FlowEnterRequest & { address: string }): Promise<FlowEnterAnswer> => {
    const link = await findLink(ctx, request.token);
    if (link === null) throw linkUnknown();
    const bearer = randomBytes(32).toString('base64url');
    const page: FlowPage = {
      caller: callerFor(link.integration),
      sessionId: link.sessionId,
      hash: hashOf(bearer),
      name: companyOf(link.integration),
      address: request.address,
    };
    await ctx.database.transaction((tx) => letIn(tx, ctx, { page, request }));
    ctx.wake.notify('flow');
    return { bearer, state: await flowState(ctx)(page) };
  };

const linkUnknown = () => new FlowRefused('link-unknown', 'token: must be that of a session link in force');

async function letIn(
  tx: Tx,
  { vault }: ServiceContext,
  { page, request }: { page: FlowPage; request: FlowEnterRequest },
): Promise<void> {
  const { caller, sessionId, hash } = page;
  const key = { integrationId: caller.integrationId, sessionId };
  const session = await lockSession(tx, caller, sessionId);
  if (session === 'absent' || session === 'stale') throw linkUnknown();
  const dataKey = dataKeyOf(vault, caller.integrationId, session);
  const choices = choicesOf(dataKey, await findFlowSession(tx, key));
  const language = request.language ?? choices.language;
  await putFlowSession(tx, {
    ...key,
    holder: hash,
    choices: sealJson(dataKey, choicesLabel, { ...choices, language }),
  });
  await insertBearer(tx, { ...key, hash, most: pagesPerSession });
  await open(tx, key, session);
}

/** A session that ended, or whose time is over, is not opened any more. */
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

/**
 * The page that a bearer belongs to; its use keeps it in force.
 * @throws FlowRefused bearer-invalid
 */
export const authenticatePage =
  ({ database, keyRing }: ServiceContext) =>
  async ({ bearer, address }: { bearer: string | null; address: string }): Promise<FlowPage> => {
    if (bearer === null || !bearerForm.test(bearer)) throw bearerInvalid();
    const hash = hashOf(bearer);
    const row = await useBearer(database, hash, flowLimits.bearerSeconds);
    const integration = row && (await keyRing.ofIntegration(row.integrationId));
    if (!row || !integration?.active) throw bearerInvalid();
    return {
      caller: callerFor(integration),
      sessionId: row.sessionId,
      hash,
      name: companyOf(integration),
      address,
    };
  };

/** Ends the page's bearer; what the person has done stays. */
export const leaveFlow =
  ({ database }: ServiceContext) =>
  (page: FlowPage): Promise<void> =>
    endBearer(database, page.hash);
