import type { FlowConsentType } from '@countersign/contract';
import type { ChosenDocument } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  changeFlowSession,
  findFlowSession,
  type FlowChange,
  type FlowSessionRow,
} from '../../storage/flow/flow-sessions.ts';
import { lockSession, type SessionRow } from '../../storage/session/sessions.ts';
import type { Caller } from '../session/caller.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { FlowRefused } from './flow-refused.ts';

/** A page that has entered a session, identified by its bearer. */
export interface FlowPage {
  /** Acts on behalf of the integration, for this session only. */
  caller: Caller;
  sessionId: string;
  /** SHA-256 of the bearer. */
  hash: Uint8Array;
  /** Display name of the integration. */
  name: string;
  /** Address of the end-user, determined through trusted proxies only. */
  address: string;
  /** For a phone to which the session was handed over: the handoff; otherwise `null`. */
  handoffId: string | null;
}

/** What a person has chosen, accepted and typed in a session's flow. Stored sealed. */
export interface FlowChoices {
  /** BCP 47; `null`: the browser's. */
  language: string | null;
  document: ChosenDocument | null;
  consents: FlowConsent[];
  /** Names of the fields that the person typed, and may type again. */
  typed: string[];
}

/** The proof of a consent. */
export interface FlowConsent {
  type: FlowConsentType;
  /** Version of the text, and its language. */
  version: string;
  language: string;
  /** RFC 3339, by the service's clock. */
  at: string;
  address: string;
}

/** Label under which the choices are sealed. */
export const choicesLabel = 'flow-choices';

export const noChoices: FlowChoices = { language: null, document: null, consents: [], typed: [] };

/** The person's choices, unsealed; empty if there are none. */
export const choicesOf = (dataKey: DataKey, row: FlowSessionRow | null): FlowChoices =>
  row === null ? noChoices : unsealJson<FlowChoices>(dataKey, choicesLabel, row.choices);

/** A session under its lock, for a change by a page. */
export interface LockedFlow {
  session: SessionRow;
  dataKey: DataKey;
  flow: FlowSessionRow;
  choices: FlowChoices;
}

/**
 * Locks the session of a page that is about to change it.
 * @throws FlowRefused bearer-invalid if the session is gone, not-holder if another page holds it
 */
export async function lockForPage(ctx: ServiceContext, tx: Tx, page: FlowPage): Promise<LockedFlow> {
  const locked = await lockFlow(ctx, tx, page);
  if (!isHolder(locked.flow, page))
    throw new FlowRefused('not-holder', 'another page of this session is in use: take over to continue');
  return locked;
}

/** Like {@link lockForPage}, whichever page holds the session. */
export async function lockFlow({ vault }: ServiceContext, tx: Tx, page: FlowPage): Promise<LockedFlow> {
  const { caller, sessionId } = page;
  const key = { integrationId: caller.integrationId, sessionId };
  const session = await lockSession(tx, caller, sessionId);
  const flow = await findFlowSession(tx, key);
  if (session === 'absent' || session === 'stale' || flow === null) throw bearerInvalid();
  const dataKey = dataKeyOf(vault, caller.integrationId, session);
  return { session, dataKey, flow, choices: choicesOf(dataKey, flow) };
}

/** Whether a page holds its session. */
export const isHolder = ({ holder }: FlowSessionRow, { hash }: FlowPage): boolean =>
  holder !== null && Buffer.compare(holder, hash) === 0;

/** The same answer for every invalid bearer. */
export const bearerInvalid = (): FlowRefused =>
  new FlowRefused('bearer-invalid', 'authorization: must be a valid bearer token: enter again');

/** Writes a change to a locked flow, which every page of the session sees. */
export const change = (tx: Tx, { caller, sessionId }: FlowPage, changed: FlowChange) =>
  changeFlowSession(tx, { integrationId: caller.integrationId, sessionId }, changed);
