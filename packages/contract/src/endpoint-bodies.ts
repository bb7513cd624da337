import type { TSchema } from 'typebox';
import { contractExamples } from './contract-examples.ts';
import { DecisionBody } from './decision.ts';
import type { EndpointName } from './endpoints.ts';
import { FraudCategoriesBody, FraudReportsBody, RetrievedFraudReportsBody } from './feedback-bodies.ts';
import { mediaTypes } from './media.ts';
import { PersonBody } from './person.ts';
import type { ProblemName } from './problems.ts';
import { CombinedRegistryBody, CurpRegistryBody, IneRegistryBody } from './registry-results.ts';
import * as requests from './request-schemas.ts';
import type { JsonSchema } from './rules.ts';
import { ClockBody } from './sandbox.ts';
import {
  AttemptListBody,
  CollectedDataBody,
  DeletionBody,
  MediaBody,
  MediaListBody,
  SessionBody,
} from './session-bodies.ts';
import { WatchlistBody, WatchlistPatchBody, WatchlistPendingBody } from './watchlist.ts';
import { FullAutoDecisionBody } from './webhooks/webhooks.ts';

/** Request body, answers and problems of one endpoint, apart from the problems that every endpoint has. */
export interface EndpointBodies {
  /** `null`: any request body is ignored. */
  request: { schema: JsonSchema; example: unknown } | null;
  /** By HTTP status; `null`: the bytes of a media file. */
  answers: Partial<Record<200 | 201 | 202, { schema: TSchema; examples: readonly unknown[] } | null>>;
  /** Problems of the request's members and of the resource's state. */
  problems: readonly ProblemName[];
}

const e = contractExamples;
const parameters: readonly ProblemName[] = ['parameter-missing', 'parameter-invalid'];
const submitted = (body: (typeof e)['A-27'][0]) => ({
  ...body,
  verification: { ...body.verification, status: 'submitted' as const },
});
const sessionProblems: readonly ProblemName[] = [
  ...parameters,
  'date-invalid',
  'callback-not-https',
  'vendor-data-too-long',
  'vendor-data-not-string',
  'date-of-birth-invalid',
  'document-number-too-long',
  'document-number-characters',
  'document-type-unsupported',
  'document-country-unsupported',
  'idempotency-key-reused',
  'idempotency-key-in-use',
];
const repeated: readonly ProblemName[] = ['idempotency-key-reused', 'idempotency-key-in-use'];
const ok = (schema: TSchema, ...examples: readonly unknown[]) => ({ 200: { schema, examples } });
const read = (schema: TSchema, ...examples: readonly unknown[]): EndpointBodies => ({
  request: null,
  answers: ok(schema, ...examples),
  problems: [],
});
const registry = (schema: TSchema, example: unknown): EndpointBodies => ({
  ...read(schema, example),
  problems: parameters,
});
const validateRegistry: EndpointBodies = {
  request: { schema: requests.createSessionRequest, example: e['A-34'][0] },
  answers: { 201: { schema: SessionBody, examples: [submitted(e['A-27'][0])] } },
  problems: [
    'feature-not-enabled',
    ...sessionProblems,
    'id-number-missing',
    'names-missing',
    'birth-date-or-address-missing',
  ],
};

/** Bodies and problems of every endpoint. */
export const endpointBodies: Readonly<Record<EndpointName, EndpointBodies>> = {
  'create-session': {
    request: { schema: requests.createSessionRequest, example: e['A-25'][0] },
    answers: { 201: { schema: SessionBody, examples: [e['A-27'][0]] } },
    problems: sessionProblems,
  },
  'upload-media': {
    request: { schema: requests.uploadMediaRequest, example: e['A-36'][0] },
    answers: ok(MediaBody, e['A-39'][0]),
    problems: [
      'parameter-invalid',
      'image-format-unsupported',
      'image-format-not-enabled',
      'timestamp-invalid',
      'session-takes-no-data',
      ...repeated,
      'image-data-missing',
      'image-not-base64',
      'image-context-unsupported',
      'image-property-missing',
    ],
  },
  'collect-data': {
    request: { schema: requests.collectedDataRequest, example: e['A-45'][0] },
    answers: ok(CollectedDataBody, e['A-45'][1]),
    problems: [...parameters, 'session-takes-no-data', ...repeated],
  },
  'submit-session': {
    request: { schema: requests.submitSessionRequest, example: { verification: { status: 'submitted' } } },
    answers: ok(SessionBody, submitted(e['A-27'][0])),
    problems: [...parameters, 'status-invalid', 'status-change-refused', 'idempotency-key-reused'],
  },
  'get-decision': read(DecisionBody, e['A-46'][0], ...e['A-56'], e['A-62'][0], e['A-88'][0]),
  'get-watchlist-screening': {
    request: null,
    answers: {
      ...ok(WatchlistBody, e['A-64'][0], { status: 'success', data: e['A-69'][0] }),
      202: { schema: WatchlistPendingBody, examples: [e['A-63'][0]] },
    },
    problems: ['watchlist-not-enabled'],
  },
  'update-watchlist-screening': {
    request: { schema: requests.watchlistPatchRequest, example: e['A-70'][0] },
    answers: ok(WatchlistPatchBody, e['A-71'][0]),
    problems: ['feature-not-enabled', 'watchlist-not-enabled', ...parameters, 'monitoring-already-disabled'],
  },
  'validate-registry': validateRegistry,
  'validate-registry-alias': validateRegistry,
  'delete-session': {
    ...read(DeletionBody, e['A-33'][0]),
    problems: [
      'feature-not-enabled',
      'status-change-refused',
      'session-not-completed',
      'session-being-processed',
    ],
  },
  'get-person': read(PersonBody, e['A-58'][0]),
  'list-media': read(MediaListBody, e['A-42'][0]),
  'list-attempts': read(AttemptListBody, e['A-44'][0]),
  'list-attempt-media': read(MediaListBody, e['A-42'][0]),
  'get-media': { request: null, answers: { 200: null }, problems: [] },
  'get-fullauto-decision': registry(FullAutoDecisionBody, { status: 'success', verification: null }),
  'get-ine-registry': registry(IneRegistryBody, e['A-76'][0]),
  'get-curp-registry': registry(CurpRegistryBody, e['A-77'][0]),
  'get-combined-ine-curp-registry': registry(CombinedRegistryBody, e['A-78'][0]),
  'advance-clock': {
    request: { schema: requests.advanceClockRequest, example: e['A-247'][0] },
    answers: ok(ClockBody, e['A-247'][1]),
    problems: ['not-found', ...parameters, 'idempotency-key-reused'],
  },
  'list-fraud-categories': read(FraudCategoriesBody, e['A-80'][0]),
  'report-fraud': {
    request: { schema: requests.fraudReportsRequest, example: e['A-81'][0] },
    answers: ok(FraudReportsBody, e['A-81'][1]),
    problems: [...parameters, ...repeated],
  },
  'retrieve-fraud-reports': {
    request: { schema: requests.retrieveFraudReportsRequest, example: e['A-82'][0] },
    answers: ok(RetrievedFraudReportsBody, e['A-82'][1]),
    problems: parameters,
  },
};

/** Media types that GET /media/{mediaId} can answer with. */
export const mediaAnswerTypes = Object.keys(mediaTypes);
