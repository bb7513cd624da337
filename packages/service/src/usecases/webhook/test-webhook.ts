import { randomUUID } from 'node:crypto';
import {
  type DecisionWebhookBody,
  emitJson,
  type EventBody,
  type WebhookTypeName,
} from '@countersign/contract';
import { judgeResponse } from '@countersign/core';
import { createOutboundClient } from '../../outbound/outbound-client.ts';
import { outboundPolicyOf } from '../../outbound/outbound-policy.ts';
import { redactResponse } from '../../outbound/redact-response.ts';
import type { ServiceContext } from '../../context.ts';
import { signWebhook } from '../../signing/sign-webhook.ts';
import { readClock } from '../../storage/engine/database-clock.ts';
import { findEndpointUrl } from '../../storage/webhook/webhook-endpoints.ts';
import { addressesOf } from '../session/session-link.ts';

/**
 * Identifiers in every test send, never those of a real session: a test is a signed body in the shape of a real one and must have no effect
 * on a real receiver.
 */
export const testIds = {
  sessionId: '00000000-0000-4000-8000-000000000001',
  attemptId: '00000000-0000-4000-8000-000000000002',
  vendorData: 'countersign-test',
} as const;

/** Types that have a test body: those this service emits. */
export type TestableType = Extract<WebhookTypeName, 'decision' | 'event'>;

const event: EventBody = {
  id: testIds.sessionId,
  attemptId: testIds.attemptId,
  feature: 'selfid',
  code: 7002,
  action: 'submitted',
  vendorData: testIds.vendorData,
  endUserId: null,
};

const decision: DecisionWebhookBody = {
  status: 'success',
  verification: {
    id: testIds.sessionId,
    attemptId: testIds.attemptId,
    vendorData: testIds.vendorData,
    endUserId: null,
    status: 'declined',
    code: 9102,
    reason: null,
    reasonCode: null,
    decisionTime: '2026-01-01T00:00:00.000Z',
    acceptanceTime: '2026-01-01T00:00:00.000Z',
    submissionTime: '2026-01-01T00:00:00.000000Z',
    person: {
      firstName: null,
      lastName: null,
      citizenship: null,
      idNumber: null,
      gender: null,
      dateOfBirth: null,
      yearOfBirth: null,
      placeOfBirth: null,
      nationality: null,
      pepSanctionMatch: null,
    },
    document: { number: null, type: null, country: null, state: null, validFrom: null, validUntil: null },
    additionalVerifiedData: {},
    comments: [],
  },
  technicalData: { ip: null },
};

/** The bodies of test sends. */
export const testBodies: Readonly<Record<TestableType, object>> = { decision, event };

/** Types that {@link testWebhook} takes. */
export const testableTypes = ['decision', 'event'] as const satisfies readonly TestableType[];

export interface TestWebhook {
  integrationId: string;
  type: TestableType;
}

export type WebhookTested =
  /** `httpStatus` is `null` when there was no response, and `errorClass` is the cause. */
  | {
      outcome: 'delivered' | 'failed';
      url: string;
      httpStatus: number | null;
      errorClass: string | null;
      address: string | null;
      tls: string | null;
      ms: number;
      response: string | null;
    }
  | { outcome: 'no-url' }
  | { outcome: 'no-key' };

/**
 * Sends one signed test body to the current URL, once and immediately, without recording anything.
 * @see spec/contract.md A-86
 */
export const testWebhook =
  ({ config, database, keyRing }: Pick<ServiceContext, 'config' | 'database' | 'keyRing'>) =>
  async ({ integrationId, type }: TestWebhook): Promise<WebhookTested> => {
    const url = await findEndpointUrl(database, { integrationId, type });
    if (url === null) return { outcome: 'no-url' };
    keyRing.forget();
    const keys = await keyRing.ofIntegration(integrationId);
    const body = Buffer.from(emitJson(testBodies[type]));
    const headers = signWebhook({
      integrationId,
      apiKey: keys?.apiKey ?? '',
      webhookId: randomUUID(),
      attempt: 1,
      timestamp: Math.floor(await readClock(database)),
      body,
      secrets: keys?.secrets ?? [],
    });
    if (!headers) return { outcome: 'no-key' };
    const outbound = createOutboundClient(outboundPolicyOf(config, Object.values(addressesOf(config))));
    const sent = await outbound.post(url, { headers, body });
    await outbound.close();
    return {
      outcome: judgeResponse(sent.status) === 'delivered' ? 'delivered' : 'failed',
      url,
      httpStatus: sent.status,
      errorClass: sent.errorClass,
      address: sent.address,
      tls: sent.tls,
      ms: sent.ms,
      response: redactResponse(sent.response, headers),
    };
  };
