import { hmacHex } from '../../src/signing/hmac.ts';
import type { Client } from './api.ts';

/** An answer of the feedback API. */
export interface FeedbackAnswer {
  status: number;
  retryAfter: string | undefined;
  body: unknown;
}

/** Calls the feedback API, whose signature covers the path and, after one line feed, the body. @see spec/contract.md */
export async function callFeedback(
  client: Client,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<FeedbackAnswer> {
  const text = body === undefined ? null : JSON.stringify(body);
  const signed = text === null ? `/v1${path}` : `/v1${path}\n${text}`;
  const answer = await client.call({
    method: text === null ? 'GET' : 'POST',
    path,
    ...(text === null ? {} : { body: text }),
    sign: null,
    headers: { ...headers, 'vrf-hmac-signature': hmacHex(client.secret, signed) },
  });
  return { status: answer.status, retryAfter: answer.headers['retry-after'], body: answer.json };
}

/** Reports sessions as fraud; without categories as printed copies. */
export const reportFraud = (client: Client, ...reports: object[]): Promise<FeedbackAnswer> =>
  callFeedback(client, '/feedback/fraud-reports', {
    reports: reports.map((report) => ({ categories: ['document_is_printed_copy'], ...report })),
  });

export const retrieveReports = (client: Client, ...sessionIds: string[]): Promise<FeedbackAnswer> =>
  callFeedback(client, '/feedback/fraud-reports/retrieve', { sessionIds });
