import { createHash } from 'node:crypto';
import { ApiClient } from '../api-client.ts';
import type { Answers, HistoryEntry } from './history.ts';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** One in this many bodies is kept for the search for other integrations' values. */
const sampling = 20;
/** Number of simultaneous requests. */
const together = 8;

/** An empty result. */
export const noAnswers = (): Answers => ({
  decisions: new Map(),
  shown: new Map(),
  media: new Map(),
  bodies: [],
});

/**
 * Reads every session and medium of the history from the API, and adds the responses to `answers`; waits for the decisions of
 * submissions.
 * @param patienceMs time limit in milliseconds for each of them: a storm leaves thousands of submissions in the queue
 * @throws Error when a decision does not arrive
 */
export async function sendRequest(
  history: readonly HistoryEntry[],
  answers: Answers,
  patienceMs = 60_000,
): Promise<void> {
  const waiting = history.values();
  const deleted = new Set(history.filter(({ kind }) => kind === 'delete').map(({ sessionId }) => sessionId));
  const work = async () => {
    for (const entry of waiting)
      await sendOne(entry, answers, waitsFor(entry) && !deleted.has(entry.sessionId) ? patienceMs : null);
  };
  await Promise.all(Array.from({ length: together }, work));
}

/** An acknowledged submission must get a decision. */
const waitsFor = ({ kind, outcome }: HistoryEntry) => kind === 'submit' && outcome === 'ok';

/**
 * Repeats requests that a busy machine rejects with 503, as A-119 requires of clients: such a response is not about the session.
 */
async function shownNow(client: ApiClient, sessionId: string): ReturnType<ApiClient['decision']> {
  for (let again = 0; ; again += 1) {
    const answer = await client.decision(sessionId);
    if (answer.status !== 503 || again === 20) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** @param patienceMs how long to wait for a decision; `null`: none is required */
async function sendOne(
  { plan, sessionId, mediaId }: HistoryEntry,
  answers: Answers,
  patienceMs: number | null,
): Promise<void> {
  const client = new ApiClient(plan.access);
  if (sessionId === null) return;
  if (mediaId !== null) {
    const file = await client.call({ method: 'GET', path: `/media/${mediaId}`, sign: mediaId });
    if (file.status === 200) answers.media.set(mediaId, hash(file.bytes));
    return;
  }
  const answer =
    patienceMs === null
      ? await shownNow(client, sessionId)
      : await client.waitForDecision(sessionId, patienceMs);
  if (answer.status !== 200) {
    answers.decisions.delete(sessionId);
    return;
  }
  const shown = answer.body.verification ? hash(answer.bytes) : null;
  answers.decisions.set(sessionId, shown);
  if (shown !== null) answers.shown.set(sessionId, new Set([...(answers.shown.get(sessionId) ?? []), shown]));
  if (answers.decisions.size % sampling === 0)
    answers.bodies.push({ apiKey: plan.access.apiKey, text: answer.bytes.toString('utf8') });
}
