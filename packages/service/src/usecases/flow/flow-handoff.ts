import {
  type FlowDevice,
  type FlowHandoff,
  type FlowHandoffKind,
  type FlowHandoffMode,
  handoffLimits,
} from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { findHandoff, findHandoffs, type Handoffs } from '../../storage/flow/flow-handoffs.ts';
import type { FlowSessionKey } from '../../storage/flow/flow-sessions.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';
import { bearerInvalid, type FlowPage } from './flow-page.ts';

/** One side of a handoff, recorded as evidence. */
export interface HandoffSide {
  device: FlowDevice;
  /** Address of the end-user, as reported by trusted proxies only. */
  address: string;
  /** The part of the address shared by a household. */
  network: string;
}

/** Details of a handoff. Stored sealed. */
export interface HandoffFacts {
  kind: FlowHandoffKind;
  /** BCP 47 tag of the language the computer shows. */
  language: string;
  computer: HandoffSide;
  /** `null` until the code was claimed. */
  phone: HandoffSide | null;
  /** The numbers the phone shows, and the one the computer shows; empty until claimed. */
  numbers: number[];
  number: number | null;
}

/** Label the facts are sealed under. */
export const handoffLabel = 'flow-handoff';

export const factsOf = (dataKey: DataKey, { facts }: { facts: Uint8Array }): HandoffFacts =>
  unsealJson<HandoffFacts>(dataKey, handoffLabel, facts);

/** The handoff of the session that concerns a page, and whether the page may begin one. */
export interface HandoffView {
  handoff: FlowHandoff | null;
  mode: FlowHandoffMode;
}

/** @throws FlowRefused bearer-invalid when the page belongs to a phone whose part has ended in the meantime */
export async function viewHandoff(
  db: Queryable,
  page: FlowPage,
  { key, dataKey }: { key: FlowSessionKey; dataKey: DataKey },
): Promise<HandoffView> {
  if (page.handoffId !== null) return viewFromPhone(db, key.integrationId, page.handoffId);
  const handoffs = await findHandoffs(db, key);
  return { handoff: ofComputer(page, handoffs, dataKey), mode: modeOf(page, handoffs) };
}

async function viewFromPhone(db: Queryable, integrationId: string, id: string): Promise<HandoffView> {
  const row = await findHandoff(db, { integrationId, id });
  if (row?.state === 'alone') return { handoff: null, mode: 'off' };
  if (row?.state !== 'confirmed') throw bearerInvalid();
  const stage = row.origin === null ? 'stopped' : 'confirmed';
  return { handoff: { side: 'phone', stage }, mode: 'off' };
}

function ofComputer({ hash }: FlowPage, { current }: Handoffs, dataKey: DataKey): FlowHandoff | null {
  if (current === null || current.origin === null || Buffer.compare(current.origin, hash) !== 0) return null;
  if (current.state === 'missed') return { side: 'computer', stage: 'missed' };
  const { phone, number } = factsOf(dataKey, current);
  if (phone === null || number === null) throw new Error('a claimed handoff has no phone');
  const { device } = phone;
  return current.state === 'claimed'
    ? { side: 'computer', stage: 'claimed', number, device }
    : { side: 'computer', stage: 'confirmed', device };
}

/** Whether a page may offer codes: not on a phone that took over, and not after too many wrong numbers. */
export const modeOf = (
  { caller, handoffId }: FlowPage,
  { claims, misses }: Pick<Handoffs, 'claims' | 'misses'>,
): FlowHandoffMode =>
  handoffId !== null || misses >= handoffLimits.misses || claims >= handoffLimits.claims
    ? 'off'
    : caller.settings.handoff;

/** Steps of a handoff, as in the audit log and in the metric. */
export type HandoffStep = 'claimed' | 'confirmed' | 'missed' | 'taken-back' | 'stopped' | 'alone';

const actions: Readonly<Record<HandoffStep, string>> = {
  claimed: 'claim-handoff',
  confirmed: 'confirm-handoff',
  missed: 'miss-handoff',
  'taken-back': 'take-back-handoff',
  stopped: 'stop-handoff',
  alone: 'keep-handoff',
};

/** Records a step and notifies every page of the session of a change. */
export async function recordStep(
  tx: Tx,
  { metrics }: Pick<ServiceContext, 'metrics'>,
  { key, step, details }: { key: FlowSessionKey; step: HandoffStep; details?: Record<string, unknown> },
): Promise<void> {
  await insertAudit(tx, { ...key, actor: 'flow', action: actions[step], ...(details ? { details } : {}) });
  metrics.flowHandoffs.inc({ step });
}
