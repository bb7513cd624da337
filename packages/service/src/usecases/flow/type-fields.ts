import {
  type FlowField,
  type FlowFieldsRequest,
  type FlowState,
  isCalendarDate,
} from '@countersign/contract';
import { missingFields, type SessionData } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { replaceSessionData } from '../../storage/flow/flow-sessions.ts';
import { sessionDataOf, sessionLabel } from '../session/found-session.ts';
import { replaceNames } from '../session/session-names.ts';
import { change, choicesLabel, type FlowPage, lockForPage, type LockedFlow } from './flow-page.ts';
import { FlowRefused } from './flow-refused.ts';
import { flowState } from './flow-state.ts';
import { requireStarted } from './require-started.ts';

/**
 * The person types fields that neither the client nor a document provides. They count as supplied from then on, and may be typed
 * again; what the client supplied is never changed.
 * @throws FlowRefused request-invalid, state-changed, not-holder, bearer-invalid
 * @see spec/contract.md A-183
 */
export const typeFields =
  (ctx: ServiceContext) =>
  async (page: FlowPage, fields: FlowFieldsRequest): Promise<FlowState> => {
    const { integrationId } = page.caller;
    await ctx.database.transaction(async (tx) => {
      const locked = await lockForPage(ctx, tx, page);
      await requireStarted(tx, page, locked);
      const { dataKey, session, choices } = locked;
      const data = sessionDataOf(dataKey, session);
      const named = requireNamed(page, { locked, data, fields });
      const person = { ...data.person, ...trimmed(fields, named) };
      const typedData: SessionData = { ...data, person };
      const sealed = sealJson(dataKey, sessionLabel, typedData);
      await replaceSessionData(tx, { integrationId, sessionId: session.id, sealed });
      const key = { integrationId, sessionId: session.id };
      await replaceNames(ctx, tx, { key, dataKey, data: typedData });
      const typed = [...new Set([...choices.typed, ...named])];
      await change(tx, page, { choices: sealJson(dataKey, choicesLabel, { ...choices, typed }) });
    });
    ctx.wake.notify('flow');
    return flowState(ctx)(page);
  };

interface Typed {
  locked: LockedFlow;
  data: SessionData;
  fields: FlowFieldsRequest;
}

/** @throws FlowRefused request-invalid for a field that is not requested, is empty, or is not a date */
function requireNamed(page: FlowPage, { locked, data, fields }: Typed): FlowField[] {
  const wanted: readonly string[] = [...missingFields(page.caller.settings, data), ...locked.choices.typed];
  const named = Object.keys(fields) as FlowField[];
  const unwanted = named.find((name) => !wanted.includes(name));
  if (unwanted !== undefined)
    throw new FlowRefused('request-invalid', `${unwanted}: must be named in missing`);
  const empty = named.find((name) => (fields[name] ?? '').trim() === '');
  if (empty !== undefined) throw new FlowRefused('request-invalid', `${empty}: must not be empty`);
  if (fields.dateOfBirth !== undefined && !isCalendarDate(fields.dateOfBirth))
    throw new FlowRefused('request-invalid', 'dateOfBirth: must be a date YYYY-MM-DD');
  return named;
}

const trimmed = (fields: FlowFieldsRequest, named: readonly FlowField[]) =>
  Object.fromEntries(named.map((name) => [name, (fields[name] ?? '').trim()]));
