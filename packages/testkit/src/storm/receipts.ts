import { createHash } from 'node:crypto';
import type { ReceivedWebhook } from '../webhook-receiver.ts';
import type { Receipt } from './history.ts';

/** Path of the receiver that the storm's integrations are given. */
export const hookPath = '/hook';

/**
 * What arrived as a webhook. The receiver's port is one of many that come and go in a storm: a request for another path was
 * meant for another program. Whatever comes to the hook counts, readable or not.
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
