import type { AttackCase } from '../attack-case.ts';
import type { Expectation } from '../attack-case.ts';
import { request } from '../attack-case.ts';
import { type HostilePicture, hostilePictures } from '../pictures/zoo.ts';
import { bytesOf, signedRead, signedWrite } from '../request.ts';
import { sendRequest, createSession, submit, type Target, uploadBody, waitForDecision } from '../target.ts';
import { converse, type Observation } from '../wire.ts';

const holdsAtUpload: Record<HostilePicture['upload'], Expectation> = {
  refused: { status: [400], code: ['1104'] },
  taken: { status: [200] },
  either: { status: [200, 400, 413] },
};

const uploads: readonly AttackCase[] = hostilePictures.map(({ name, bytes, upload }) => ({
  group: 'pictures',
  name: `uploaded: ${name}`,
  ids: ['S12'],
  // No upload needs more than a second of decoding: only the header is read.
  holds: { ...holdsAtUpload[upload], answeredMs: 5_000 },
  attack: request(async ({ address, owner }) => {
    const { id } = await createSession(address, owner);
    return signedWrite(owner, { target: `/v1/sessions/${id}/media`, body: uploadBody(await bytes()) });
  }),
}));

const decisionMs = 90_000;
/** Time limit for a forced approval that needs no picture. */
const besideMs = 5_000;

/** Uploads and submits a picture, and times another integration's forced approval meanwhile. */
async function submitted(target: Target, { bytes }: HostilePicture): Promise<Observation> {
  const { address, owner } = target;
  const { id: sessionId } = await createSession(address, owner);
  const body = uploadBody(await bytes());
  const upload = signedWrite(owner, { target: `/v1/sessions/${sessionId}/media`, body });
  const seen = await converse(address, [{ send: bytesOf(upload) }, { answers: 1 }], { limitMs: 20_000 });
  await submit(address, owner, sessionId);
  const beside = await approval(target);
  const decidedMs = await waitForDecision(address, owner, { sessionId, limitMs: decisionMs });
  const read = signedRead(owner, { target: `/v1/sessions/${sessionId}/decision`, over: sessionId });
  const decision = JSON.parse((await sendRequest(address, read)).body.toString('utf8')) as {
    verification: { status: string };
  };
  const { status } = decision.verification;
  const findings = [
    ...(status === 'approved' ? ['the picture was approved'] : []),
    ...(beside > besideMs
      ? [`another integration's forced approval took ${Math.round(beside)} ms, expected ${besideMs} ms`]
      : []),
  ];
  return {
    ...seen,
    ...(findings.length > 0 ? { finding: findings.join('; ') } : {}),
    figure: `${status} after ${(decidedMs / 1_000).toFixed(1)} s, an approval beside it took ${(beside / 1_000).toFixed(1)} s`,
  };
}

async function approval({ address, owner, tenants }: Target): Promise<number> {
  const victim = tenants.stranger ?? owner;
  const { id: sessionId } = await createSession(address, victim, 'Approve');
  const startedAt = performance.now();
  await submit(address, victim, sessionId);
  await waitForDecision(address, victim, { sessionId, limitMs: decisionMs });
  return performance.now() - startedAt;
}

const submissions: readonly AttackCase[] = hostilePictures
  .filter(({ submitted: isSubmitted }) => isSubmitted)
  .map((picture) => ({
    group: 'pictures',
    name: `submitted: ${picture.name}`,
    ids: ['S12', 'S25', 'item 6'],
    holds: { status: [200, 400, 413] },
    attack: (target: Target) => submitted(target, picture),
  }));

/** Hostile pictures: the response to the upload, and the outcome of a submission. */
export const pictureCases: readonly AttackCase[] = [...uploads, ...submissions];
