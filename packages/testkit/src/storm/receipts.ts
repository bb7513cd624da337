import { createHash } from 'node:crypto';
import type { ReceivedWebhook } from '../webhook-receiver.ts';
import type { Receipt } from './history.ts';

/** Webhook path of the storm's integrations. */
export const hookPath = '/hook';

/**
 * The webhooks that arrived. The receiver's port is one of many that are reused in a storm, so a request for another path was
 * meant for another program. Every request to the hook counts, even an unreadable one.
 */
export const receiptsOf = (received: readonly ReceivedWebhook[]): Receipt[] =>
  received.filter(({ path }) => path === hookPath).map(receiptOf);

function receiptOf({ id, body, verified }: ReceivedWebhook): Receipt {
  const { type, sessionId } = readBody(body.toString('utf8'));
  return {
    id,
    type,
    sessionId,
    sha256: createHash('sha256').update(body).digest('hex'),
    verified: verified === true && type !== 'unreadable',
  };
}

function readBody(text: string): Pick<Receipt, 'type' | 'sessionId'> {
  try {
    const { id, sessionId, reviewStatus, verification } = JSON.parse(text) as {
      id?: string;
      sessionId?: string;
      reviewStatus?: string;
      verification?: { id: string };
    };
    if (verification) return { type: 'decision', sessionId: verification.id };
    return reviewStatus === undefined
      ? { type: 'event', sessionId: id ?? '' }
      : { type: 'watchlist', sessionId: sessionId ?? '' };
  } catch {
    return { type: 'unreadable', sessionId: '' };
  }
}
