import { type FlowContext, flowLimits, type FlowProblem, type FlowVerdict } from '@countersign/contract';
import { type DataKey, unsealJson } from '../../encryption/seal.ts';
import { type AttemptOfFlow, listFlowPictures, listTakenPictures } from '../../storage/flow/flow-pictures.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';

/** How a picture was taken, as the page reported it: evidence, not proof. Stored sealed. */
export interface PictureFacts {
  origin: 'camera' | 'file';
  auto: boolean;
  ms: number;
  hints: Record<string, number>;
}

/** The assessment of a picture by itself. Stored sealed. */
export interface StoredVerdict {
  result: FlowVerdict['result'];
  problems: FlowProblem[];
}

export const factsLabel = 'flow-facts';
/** Binds a verdict to its picture, so that it cannot be used for another. */
export const verdictLabel = (mediaId: string): string => `flow-verdict:${mediaId}`;

/** A picture of an attempt. */
export interface AttemptPicture {
  id: string;
  context: string;
  mimetype: string;
  size: number;
  /** `file` for pictures from the API. */
  origin: 'camera' | 'file';
  /** `null` until it has been assessed, and for pictures from the API. */
  verdict: FlowVerdict | null;
  /** How often its context may still be requested again. */
  retakesLeft: number;
  /** It need not be taken again. */
  usable: boolean;
}

/** The pictures of an attempt in upload order, with their verdicts. */
export async function attemptPictures(
  db: Queryable,
  attempt: AttemptOfFlow,
  dataKey: DataKey,
): Promise<AttemptPicture[]> {
  const rows = await listFlowPictures(db, attempt);
  const retakes = await retakesOf(db, attempt, dataKey);
  return rows.map(({ mediaId, context, mimetype, size, facts, verdict, accepted }) => {
    const stored = verdict && unsealJson<StoredVerdict>(dataKey, verdictLabel(mediaId), verdict);
    const retakesLeft = retakes(context, mediaId);
    const shown = stored && { ...stored, retakesLeft };
    return {
      id: mediaId,
      context,
      mimetype,
      size,
      origin: facts === null ? 'file' : unsealJson<PictureFacts>(dataKey, factsLabel, facts).origin,
      verdict: shown,
      retakesLeft,
      usable: accepted || stored?.result !== 'fail',
    };
  });
}

/**
 * How many retakes of a context are left: every earlier picture that failed its inspection used one up. A picture that the service could
 * not assess uses none.
 */
async function retakesOf(
  db: Queryable,
  attempt: AttemptOfFlow,
  dataKey: DataKey,
): Promise<(context: string, mediaId: string) => number> {
  const taken = await listTakenPictures(db, attempt);
  const failed = taken.filter(
    ({ mediaId, verdict, verdictBy }) =>
      verdictBy === 'measured' &&
      verdict !== null &&
      unsealJson<StoredVerdict>(dataKey, verdictLabel(mediaId), verdict).result === 'fail',
  );
  return (context, mediaId) => {
    const own = taken.find((picture) => picture.mediaId === mediaId)?.ordinal ?? 0;
    const before = failed.filter((picture) => picture.context === context && picture.ordinal < own).length;
    return Math.max(0, flowLimits.retakes - before);
  };
}

/** The sides and the selfie that a person can take. */
export const isFlowContext = (context: string): context is FlowContext =>
  context === 'document-front' || context === 'document-back' || context === 'face';
