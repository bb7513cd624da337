import type { AttackCase } from '../attack-case.ts';
import { heavyPng } from '../pictures/png.ts';
import { bytesOf, headOf, signedRead, signedWrite } from '../request.ts';
import { createSession, type Target, upload, uploadBody } from '../target.ts';
import { converse, type Observation, type Step } from '../wire.ts';

const aborted = 250;
const parallel = 25;

/** Plays the same client many times, a few at once. */
async function repeatedly({ address }: Target, steps: (at: number) => Step[]): Promise<Observation> {
  const startedAt = performance.now();
  let sentBytes = 0;
  for (let at = 0; at < aborted; at += parallel) {
    const seen = await Promise.all(
      Array.from({ length: parallel }, (_, index) =>
        converse(address, steps(at + index), { limitMs: 10_000 }),
      ),
    );
    for (const one of seen) sentBytes += one.sentBytes;
  }
  return { answers: [], finMs: null, goneMs: null, sentBytes, ms: performance.now() - startedAt };
}

async function abortUploads(target: Target, share: number): Promise<Observation> {
  const { address, owner } = target;
  const { id } = await createSession(address, owner);
  const bytes = bytesOf(
    signedWrite(owner, { target: `/v1/sessions/${id}/media`, body: uploadBody(heavyPng(1_048_576)) }),
  );
  return repeatedly(target, () => [
    { send: bytes.subarray(0, Math.floor(bytes.length * share)) },
    { abort: true },
  ]);
}

async function abortDownloads(target: Target, waitMs: number): Promise<Observation> {
  const { address, owner } = target;
  const { id: sessionId } = await createSession(address, owner);
  const mediaId = await upload(address, owner, { sessionId, picture: heavyPng(8 * 1_048_576, 3) });
  const one = bytesOf(signedRead(owner, { target: `/v1/media/${mediaId}`, over: mediaId }));
  return repeatedly(target, () => [{ send: one }, { waitMs }, { abort: true }]);
}

const abortHeads =
  ({ owner, owned }: Target) =>
  (at: number): Step[] => {
    const head = headOf({
      method: 'PATCH',
      target: `/v1/sessions/${owned.sessionId}`,
      key: owner.apiKey,
      signature: 'a'.repeat(64),
      length: 1_000,
    });
    return [{ send: head.slice(0, 20 + (at % (head.length - 20))) }, { abort: true }];
  };

/** The number of descriptors of the database and of probes fluctuates. */
const slack = 12;
const holds = { mayBeSilent: true, descriptors: slack, memoryMiB: 250 } as const;

/** Clients that disconnect halfway: nothing of theirs may remain. */
export const leakCases: readonly AttackCase[] = [
  {
    group: 'leaks',
    name: `${aborted} uploads aborted at their start`,
    ids: ['item 1', 'S05'],
    needs: ['own'],
    holds,
    attack: (target) => abortUploads(target, 0.05),
  },
  {
    group: 'leaks',
    name: `${aborted} uploads aborted in the middle`,
    ids: ['item 1', 'S05'],
    needs: ['own'],
    holds,
    attack: (target) => abortUploads(target, 0.5),
  },
  {
    group: 'leaks',
    name: `${aborted} uploads aborted before their last byte`,
    ids: ['item 1', 'S05'],
    needs: ['own'],
    holds,
    attack: (target) => abortUploads(target, 0.9999),
  },
  {
    group: 'leaks',
    name: `${aborted} downloads aborted after 20 ms`,
    ids: ['item 3'],
    needs: ['own'],
    holds,
    attack: (target) => abortDownloads(target, 20),
  },
  {
    group: 'leaks',
    name: `${aborted} downloads aborted at once`,
    ids: ['item 3'],
    needs: ['own'],
    holds,
    attack: (target) => abortDownloads(target, 0),
  },
  {
    group: 'leaks',
    name: `${aborted} requests aborted in their headers`,
    ids: ['item 1'],
    needs: ['own'],
    holds,
    attack: (target) => repeatedly(target, abortHeads(target)),
  },
];
