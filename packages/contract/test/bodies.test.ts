import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import {
  AdditionalVerifiedData,
  DecisionBody,
  DecisionDocument,
  DecisionPerson,
  DecisionWebhookBody,
} from '../src/decision.ts';
import { FraudCategoriesBody, FraudReportsBody, RetrievedFraudReportsBody } from '../src/feedback-bodies.ts';
import { PersonBody } from '../src/person.ts';
import {
  CombinedRegistryBody,
  CurpRegistryBody,
  IneRegistryBody,
  RegistryValidations,
} from '../src/registry-results.ts';
import { ClockBody } from '../src/sandbox.ts';
import {
  AttemptListBody,
  CollectedDataBody,
  DeletionBody,
  MediaBody,
  MediaListBody,
  SessionBody,
} from '../src/session-bodies.ts';
import {
  HitExplanation,
  LegacyWatchlistResult,
  WatchlistBody,
  WatchlistPatchBody,
  WatchlistPendingBody,
} from '../src/watchlist.ts';
import {
  CombinedRegistryWebhookBody,
  CurpRegistryWebhookBody,
  EventBody,
  FullAutoBody,
  IneRegistryWebhookBody,
  UserStatusBody,
} from '../src/webhooks/webhooks.ts';
import { entryNames, examples } from './contract-text.ts';
import { flaws } from './shape.ts';

const Error = Type.Object({ status: Type.Literal('fail'), code: Type.String(), message: Type.String() });
const Request = null;

/** The schema of every JSON example of the contract, by entry, in order; `null`: a request, read by its parser's tests. */
const schemas = {
  'A-22': [Error],
  'A-25': [Request],
  'A-27': [SessionBody],
  'A-33': [DeletionBody],
  'A-34': [Request],
  'A-36': [Request],
  'A-39': [MediaBody],
  'A-42': [MediaListBody],
  'A-44': [AttemptListBody],
  'A-45': [Request, CollectedDataBody],
  'A-46': [DecisionBody],
  'A-50': [Type.Object({ person: Type.Partial(DecisionPerson), document: Type.Partial(DecisionDocument) })],
  'A-51': [AdditionalVerifiedData],
  'A-56': [DecisionBody, DecisionBody],
  'A-58': [PersonBody],
  'A-60': [RegistryValidations],
  'A-61': [RegistryValidations, RegistryValidations],
  'A-62': [DecisionBody, AdditionalVerifiedData],
  'A-63': [WatchlistPendingBody],
  'A-64': [WatchlistBody],
  'A-69': [LegacyWatchlistResult],
  'A-70': [Request, Error],
  'A-71': [WatchlistPatchBody],
  'A-76': [IneRegistryBody],
  'A-77': [CurpRegistryBody],
  'A-78': [CombinedRegistryBody],
  'A-80': [FraudCategoriesBody],
  'A-81': [Request, FraudReportsBody],
  'A-82': [Request, RetrievedFraudReportsBody],
  'A-83': [Type.Object({ code: Type.String(), message: Type.String() })],
  'A-88': [DecisionWebhookBody],
  'A-90': [EventBody],
  'A-91': [UserStatusBody],
  'A-92': [FullAutoBody],
  'A-93': [IneRegistryWebhookBody],
  'A-94': [CurpRegistryWebhookBody],
  'A-95': [CombinedRegistryWebhookBody],
  'A-247': [Request, ClockBody],
  'A-270': [HitExplanation],
} as const;

const cases = Object.entries(schemas).flatMap(([name, list]) =>
  list.map((schema, index) => ({ name, index, schema, example: examples(name)[index] })),
);

describe('bodies on the wire', () => {
  it('every example of the contract has a schema here', () => {
    const counted = entryNames
      .filter((name) => examples(name).length > 0)
      .map((name) => [name, examples(name).length]);
    expect(Object.entries(schemas).map(([name, list]) => [name, list.length])).toEqual(counted);
  });

  it.each(cases.filter(({ schema }) => schema !== null))(
    'example $index of $name is a body of its schema, members in order',
    ({ schema, example }) => {
      expect(schema && flaws(schema, example)).toEqual([]);
    },
  );

  it.each([
    ['a wrong code', { code: 9103.5 }],
    ['a status that is no decision', { status: 'started' }],
    ['milliseconds in submissionTime', { submissionTime: '2026-11-20T10:04:31.207Z' }],
    ['no milliseconds in decisionTime', { decisionTime: '2026-11-20T10:04:38Z' }],
    ['a comment', { comments: ['x'] }],
    ['a country in lower case', { document: { ...approved().document, country: 'ee' } }],
    ['a citizenship', { person: { ...approved().person, citizenship: 'EE' } }],
    ['an unknown member', { highRisk: false }],
  ])('a decision with %s is invalid', (_name, change) => {
    const body = {
      status: 'success',
      verification: { ...approved(), ...change },
      technicalData: { ip: null },
    };
    expect(flaws(DecisionBody, body)).not.toEqual([]);
  });

  it('a decision with its members in another order is invalid', () => {
    const { id, ...rest } = approved();
    const body = { status: 'success', verification: { ...rest, id }, technicalData: { ip: null } };
    expect(flaws(DecisionBody, body)).toHaveLength(1);
  });
});

function approved() {
  const body = examples('A-56')[0] as DecisionBody;
  if (!body.verification) throw new TypeError('the example has no decision');
  return body.verification;
}
