import { randomInt } from 'node:crypto';
import type { FlowClaimAnswer, FlowClaimRequest, FlowConfirmRequest } from '@countersign/contract';
import { nextSession } from '@countersign/core';
import { tokenHash } from '../../signing/opaque-token.ts';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, sealJson } from '../../encryption/seal.ts';
import type { IntegrationKeys } from '../../signing/key-ring.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  findByPhone,
  findClaimable,
  findHandoffs,
  type HandoffRow,
  isPhoneTaken,
  moveHandoff,
  withdrawOffers,
} from '../../storage/flow/flow-handoffs.ts';
import { changeFlowSession } from '../../storage/flow/flow-sessions.ts';
import { lockSession } from '../../storage/session/sessions.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { callerFor, companyOf, linkUnknown } from './enter-flow.ts';
import { factsOf, type HandoffFacts, handoffLabel, type HandoffSide, recordStep } from './flow-handoff.ts';
import { FlowRefused } from './flow-refused.ts';

/** A phone's claim, and where it comes from. */
export interface Claiming extends FlowClaimRequest {
  side: HandoffSide;
}

/**
 * The first phone claims a code; all other codes of the session become void. Until the person chooses the number that the computer shows,
 * the phone learns only the origin of the code.
 * @throws FlowRefused link-unknown, for any fault of the code
 * @see spec/contract.md A-291
 */
export const claimHandoff =
  (ctx: ServiceContext) =>
  async ({ code, phone, side }: Claiming): Promise<FlowClaimAnswer> => {
    const hashes = { code: tokenHash(code), phone: tokenHash(phone) };
    const found = await findClaimable(ctx.database, hashes);
    const integration = await integrationOf(ctx, found);
    const claimed = ctx.database.transaction(async (tx) => {
      const { dataKey } = await lockOpen(tx, ctx, { integration, sessionId: found?.sessionId ?? '' });
      const row = await findClaimable(tx, hashes);
      if (row === null) throw linkUnknown();
      if (row.state === 'claimed') return factsOf(dataKey, row);
      return claimIn(tx, ctx, { row, dataKey, phone: hashes.phone, side });
    });
    const facts = await claimed.catch((error: unknown) => {
      // Pages generate a link for each code: a link that has claimed another code does not come from a page.
      throw isPhoneTaken(error) ? linkUnknown() : error;
    });
    ctx.wake.notify('flow');
    const { computer, numbers, language } = facts;
    const sameNetwork = computer.network === side.network;
    return { name: companyOf(integration), computer: computer.device, sameNetwork, numbers, language };
  };

/** @throws FlowRefused link-unknown */
async function integrationOf({ keyRing }: ServiceContext, row: HandoffRow | null): Promise<IntegrationKeys> {
  const integration = row && (await keyRing.ofIntegration(row.integrationId));
  if (!integration?.active) throw linkUnknown();
  return integration;
}

interface Open {
  integration: IntegrationKeys;
  sessionId: string;
}

/** Locks a session that accepts input. @throws FlowRefused link-unknown */
async function lockOpen(
  tx: Tx,
  { vault }: ServiceContext,
  { integration, sessionId }: Open,
): Promise<{ dataKey: DataKey }> {
  const session = await lockSession(tx, callerFor(integration), sessionId);
  if (session === 'absent' || session === 'stale') throw linkUnknown();
  if (session.overdue || nextSession(session.status, 'submit') === null) throw linkUnknown();
  return { dataKey: dataKeyOf(vault, integration.integrationId, session) };
}

interface Claim {
  row: HandoffRow;
  dataKey: DataKey;
  /** Hash of the phone's link. */
  phone: Uint8Array;
  side: HandoffSide;
}

async function claimIn(
  tx: Tx,
  ctx: ServiceContext,
  { row, dataKey, phone, side }: Claim,
): Promise<HandoffFacts> {
  const { integrationId, sessionId, id } = row;
  const key = { integrationId, sessionId };
  // A second code of the session, scanned at the same time.
  const { current } = await findHandoffs(tx, key);
  if (current !== null && current.state !== 'missed') throw linkUnknown();
  const numbers = drawNumbers();
  const number = numbers[randomInt(numbers.length)] ?? null;
  const facts: HandoffFacts = { ...factsOf(dataKey, row), phone: side, numbers, number };
  const sealed = sealJson(dataKey, handoffLabel, facts);
  await moveHandoff(tx, { integrationId, id, from: 'offered', to: 'claimed', phone, facts: sealed });
  await withdrawOffers(tx, key);
  await recordStep(tx, ctx, { key, step: 'claimed', details: { kind: facts.kind } });
  return facts;
}

/** Three different two-digit numbers. */
function drawNumbers(): number[] {
  const drawn = new Set<number>();
  while (drawn.size < 3) drawn.add(randomInt(10, 100));
  return [...drawn];
}

/**
 * The person chooses on the phone the number that the computer shows. The phone then holds the session, and its link opens the
 * session from then on. Another number, or none, makes the code void. A repetition gets the same answer.
 * @throws FlowRefused number-wrong, link-unknown
 * @see spec/contract.md A-291
 */
export const confirmHandoff =
  (ctx: ServiceContext) =>
  async ({ phone, number }: FlowConfirmRequest): Promise<void> => {
    const hash = tokenHash(phone);
    const found = await findByPhone(ctx.database, hash);
    const integration = await integrationOf(ctx, found);
    const isRight = await ctx.database.transaction(async (tx) => {
      const { dataKey } = await lockOpen(tx, ctx, { integration, sessionId: found?.sessionId ?? '' });
      const row = await findByPhone(tx, hash);
      if (row === null || row.state === 'ended') throw linkUnknown();
      if (row.state !== 'claimed') return row.state !== 'missed';
      return confirmIn(tx, ctx, { row, dataKey, phone: hash, number });
    });
    ctx.wake.notify('flow');
    if (!isRight) throw new FlowRefused('number-wrong', 'number: must be the one that the computer shows');
  };

interface Confirming extends Omit<Claim, 'side'> {
  number: number | null;
}

/** @returns whether the number is the right one */
async function confirmIn(
  tx: Tx,
  ctx: ServiceContext,
  { row, dataKey, phone, number }: Confirming,
): Promise<boolean> {
  const { integrationId, sessionId, id } = row;
  const key = { integrationId, sessionId };
  const isRight = number !== null && number === factsOf(dataKey, row).number;
  await moveHandoff(tx, { integrationId, id, from: 'claimed', to: isRight ? 'confirmed' : 'missed' });
  await (isRight
    ? recordStep(tx, ctx, { key, step: 'confirmed' })
    : recordStep(tx, ctx, { key, step: 'missed', details: { denied: number === null } }));
  // No page has this hash: the phone's page becomes the holder when it enters, and the computer's page is no longer the holder from now on.
  if (isRight) await changeFlowSession(tx, key, { holder: phone });
  return isRight;
}
