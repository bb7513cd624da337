import type { ServiceContext } from '../context.ts';
import type { Drain } from './drain.ts';
import type { HttpLimits } from './http-limits.ts';
import type { Answer } from './public/answer.ts';
import type { Exchange } from './public/exchange.ts';
import { ClientGone } from './public/intake/read-body.ts';
import type { PublicApi } from './public/public-api.ts';
import type { RefusalParts, refusalOf } from './public/refusal.ts';
import { sendAnswer } from './public/send-answer.ts';
import type { RequestLog } from './request-log.ts';

/** How the requests of one surface are handled. */
export interface Serving {
  ctx: ServiceContext;
  limits: HttpLimits;
  /** Sent with every response. */
  headers: Readonly<Record<string, string>>;
  answer: PublicApi;
  /** Turns an error thrown by `answer` into a response. */
  refuse: typeof refusalOf;
  refusals: RefusalParts;
  note: RequestLog;
}

/** Answers one request, or closes the connection if the response broke off; counts and logs it in both cases. */
export async function serveExchange(
  { ctx: { metrics, log }, limits, headers, answer, refuse: refusal, refusals, note }: Serving,
  exchange: Exchange,
  drain: Drain,
): Promise<void> {
  const ended = metrics.httpSeconds.startTimer();
  let status = 0;
  const refuse = (error: unknown) => {
    if (error instanceof ClientGone || exchange.response.headersSent) throw error;
    return refusal(exchange, error, refusals);
  };
  try {
    let answered = await answer(exchange).catch(refuse);
    // A kept-alive connection would delay a closing server.
    if (drain.isEnding()) exchange.response.shouldKeepAlive = false;
    const send = (sent: Answer) => {
      Object.assign(sent.headers, headers);
      return sendAnswer(exchange, sent, limits);
    };
    await send(answered).catch((error: unknown) => {
      answered = refuse(error);
      return send(answered);
    });
    ({ status } = answered);
  } catch (error) {
    // The client is gone, or the response broke off: closing the connection signals it.
    if (!(error instanceof ClientGone))
      log.warn({ error, requestId: exchange.requestId }, 'response aborted');
    exchange.response.destroy();
  }
  const route = exchange.endpoint ?? 'none';
  metrics.httpRequests.inc({ route, status: String(status) });
  note(exchange, { status, ms: Math.round(ended({ route }) * 1_000) });
}
