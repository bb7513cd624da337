import type {
  PortalAddedStatus,
  PortalAddStatusRequest,
  PortalDefinedStatus,
  PortalDefineStatusRequest,
  PortalErrorCode,
  PortalStatusChange,
  PortalStatuses,
} from '@countersign/contract';
import type { DefinitionFault } from '@countersign/core';
import { listUserStatuses } from '../../../storage/session/user-statuses.ts';
import { changeUserStatus } from '../../integration/change-user-status.ts';
import {
  defineUserStatus,
  definitionFaultText,
  userStatusesPerIntegration,
} from '../../integration/define-user-status.ts';
import { addUserStatus } from '../../session/add-user-status.ts';
import { removeUserStatus } from '../../session/remove-user-status.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { reachSession } from './reach-session.ts';
import { may, requireIntegration, requireMay, type Viewer } from '../viewer.ts';

/** Texts for results that are refusals of the portal under the same name. */
const refusals = {
  'name-taken': 'Another status has the same letters and digits in its name.',
  'name-frozen': 'The status was added to an attempt: its name stays.',
  'too-many-statuses': `There are ${userStatusesPerIntegration} statuses already: retire one first.`,
  'status-retired': 'The status is retired and cannot be added any more.',
  'status-in-force': 'The attempt already has this status.',
} as const satisfies Partial<Record<PortalErrorCode, string>>;

/** Turns a result that did nothing into the page's refusal. */
export function statusRefused({
  outcome,
  member,
  fault,
}: { outcome: string } & Partial<DefinitionFault>): PortalRefused {
  if (member !== undefined && fault !== undefined)
    return new PortalRefused('invalid', definitionFaultText({ member, fault }), { member });
  if (outcome === 'changed-meanwhile') return changedMeanwhile();
  if (outcome === 'reason-does-not-fit')
    return new PortalRefused(
      'invalid',
      'reason: must be as the status takes it: none, one of its list, or words',
      {
        member: 'reason',
      },
    );
  return Object.hasOwn(refusals, outcome)
    ? new PortalRefused(outcome as keyof typeof refusals, refusals[outcome as keyof typeof refusals])
    : notFound();
}

/** An integration's own statuses, by name. @throws PortalRefused not-found, not-allowed */
export const showStatuses =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, integrationId: string): Promise<PortalStatuses> => {
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'see-sessions', integration);
    const rows = await listUserStatuses(database, integrationId);
    return { rows, canDefine: may(viewer, 'define-statuses', integration) };
  };

/** Defines a status. @throws PortalRefused not-found, not-allowed, invalid, name-taken, too-many-statuses */
export const defineStatus =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    integrationId: string,
    { name, reasonForm, reasons }: PortalDefineStatusRequest,
  ): Promise<PortalDefinedStatus> => {
    requireMay(viewer, 'define-statuses', requireIntegration(viewer, integrationId));
    const defined = await defineUserStatus(ctx)({
      integrationId,
      name: name.trim(),
      reasonForm,
      reasons: reasons.map((reason) => reason.trim()),
      actor: viewer.actor,
    });
    if (defined.outcome !== 'defined') throw statusRefused(defined);
    return { id: defined.statusId, code: defined.code };
  };

/** Identifies a status of an integration. */
export interface StatusOf {
  integrationId: string;
  statusId: string;
}

/**
 * Changes, retires or restores a status, unless it has changed since the viewer saw it.
 * @throws PortalRefused not-found, not-allowed, invalid, name-taken, name-frozen, too-many-statuses, changed-meanwhile
 */
export const changeStatus =
  (ctx: PortalContext) =>
  async (viewer: Viewer, status: StatusOf, change: PortalStatusChange): Promise<void> => {
    requireMay(viewer, 'define-statuses', requireIntegration(viewer, status.integrationId));
    const { version, name, reasonForm, reasons, retired } = change;
    const changed = await changeUserStatus(ctx)({
      ...status,
      version,
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(reasonForm === undefined ? {} : { reasonForm }),
      ...(reasons === undefined ? {} : { reasons: reasons.map((reason) => reason.trim()) }),
      ...(retired === undefined ? {} : { isRetired: retired }),
      actor: viewer.actor,
    });
    if (changed.outcome !== 'changed') throw statusRefused(changed);
  };

/** Adds a status to an attempt. @throws PortalRefused not-found, not-allowed, invalid, status-retired, status-in-force */
export const addStatus =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    sessionId: string,
    { statusId, reason, attemptId }: PortalAddStatusRequest,
  ): Promise<PortalAddedStatus> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'triage', integration);
    const added = await addUserStatus(ctx)({
      integrationId: integration.id,
      sessionId,
      attemptId: attemptId ?? null,
      statusId,
      reason: reason === null ? null : reason.trim(),
      actor: viewer.actor,
    });
    if (added.outcome !== 'added') throw statusRefused(added);
    return { id: added.entryId };
  };

/** Identifies an entry of a session. */
export interface StatusEntryOf {
  sessionId: string;
  entryId: string;
}

/** Removes a status. @throws PortalRefused not-found, not-allowed, changed-meanwhile */
export const removeStatus =
  (ctx: PortalContext) =>
  async (viewer: Viewer, { sessionId, entryId }: StatusEntryOf): Promise<void> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'triage', integration);
    const key = { integrationId: integration.id, sessionId, entryId };
    const { outcome } = await removeUserStatus(ctx)({ ...key, actor: viewer.actor });
    if (outcome === 'status-not-in-force') throw changedMeanwhile();
    if (outcome !== 'removed') throw notFound();
  };
