import { type Static, Type } from 'typebox';
import { decisionStatuses } from '../decision.ts';
import { CombinedRegistryData, curpStatuses, IneRegistryBody, registryVersion } from '../registry-results.ts';
import { UserDefinedData } from '../session-bodies.ts';
import { Milliseconds, NullableText, nullable, oneOfTexts, Success, Uuid } from '../wire.ts';

const sent = { vendorData: NullableText, endUserId: NullableText };
const version = Type.Literal(registryVersion);

/** Codes of the event webhook by action. @see spec/contract.md A-90 */
export const eventCodes = { started: 7001, submitted: 7002 } as const;
export type EventAction = keyof typeof eventCodes;

/** Event webhook. @see spec/contract.md A-90 */
export const EventBody = Type.Object({
  /** The session. */
  id: Uuid,
  attemptId: Uuid,
  feature: Type.Literal('selfid'),
  code: Type.Unsafe<(typeof eventCodes)[EventAction]>({ type: 'integer', enum: [7001, 7002] }),
  action: oneOfTexts(['started', 'submitted']),
  ...sent,
});
export type EventBody = Static<typeof EventBody>;

/** User-defined status webhook. @see spec/contract.md A-91 */
export const UserStatusBody = Type.Object({
  eventType: Type.Literal('user-status.created'),
  sessionId: Uuid,
  attemptId: Uuid,
  ...sent,
  time: Milliseconds,
  data: Type.Object({ verification: Type.Object({ id: Uuid, userDefinedData: UserDefinedData }) }),
});
export type UserStatusBody = Static<typeof UserStatusBody>;

/** Insight labels by category, in the order they are sent. @see spec/contract.md A-92 */
export const insightLabels = {
  document: [
    'documentAccepted',
    'documentRecognised',
    'documentNotExpired',
    'documentFrontImageAvailable',
    'documentFrontFullyVisible',
    'documentBackImageAvailable',
    'documentBackFullyVisible',
    'documentImageQualitySufficient',
    'validDocumentAppearance',
    'physicalDocumentPresent',
  ],
  biometric: [
    'faceImageAvailable',
    'faceImageQualitySufficient',
    'faceLiveness',
    'faceSimilarToPortrait',
    'faceNotInBlocklist',
  ],
  fraud: ['allowedIpLocation', 'expectedTrafficBehaviour'],
} as const;

const reading = {
  confidenceCategory: nullable(oneOfTexts(['high', 'medium', 'low'])),
  value: NullableText,
};
const sources = Type.Array(oneOfTexts(['MRZ', 'VIZ', 'BARCODE', 'NFC']));
const field = Type.Object({ ...reading, sources });
const rareField = nullable(field);

/** `data.verification` of a full-auto session. @see spec/contract.md A-92 */
export const FullAutoVerification = Type.Object({
  /** 0–1, higher is more likely genuine; `null` for expired and abandoned. */
  decisionScore: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  decision: oneOfTexts(decisionStatuses),
  person: Type.Object({
    firstName: field,
    lastName: field,
    dateOfBirth: field,
    gender: field,
    idNumber: field,
    nationality: field,
    address: Type.Object({ ...reading, components: Type.Record(Type.String(), Type.Unknown()), sources }),
    placeOfBirth: field,
    foreignerStatus: rareField,
    occupation: rareField,
    employer: rareField,
    extraNames: rareField,
  }),
  document: Type.Object({
    number: field,
    type: Type.Object({
      value: nullable(
        oneOfTexts(['passport', 'id_card', 'residence_permit', 'drivers_license', 'visa', 'other']),
      ),
    }),
    country: Type.Object({ value: NullableText }),
    validUntil: field,
    validFrom: field,
    firstIssue: rareField,
    placeOfIssue: rareField,
    processNumber: rareField,
    residencePermitType: rareField,
    licenseNumber: rareField,
  }),
  insights: Type.Array(
    Type.Object({
      label: Type.String(),
      result: oneOfTexts(['yes', 'no', 'notApplicable', 'unknown']),
      category: oneOfTexts(['document', 'biometric', 'fraud']),
    }),
  ),
});
export type FullAutoVerification = Static<typeof FullAutoVerification>;

/** Full-auto webhook. @see spec/contract.md A-92 */
export const FullAutoBody = Type.Object({
  status: Success,
  eventType: Type.Literal('fullauto'),
  sessionId: Uuid,
  attemptId: Uuid,
  ...sent,
  version,
  acceptanceTime: Milliseconds,
  time: Milliseconds,
  data: Type.Object({ verification: FullAutoVerification }),
});
export type FullAutoBody = Static<typeof FullAutoBody>;

/** GET …/decision/fullauto. @see spec/contract.md A-57 */
export const FullAutoDecisionBody = Type.Object({
  status: Success,
  verification: nullable(FullAutoVerification),
});
export type FullAutoDecisionBody = Static<typeof FullAutoDecisionBody>;

/** INE registry webhook; without an answer, `details` is `null` and `code` 503. @see spec/contract.md A-93 */
export const IneRegistryWebhookBody = Type.Object({
  eventType: Type.Literal('ine_registry'),
  sessionId: Uuid,
  attemptId: Uuid,
  ...sent,
  version,
  time: Milliseconds,
  data: Type.Object({
    status: Type.String(),
    code: Type.Unsafe<200 | 503>({ type: 'integer', enum: [200, 503] }),
    details: nullable(IneRegistryBody),
  }),
});
export type IneRegistryWebhookBody = Static<typeof IneRegistryWebhookBody>;

const found = {
  status: oneOfTexts(['found', 'not_found', 'error']),
  code: Type.Unsafe<200 | 404 | 503>({ type: 'integer', enum: [200, 404, 503] }),
};

/** CURP registry webhook; its envelope differs from the others'. @see spec/contract.md A-94 */
export const CurpRegistryWebhookBody = Type.Object({
  type: Type.Literal('curp_registry'),
  id: Uuid,
  ...sent,
  version,
  data: Type.Object({
    attemptId: Uuid,
    name: Type.Literal('curp_registry'),
    ...found,
    details: nullable(
      Type.Object({
        statusCurp: nullable(oneOfTexts(curpStatuses)),
        curp: NullableText,
        description: NullableText,
      }),
    ),
  }),
});
export type CurpRegistryWebhookBody = Static<typeof CurpRegistryWebhookBody>;

/** INE CURP registry webhook. @see spec/contract.md A-95 */
export const CombinedRegistryWebhookBody = Type.Object({
  eventType: Type.Literal('combined-ine-curp-registry'),
  sessionId: Uuid,
  attemptId: Uuid,
  ...sent,
  version,
  time: Milliseconds,
  data: Type.Object({ ...found, details: nullable(CombinedRegistryData) }),
});
export type CombinedRegistryWebhookBody = Static<typeof CombinedRegistryWebhookBody>;
