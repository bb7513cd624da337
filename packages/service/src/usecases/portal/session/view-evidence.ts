import type { Tx } from '../../../storage/engine/database.ts';
import { type EvidenceForm, exportEvidence } from '../../watchlist/export-evidence.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound } from '../portal-refused.ts';
import { reachSession } from './reach-session.ts';
import { requireRevealed } from './session-data.ts';
import { actorNames } from './session-timeline.ts';
import { may, type Viewer } from '../viewer.ts';

/**
 * The screening evidence of a revealed session; recorded. Includes notes for viewers who can write them.
 * @throws PortalRefused not-found, not-allowed, reveal-required
 */
export const viewEvidence =
  (ctx: PortalContext) =>
  async (viewer: Viewer, sessionId: string, form: EvidenceForm): Promise<string> => {
    const reached = await reachSession(ctx, viewer, sessionId);
    requireRevealed(viewer, reached);
    const { integration } = reached;
    const wanted = {
      integrationId: integration.id,
      sessionId,
      actor: viewer.actor,
      withNotes: may(viewer, 'triage', integration),
      namesOf: (tx: Tx, actors: readonly { actor: string }[]) => actorNames({ database: tx }, viewer, actors),
    };
    const text = await exportEvidence(ctx)(wanted, form);
    if (text === null) throw notFound();
    return text;
  };
