import type { TSchema } from 'typebox';
import * as decision from '../decision.ts';
import * as feedback from '../feedback-bodies.ts';
import * as person from '../person.ts';
import * as registry from '../registry-results.ts';
import { ClockBody } from '../sandbox.ts';
import * as session from '../session-bodies.ts';
import * as watchlist from '../watchlist.ts';
import * as webhooks from '../webhooks/webhooks.ts';

/** Schemas with a name of their own in the document; all others are inlined where they are used. */
export const components: Readonly<Record<string, TSchema>> = {
  ClockBody,
  SessionBody: session.SessionBody,
  DeletionBody: session.DeletionBody,
  MediaBody: session.MediaBody,
  MediaListBody: session.MediaListBody,
  AttemptListBody: session.AttemptListBody,
  UserDefinedData: session.UserDefinedData,
  CollectedDataBody: session.CollectedDataBody,
  DecisionBody: decision.DecisionBody,
  DecisionWebhookBody: decision.DecisionWebhookBody,
  DecisionVerification: decision.DecisionVerification,
  DecisionPerson: decision.DecisionPerson,
  DecisionDocument: decision.DecisionDocument,
  DocumentSpecimen: decision.DocumentSpecimen,
  AdditionalVerifiedData: decision.AdditionalVerifiedData,
  RiskLabel: decision.RiskLabel,
  BrazilResult: registry.BrazilResult,
  MexicoResult: registry.MexicoResult,
  ColombiaResult: registry.ColombiaResult,
  IneRegistryBody: registry.IneRegistryBody,
  CurpRegistryBody: registry.CurpRegistryBody,
  CombinedRegistryBody: registry.CombinedRegistryBody,
  CombinedRegistryData: registry.CombinedRegistryData,
  WatchlistBody: watchlist.WatchlistBody,
  WatchlistResult: watchlist.WatchlistResult,
  LegacyWatchlistResult: watchlist.LegacyWatchlistResult,
  WatchlistHit: watchlist.WatchlistHit,
  WatchlistPendingBody: watchlist.WatchlistPendingBody,
  WatchlistPatchBody: watchlist.WatchlistPatchBody,
  PersonBody: person.PersonBody,
  PepSanctionMatch: person.PepSanctionMatch,
  FraudCategoriesBody: feedback.FraudCategoriesBody,
  FraudReportsBody: feedback.FraudReportsBody,
  FraudReport: feedback.FraudReport,
  RetrievedFraudReportsBody: feedback.RetrievedFraudReportsBody,
  EventBody: webhooks.EventBody,
  UserStatusBody: webhooks.UserStatusBody,
  FullAutoVerification: webhooks.FullAutoVerification,
  FullAutoBody: webhooks.FullAutoBody,
  FullAutoDecisionBody: webhooks.FullAutoDecisionBody,
  IneRegistryWebhookBody: webhooks.IneRegistryWebhookBody,
  CurpRegistryWebhookBody: webhooks.CurpRegistryWebhookBody,
  CombinedRegistryWebhookBody: webhooks.CombinedRegistryWebhookBody,
};
/** Keyed by their JSON, because an optional member holds a copy of the schema. */
const componentNames = new Map(
  Object.entries(components).map(([name, schema]) => [JSON.stringify(schema), name]),
);

/** A schema as plain data; named schemas below the top become references. */
export function plain(schema: unknown, top: boolean): unknown {
  const name = typeof schema === 'object' ? componentNames.get(JSON.stringify(schema)) : undefined;
  if (name !== undefined && !top) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(schema)) return schema.map((item) => plain(item, false));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, plain(value, false)]));
}

/** Content of a body: its schema, and examples if there are any. */
export const json = (schema: unknown, examples: readonly unknown[]) => ({
  'application/json': {
    schema: plain(schema, false),
    ...(examples.length > 0 && {
      examples: Object.fromEntries(examples.map((value, index) => [`example-${index + 1}`, { value }])),
    }),
  },
});
