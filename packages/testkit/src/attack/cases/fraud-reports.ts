import { randomUUID } from 'node:crypto';
import { type AttackCase, request } from '../attack-case.ts';
import { type Credentials, type Request, sign } from '../request.ts';
import { type Target, tenant } from '../target.ts';

/** A request to the feedback API, signed over its path and its body. */
function signedFeedback({ apiKey, sharedSecret }: Credentials, path: string, content: object): Request {
  const body = JSON.stringify(content);
  const signature = sign(sharedSecret, `${path}\n${body}`);
  return { method: 'POST', target: path, feedback: true, key: apiKey, signature, body };
}

/** The part of a response about a session, without its identifier. */
function aboutSession(body: Buffer, sessionId: string): string {
  return body.toString('utf8').replaceAll(sessionId, 'ID');
}

/** The response about another tenant's session must be identical to that about a nonexistent session. */
function alike(name: string, build: (credentials: Credentials, sessionId: string) => Request): AttackCase {
  const send = (of: (target: Target) => string) =>
    request((target) => build(tenant(target, 'reporting'), of(target)));
  return {
    group: 'tenants',
    name: `feedback: ${name}`,
    ids: ['S01', 'S02', 'A-81', 'A-82'],
    needs: ['stranger', 'reporting'],
    holds: { status: [200] },
    attack: async (target) => {
      const [nothing, theirs] = [randomUUID(), target.foreign?.sessionId ?? ''];
      const unknown = await send(() => nothing)(target);
      const seen = await send(() => theirs)(target);
      const [one, other] = [
        aboutSession(unknown.answers[0]?.body ?? Buffer.alloc(0), nothing),
        aboutSession(seen.answers[0]?.body ?? Buffer.alloc(0), theirs),
      ];
      return one === other
        ? seen
        : { ...seen, finding: 'a stranger’s session is answered otherwise than none at all' };
    },
  };
}

/** Fraud reports on sessions of other tenants. */
export const fraudReportCases: readonly AttackCase[] = [
  alike('reporting the session of a stranger', (credentials, sessionId) =>
    signedFeedback(credentials, '/v1/feedback/fraud-reports', {
      reports: [{ sessionId, categories: ['injected_media'], comment: null }],
    }),
  ),
  alike('reading the report on the session of a stranger', (credentials, sessionId) =>
    signedFeedback(credentials, '/v1/feedback/fraud-reports/retrieve', { sessionIds: [sessionId] }),
  ),
];
