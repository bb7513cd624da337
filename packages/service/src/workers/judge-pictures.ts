import type { CaptureFindings } from '@countersign/findings';
import type { ServiceContext } from '../context.ts';
import { finishJob } from '../storage/job/jobs.ts';
import { type UnjudgedPicture, unjudgedPictures } from '../usecases/flow/judge-pictures.ts';
import {
  type CaptureSubject,
  type Vision,
  VisionBusy,
  VisionFailed,
  VisionInterrupted,
} from '../vision/vision.ts';
import type { JobHandler } from './job-worker.ts';

/** Seconds after which a picture that could not be checked gets no verdict: the person has moved on. */
const longestWait = 60;

const subjects: Readonly<Record<string, CaptureSubject>> = {
  face: 'selfie',
  'document-front': 'document-front',
  'document-back': 'document-back',
};

/**
 * Checks pictures for people waiting for the verdict, before all submitted sessions. A picture that cannot be checked gets no verdict, and
 * delays no one: the decision inspects every picture anyway.
 * @see spec/contract.md A-187
 */
export const judgePictures =
  (ctx: ServiceContext, vision: Vision): JobHandler =>
  async (job) => {
    const { integrationId, sessionId, attemptId } = job;
    if (attemptId === null) throw new Error('a job that judges pictures names its attempt');
    for (const picture of await unjudgedPictures(ctx)({ integrationId, sessionId, attemptId }))
      await picture.record(await judge(vision, picture));
    await ctx.database.transaction((tx) => finishJob(tx, job));
  };

/** @returns `null` when it cannot be checked @throws errors of vision if it may be retried */
async function judge(
  vision: Vision,
  { context, bytes, ageSeconds, today }: UnjudgedPicture,
): Promise<CaptureFindings | null> {
  const subject = subjects[context];
  if (subject === undefined) return null;
  try {
    return await vision.judge({ bytes: await bytes() }, { subject, today });
  } catch (error) {
    const passes = error instanceof VisionBusy || error instanceof VisionInterrupted;
    if (passes && ageSeconds < longestWait) throw error;
    if (passes || error instanceof VisionFailed) return null;
    throw error;
  }
}
