import { pictureProblems } from '@countersign/core';
import type { CaptureFindings } from '@countersign/findings';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, sealJson } from '../../encryption/seal.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import { lockAttempt } from '../../storage/session/decisions.ts';
import { changeFlowSession } from '../../storage/flow/flow-sessions.ts';
import { type FlowPictureRow, listFlowPictures, putVerdict } from '../../storage/flow/flow-pictures.ts';
import { readPicture } from '../session/read-pictures.ts';
import { isFlowContext, type StoredVerdict, verdictLabel } from './flow-pictures.ts';

/** A decrypted picture that waits for its verdict. */
export interface UnjudgedPicture {
  mediaId: string;
  context: string;
  ageSeconds: number;
  /** `YYYY-MM-DD` in UTC, by the clock of the database. */
  today: string;
  /** Checked against the digest of the upload. */
  bytes(): Promise<Uint8Array>;
  /** Stores the verdict. @param findings `null`: the service could not assess the picture, which does not count against it */
  record(findings: CaptureFindings | null): Promise<void>;
}

/** The pictures of an attempt in the flow that have no verdict yet; none if the session no longer exists. */
export const unjudgedPictures =
  (ctx: ServiceContext) =>
  async (key: AttemptKey): Promise<UnjudgedPicture[]> => {
    const { database, vault, blobs } = ctx;
    const row = await database.transaction((tx) => lockAttempt(tx, key));
    if (!row?.dataKey || row.deletedAt) return [];
    const { integrationId, sessionId } = key;
    const dataKey = vault.openDataKey({
      integrationId,
      sessionId,
      wrapped: row.dataKey,
      kekVersion: row.kekVersion,
    });
    const pictures = await listFlowPictures(database, key);
    return pictures
      .filter(({ facts, verdict, context }) => facts !== null && verdict === null && isFlowContext(context))
      .map((picture) => ({
        mediaId: picture.mediaId,
        context: picture.context,
        ageSeconds: picture.ageSeconds ?? 0,
        today: row.now.slice(0, 10),
        bytes: () => readPicture(blobs, { key, row: { ...picture, id: picture.mediaId }, dataKey }),
        record: (findings) => recordVerdict(ctx, { key, picture, dataKey, findings }),
      }));
  };

interface Judged {
  key: AttemptKey;
  picture: FlowPictureRow;
  dataKey: DataKey;
  findings: CaptureFindings | null;
}

/** Turns the measured values of a picture into a verdict. @see spec/contract.md A-187 */
export function verdictOf({ quality, refusal }: Pick<CaptureFindings, 'quality' | 'refusal'>): StoredVerdict {
  const problems = pictureProblems(quality, refusal).map(({ code, verdict }) => ({
    code,
    severity: verdict,
  }));
  const result = problems.some(({ severity }) => severity === 'fail')
    ? 'fail'
    : problems.some(({ severity }) => severity === 'warn')
      ? 'warn'
      : problems.length > 0
        ? 'unknown'
        : 'ok';
  return { result, problems };
}

const notJudged: StoredVerdict = {
  result: 'unknown',
  problems: [{ code: 'sys.unavailable', severity: 'unknown' }],
};

async function recordVerdict(
  ctx: ServiceContext,
  { key, picture, dataKey, findings }: Judged,
): Promise<void> {
  const { integrationId, sessionId } = key;
  const { mediaId } = picture;
  const verdict = sealJson(
    dataKey,
    verdictLabel(mediaId),
    findings === null ? notJudged : verdictOf(findings),
  );
  await ctx.database.transaction(async (tx) => {
    const by = findings === null ? 'failure' : 'measured';
    if (await putVerdict(tx, { integrationId, mediaId, verdict, by }))
      await changeFlowSession(tx, { integrationId, sessionId }, {});
  });
  ctx.wake.notify('flow');
}
