/** What integrators see of the sandbox's people: the decision, and that its webhook tells the same. @see spec/contract.md A-104 */
import { expect } from 'vitest';
import type { DecisionAnswer, TestIntegration, TestService } from '../../src/index.ts';
import { submitted, type Verification } from './registry-sessions.ts';

/** How a session ends. */
export interface Verdict {
  status: string;
  code: number;
  reasonCode: number | null;
  reason: string | null;
}

/** @see spec/registries.md 3.6 */
const reasons = {
  202: 'Face not clearly visible',
  529: 'National ID data could not be validated',
  544: 'Registry did not respond',
  581: 'Selfie does not match the registry portrait',
  640: 'Consent not obtained',
  901: 'Registry unavailable',
  902: 'Person not found',
  903: 'Field value mismatch',
  904: 'Voter card reported lost or stolen',
} as const;
type ReasonCode = keyof typeof reasons;

export const approved: Verdict = { status: 'approved', code: 9001, reasonCode: null, reason: null };
export const declined = (reasonCode: ReasonCode): Verdict => ({
  status: 'declined',
  code: 9102,
  reasonCode,
  reason: reasons[reasonCode],
});
export const resubmission = (reasonCode: ReasonCode): Verdict => ({
  status: 'resubmission_requested',
  code: 9103,
  reasonCode,
  reason: reasons[reasonCode],
});

/** An answer came: its time stands there. */
export const arrival = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

/** All that a client is told of a session. */
export interface Told {
  decision: NonNullable<DecisionAnswer['verification']>;
  /** `null`: none came in time. `same`: it holds the bytes of GET decision. */
  webhook: { verified: boolean | null; same: boolean } | null;
}

/** What a client whose webhook works is told by it. */
export const genuineWebhook = { verified: true, same: true };

/** A test integration that only a registry decides on; everything else as it is for a new one. */
export const standalone = (
  service: TestService,
  registry: 'BR_CPF' | 'MX_INE' | 'CO',
): Promise<TestIntegration> => service.integrate({ settings: { identityVerification: false, registry } });

/** Creates a session, hands in a picture where one is due, submits, and waits for decision and webhook. */
export async function told(
  { receiver }: Pick<TestService, 'receiver'>,
  { client }: Pick<TestIntegration, 'client'>,
  { verification, selfie = true }: { verification: Verification; selfie?: boolean },
): Promise<Told> {
  const sessionId = await submitted(client, verification, { selfie });
  const { body, bytes } = await client.waitForDecision(sessionId);
  if (body.verification === null) throw new Error('waiting for a decision ends with one');
  const isOurs = (webhook: { path: string; body: Buffer }) =>
    webhook.path === '/decision' && webhook.body.includes(sessionId);
  const [received] = await receiver.waitFor(1, isOurs).catch(() => []);
  const webhook = received && { verified: received.verified, same: received.body.equals(bytes) };
  return { decision: body.verification, webhook: webhook ?? null };
}

/** Numbers of a text of the specification, `a to b` and `a … b` as everything between as well. */
export function numbersIn(text: string): string[] {
  const ranges = /\b(\d{9,11})`?(?: to | … )`?(\d{9,11})\b/g;
  const between = [...text.matchAll(ranges)].flatMap(([, from = '', to = '']) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) =>
      String(Number(from) + i).padStart(from.length, '0'),
    ),
  );
  const named = [...text.matchAll(/(?<!\d)\d{9,11}(?!\d)/g)].map(([number]) => number);
  return [...new Set([...between, ...named])].sort();
}

/** Text of a document from one place up to another. @throws Error when it has either not */
export function passage(document: string, from: string, to: string): string {
  const start = document.indexOf(from);
  const end = document.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`the document has no passage from "${from}" to "${to}"`);
  return document.slice(start, end);
}
