import {
  type FlowClaimRequest,
  type FlowConfirmRequest,
  type FlowDocumentRequest,
  flowDocumentTypes,
  flowConsentTypes,
  flowContexts,
  type FlowEnterRequest,
  flowFields,
  type FlowFieldsRequest,
  flowHandoffKinds,
  type FlowLeaveRequest,
  type FlowOfferRequest,
  type FlowStartRequest,
  type FlowSubmitRequest,
  type FlowUploadRequest,
  countryCodes,
  handoffCodePattern,
  phoneLinkPattern,
  parseStrictJson,
  Problem,
} from '@countersign/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { FlowRefused } from '../../usecases/flow/flow-refused.ts';
import { knownPath } from '../known-path.ts';

const closed = { additionalProperties: false } as const;
const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] });
/** BCP 47, in the form that browsers send. */
const language = Type.String({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$' });
const uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const attempt = Type.Integer({ minimum: 1, maximum: 100 });

const schemas = {
  enter: Type.Object(
    {
      token: Type.String({ maxLength: 1_000 }),
      language: Type.Union([Type.Null(), Type.String({ maxLength: 100 })]),
      embedded: Type.Boolean(),
    },
    closed,
  ),
  start: Type.Object(
    {
      attempt,
      consents: Type.Array(
        Type.Object(
          { type: oneOf(flowConsentTypes), version: Type.String({ maxLength: 40 }), language },
          closed,
        ),
        { maxItems: flowConsentTypes.length },
      ),
    },
    closed,
  ),
  document: Type.Object(
    { country: Type.String({ pattern: '^[A-Z]{2}$' }), type: oneOf(flowDocumentTypes) },
    closed,
  ),
  upload: Type.Object(
    {
      context: oneOf([...flowContexts, 'film'] as const),
      size: Type.Integer({ minimum: 1, maximum: 0x7fff_ffff }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      origin: oneOf(['camera', 'file'] as const),
      facts: Type.Object(
        {
          auto: Type.Boolean(),
          ms: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
          hints: Type.Record(
            Type.String({ pattern: '^[a-z][a-z0-9._-]{0,39}$' }),
            Type.Integer({ minimum: 0, maximum: 100_000 }),
            { maxProperties: 40, additionalProperties: false },
          ),
        },
        closed,
      ),
      challenge: Type.Union([Type.Null(), uuid]),
    },
    closed,
  ),
  fields: Type.Object(
    Object.fromEntries(flowFields.map((name) => [name, Type.Optional(Type.String({ maxLength: 200 }))])),
    { ...closed, minProperties: 1 },
  ),
  submit: Type.Object({ attempt, still: Type.Boolean() }, closed),
  leave: Type.Object(
    { reason: oneOf(['left', 'finished'] as const), bearer: Type.Optional(Type.String({ maxLength: 200 })) },
    closed,
  ),
  offer: Type.Object({ kind: oneOf(flowHandoffKinds), language }, closed),
  claim: Type.Object(
    { code: Type.String({ pattern: handoffCodePattern }), phone: Type.String({ pattern: phoneLinkPattern }) },
    closed,
  ),
  confirm: Type.Object(
    {
      phone: Type.String({ pattern: phoneLinkPattern }),
      number: Type.Union([Type.Null(), Type.Integer({ minimum: 10, maximum: 99 })]),
    },
    closed,
  ),
  nothing: Type.Object({}, closed),
};

/**
 * Parses a body strictly: JSON without duplicate members, and only the members of the request.
 * @throws FlowRefused request-invalid naming the first wrong member, without its value
 */
function read<Schema extends TSchema>(schema: Schema, bytes: Buffer): Static<Schema> {
  const value = jsonOf(bytes);
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const path = knownPath(schema, first?.instancePath ?? '') || 'body';
  throw new FlowRefused('request-invalid', `${path}: ${first?.message ?? 'must be valid'}`);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    if (error instanceof Problem) throw new FlowRefused('request-invalid', 'body: must be JSON');
    throw error;
  }
}

/** An invalid language preference must not lock a person out. */
export function readEnter(bytes: Buffer): FlowEnterRequest {
  const request = read(schemas.enter, bytes);
  return { ...request, language: Value.Check(language, request.language) ? request.language : null };
}

export const readStart = (bytes: Buffer): FlowStartRequest => read(schemas.start, bytes);

export function readDocument(bytes: Buffer): FlowDocumentRequest {
  const request = read(schemas.document, bytes);
  if (!countryCodes.has(request.country))
    throw new FlowRefused('request-invalid', 'country: must be an ISO 3166-1 alpha-2 code');
  return request;
}

export function readUpload(bytes: Buffer): FlowUploadRequest {
  const request = read(schemas.upload, bytes);
  if ((request.context === 'film') !== (request.challenge !== null))
    throw new FlowRefused('request-invalid', 'challenge: must be there for films and for nothing else');
  return request;
}

export const readFields = (bytes: Buffer): FlowFieldsRequest => read(schemas.fields, bytes);
export const readSubmit = (bytes: Buffer): FlowSubmitRequest => read(schemas.submit, bytes);
export const readLeave = (bytes: Buffer): FlowLeaveRequest => read(schemas.leave, bytes);

export const readOffer = (bytes: Buffer): FlowOfferRequest => read(schemas.offer, bytes);
export const readClaim = (bytes: Buffer): FlowClaimRequest => read(schemas.claim, bytes);
export const readConfirm = (bytes: Buffer): FlowConfirmRequest => read(schemas.confirm, bytes);

/** The body of a request that needs none. */
export function readNothing(bytes: Buffer): void {
  if (bytes.length > 0) read(schemas.nothing, bytes);
}
