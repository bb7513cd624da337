import { collectedDataTable } from './collected-data.ts';
import { limits } from './limits.ts';
import { uploadContexts } from './media.ts';
import { tableSchema } from './members.ts';
import { type JsonSchema, objectSchema, oneOf, text, uuid } from './rules.ts';
import { createSessionTable } from './session.ts';
import { advanceClockTable } from './sandbox.ts';
import { hitMatchStatuses, riskLevels } from './watchlist-review.ts';

/*
 * Request bodies as JSON Schema, for the OpenAPI document. The parsers are authoritative; these only describe. Members that no table
 * names are accepted and ignored everywhere.
 */
const mandatory = (name: string, schema: JsonSchema) => ({ name, schema, mandatory: true });
const optional = (name: string, schema: JsonSchema) => ({ name, schema, mandatory: false });
const list = (items: JsonSchema, bounds: { minItems: number; maxItems?: number }): JsonSchema => ({
  type: 'array',
  ...bounds,
  items,
});

/** Body of POST /sessions and of validate-registry. @see spec/contract.md */
export const createSessionRequest = objectSchema([
  mandatory('verification', tableSchema(createSessionTable)),
]);

/** Body of PATCH /sessions/{sessionId}. @see spec/contract.md A-31 */
export const submitSessionRequest = objectSchema([
  mandatory(
    'verification',
    objectSchema([mandatory('status', { const: 'submitted' }), optional('id', uuid().schema)]),
  ),
]);

/** Body of POST …/media. @see spec/contract.md A-36 */
export const uploadMediaRequest = objectSchema([
  mandatory(
    'image',
    objectSchema([
      mandatory('context', oneOf(uploadContexts).schema),
      mandatory('content', {
        type: 'string',
        description: 'A data URI with base64 content, or base64 alone: JPEG, PNG or WebP.',
      }),
      optional('timestamp', { type: 'string', format: 'date-time' }),
    ]),
  ),
]);

/** Body of POST …/collected-data. @see spec/contract.md A-45 */
export const collectedDataRequest = tableSchema(collectedDataTable);

/** Body of PATCH …/watchlist-screening: exactly one of the three operations. @see spec/contract.md A-70 */
export const watchlistPatchRequest: JsonSchema = {
  oneOf: [
    objectSchema([
      mandatory(
        'hit',
        objectSchema([
          mandatory('id', uuid().schema),
          mandatory('matchStatus', oneOf(hitMatchStatuses).schema),
          optional('riskLevel', oneOf(riskLevels).schema),
        ]),
      ),
    ]),
    objectSchema([mandatory('hasUnacknowledgedChanges', { const: false })]),
    objectSchema([mandatory('monitorStatus', { const: 'disabled' })]),
  ],
};

/** Body of POST /sandbox/clock. @see spec/contract.md A-247 */
export const advanceClockRequest = tableSchema(advanceClockTable);

/** Body of POST /feedback/fraud-reports. @see spec/contract.md A-81 */
export const fraudReportsRequest = objectSchema([
  mandatory(
    'reports',
    list(
      objectSchema([
        mandatory('sessionId', uuid().schema),
        mandatory('categories', { ...list({ type: 'string' }, { minItems: 1 }), uniqueItems: true }),
        optional('comment', text(limits.feedbackCommentCharacters).schema),
      ]),
      { minItems: 1, maxItems: limits.fraudReportsPerRequest },
    ),
  ),
]);

/** Body of POST /feedback/fraud-reports/retrieve. @see spec/contract.md A-82 */
export const retrieveFraudReportsRequest = objectSchema([
  mandatory('sessionIds', list(uuid().schema, { minItems: 1, maxItems: limits.retrievedReportsPerRequest })),
]);
