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
  /** Acts for the integration, for this session only. */
  caller: Caller;
  sessionId: string;
  /** SHA-256 of the bearer. */
  hash: Uint8Array;
  /** Display name of the integration. */
  name: string;
  /** Address of the end-user, as reported by trusted proxies only. */
  address: string;
  /** The handoff that admitted the page, on a phone that took over; else `null`. */
  handoffId: string | null;
}

/** A person's choices, consents and entries in a session's flow. Stored sealed. */
export interface FlowChoices {
  /** BCP 47; `null`: the browser's. */
  language: string | null;
  document: ChosenDocument | null;
  consents: FlowConsent[];
  /** Names of the members that the person entered, and may enter again. */
  typed: string[];
}

/** The proof of a consent. */
export interface FlowConsent {
  type: FlowConsentType;
  /** Version of the text, including its language. */
  version: string;
  language: string;
  /** RFC 3339, by the service's clock. */
  at: string;
  address: string;
}

/** Label under which the choices are sealed. */
export const choicesLabel = 'flow-choices';

export const noChoices: FlowChoices = { language: null, document: null, consents: [], typed: [] };

/** The choices of a session, decrypted; empty if there are none. */
export const choicesOf = (dataKey: DataKey, row: FlowSessionRow | null): FlowChoices =>
  row === null ? noChoices : unsealJson<FlowChoices>(dataKey, choicesLabel, row.choices);

/** A locked session, to be changed by a page. */
export interface LockedFlow {
  session: SessionRow;
  dataKey: DataKey;
  flow: FlowSessionRow;
  choices: FlowChoices;
}

/**
 * Locks the session of a page that is about to change it.
 * @throws FlowRefused bearer-invalid when the session no longer exists, not-holder when another page holds it
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

/** Whether a page currently holds its session. */
export const isHolder = ({ holder }: FlowSessionRow, { hash }: FlowPage): boolean =>
  holder !== null && Buffer.compare(holder, hash) === 0;

/** The same message for every invalid bearer. */
export const bearerInvalid = (): FlowRefused =>
  new FlowRefused('bearer-invalid', 'authorization: must be a valid bearer token: enter again');

/** Stores a change to a locked flow and notifies every page of the session. */
export const change = (tx: Tx, { caller, sessionId }: FlowPage, changed: FlowChange) =>
  changeFlowSession(tx, { integrationId: caller.integrationId, sessionId }, changed);
