import type { CaptureFindings, PictureFindings } from '@countersign/findings';
import type { JobKind, LeasedJob } from '../../src/storage/job/jobs.ts';
import type { Vision } from '../../src/vision/vision.ts';
import { verifySession } from '../../src/workers/session/verify-session.ts';
import type { Client, TestApi } from './api.ts';

const refused = () => Promise.reject(new Error('forced decisions look at no picture'));
const noPictures: Vision = {
  inspect: refused,
  judge: refused,
  prepareSelfie: refused,
  compareFaces: refused,
  refuse: () => {},
  close: () => Promise.resolve(),
};

/** Eyes that see in every session's pictures what they are told. */
export const seeing = (findings: PictureFindings): Vision => ({
  ...noPictures,
  inspect: () => Promise.resolve(findings),
});

/** Eyes that judge a picture during capture as they are told. */
export const judging = (judge: () => Promise<CaptureFindings>): Vision => ({ ...noPictures, judge });

/** Claims a session's job of one kind as a worker does. @returns `null` when it has none */
export async function claimJob(
  { ctx }: TestApi,
  sessionId: string,
  kind: JobKind,
): Promise<LeasedJob | null> {
  const [job] = await ctx.database.query<LeasedJob>(
    `update job set lease = lease + 1, claims = claims + 1, leased_until = now() + interval '30 seconds'
     where session_id = $1 and kind = $2
     returning integration_id as "integrationId", id, kind, session_id as "sessionId", attempt_id as "attemptId", payload, lease, claims`,
    [sessionId, kind],
  );
  return job ?? null;
}

/**
 * Runs the verification job of a submitted session.
 * @param vision not needed where the first name forces the outcome (contract A-102)
 */
export async function verify(api: TestApi, sessionId: string, vision = noPictures): Promise<void> {
  const job = await claimJob(api, sessionId, 'verify-session');
  if (!job) throw new Error('the session has no verification job');
  await verifySession(api.ctx, vision)(job, new AbortController().signal);
}

/** A session in the status that this first name forces. @returns its id */
export async function decided(api: TestApi, client: Client, firstName: string): Promise<string> {
  const id = await client.createSession({ person: { firstName, lastName: 'Maasikas' } });
  await client.submit(id);
  await verify(api, id);
  return id;
}
