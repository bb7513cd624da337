import type { TSchema } from 'typebox';
import { contractExamples } from '../contract-examples.ts';
import { DecisionWebhookBody } from '../decision.ts';
import { WatchlistResult } from '../watchlist.ts';
import type { WebhookTypeName } from './webhook-type-names.ts';
import {
  CombinedRegistryWebhookBody,
  CurpRegistryWebhookBody,
  EventBody,
  FullAutoBody,
  IneRegistryWebhookBody,
  UserStatusBody,
} from './webhooks.ts';

/** One type of webhook. */
export interface WebhookType {
  type: WebhookTypeName;
  sentWhen: string;
  schema: TSchema;
  example: unknown;
  /** Contract entries that define it. */
  contract: readonly string[];
}

const e = contractExamples;

/** Every type of webhook, in the contract's order. @see spec/contract.md A-84 */
export const webhookTypes = [
  {
    type: 'decision',
    sentWhen: 'a decision exists',
    schema: DecisionWebhookBody,
    example: e['A-88'][0],
    contract: ['A-88', 'A-48'],
  },
  {
    type: 'event',
    sentWhen: 'the session becomes started or submitted',
    schema: EventBody,
    example: e['A-90'][0],
    contract: ['A-90'],
  },
  {
    type: 'watchlist-screening',
    sentWhen: 'a screening completes, all hits become reviewed, or monitoring finds a change',
    schema: WatchlistResult,
    example: e['A-64'][0].data,
    contract: ['A-74', 'A-72'],
  },
  {
    type: 'user-defined-status',
    sentWhen: 'a portal user adds a status to an attempt',
    schema: UserStatusBody,
    example: e['A-91'][0],
    contract: ['A-91'],
  },
  {
    type: 'full-auto',
    sentWhen: 'a full-auto session is decided',
    schema: FullAutoBody,
    example: e['A-92'][0],
    contract: ['A-92'],
  },
  {
    type: 'ine-registry',
    sentWhen: 'the session is final and the electoral-registry check completed or failed',
    schema: IneRegistryWebhookBody,
    example: e['A-93'][0],
    contract: ['A-93'],
  },
  {
    type: 'curp-registry',
    sentWhen: 'the session is final and the population-registry check completed or failed',
    schema: CurpRegistryWebhookBody,
    example: e['A-94'][0],
    contract: ['A-94'],
  },
  {
    type: 'ine-curp-registry',
    sentWhen: 'the session is final and the combined check completed or failed',
    schema: CombinedRegistryWebhookBody,
    example: e['A-95'][0],
    contract: ['A-95'],
  },
] as const satisfies readonly WebhookType[];
