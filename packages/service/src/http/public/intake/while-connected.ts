import type { Exchange } from '../exchange.ts';
import { ClientGone } from './read-body.ts';

/** Aborts with `ClientGone` when the connection closes before the response. */
export function whileConnected({ response }: Pick<Exchange, 'response'>): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(new ClientGone(null));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return gone.signal;
}
