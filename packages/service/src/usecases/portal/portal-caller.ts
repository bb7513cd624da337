import { Problem } from '@countersign/contract';
import type { OwnIntegration } from '../../storage/portal/organisations.ts';
import { type Caller, StaleCaller } from '../session/caller.ts';
import { MoveRefused } from '../session/record-decision.ts';
import type { PortalContext } from './portal-context.ts';
import {
  changedMeanwhile,
  notFound,
  onHold,
  PortalRefused,
  sessionLimit,
  tooMany,
} from './portal-refused.ts';
import type { Viewer } from './viewer.ts';

/** The viewer acting as a client of an integration. @throws PortalRefused not-found */
export async function portalCaller(
  { keyRing }: Pick<PortalContext, 'keyRing'>,
  { userId }: Viewer,
  { id: integrationId }: Pick<OwnIntegration, 'id'>,
): Promise<Caller> {
  const keys = await keyRing.ofIntegration(integrationId);
  if (!keys) throw notFound();
  return { integrationId, keyId: null, mode: keys.mode, settings: keys.settings, portalUser: userId };
}

/** Runs a use case of the public API and translates its problems into the portal's errors. */
export async function asPortal<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    throw refusedHere(error);
  }
}

function refusedHere(error: unknown): unknown {
  if (error instanceof StaleCaller)
    return new PortalRefused('not-allowed', 'The integration is not active: your operator can switch it on.');
  if (error instanceof MoveRefused) return changedMeanwhile();
  if (!(error instanceof Problem)) return error;
  const { parameter: member } = error;
  switch (error.problem) {
    case 'not-found':
      return notFound();
    case 'watchlist-not-enabled':
      return notFound();
    case 'monitoring-already-disabled':
      return changedMeanwhile();
    case 'parameter-missing':
    case 'parameter-invalid':
      return new PortalRefused('invalid', error.message, { member });
    case 'feature-not-enabled':
      return new PortalRefused(
        'not-allowed',
        'This is not enabled for this integration: your operator can enable it.',
      );
    case 'session-being-processed':
    case 'session-not-completed':
      return new PortalRefused(
        'being-processed',
        'The session is not over yet; delete it once it has ended.',
      );
    // Whatever its status, only a legal hold causes this error on deletion.
    case 'status-change-refused':
      return onHold();
    case 'too-many-requests':
      return error.meaning === 'session-limit-reached'
        ? sessionLimit(error.retryAfter)
        : tooMany(error.retryAfter ?? 1);
    default:
      return error;
  }
}
