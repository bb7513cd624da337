import { contractExamples, type WebhookTypeName, webhookTypes } from '@countersign/contract';

/** A body about invented people, and its type of webhook. */
export interface FixtureEvent {
  type: WebhookTypeName;
  body: Readonly<Record<string, unknown>>;
}

const [approved] = contractExamples['A-56'];
const [declined] = contractExamples['A-88'];
const [event] = contractExamples['A-90'];

const nothingRead = (members: object) => Object.fromEntries(Object.keys(members).map((name) => [name, null]));

/** A decision that reports nothing but the outcome. @see spec/contract.md */
const bareDecision = (outcome: {
  status: string;
  code: number;
  reason: string | null;
  reasonCode: number | null;
}): FixtureEvent => ({
  type: 'decision',
  body: {
    ...declined,
    verification: {
      ...declined.verification,
      ...outcome,
      person: nothingRead(declined.verification.person),
      document: nothingRead(declined.verification.document),
      registryValidations: undefined,
    },
  },
});

/** By name: every type of webhook under its own name, with its other outcomes after a dot. */
export const fixtureEvents: Readonly<Record<string, FixtureEvent>> = {
  ...Object.fromEntries(webhookTypes.map(({ type, example }) => [type, { type, body: example }])),
  'decision.approved': { type: 'decision', body: approved },
  'decision.declined': { type: 'decision', body: declined },
  'decision.resubmission_requested': bareDecision({
    status: 'resubmission_requested',
    code: 9103,
    reason: 'Photos or video are missing',
    reasonCode: 201,
  }),
  'decision.expired': bareDecision({ status: 'expired', code: 9104, reason: null, reasonCode: null }),
  'decision.abandoned': bareDecision({ status: 'abandoned', code: 9104, reason: null, reasonCode: null }),
  'decision.review': bareDecision({ status: 'review', code: 9121, reason: null, reasonCode: null }),
  'event.started': { type: 'event', body: { ...event, code: 7001, action: 'started' } },
  'event.submitted': { type: 'event', body: event },
};
