import { type Static, Type } from 'typebox';
import { closed, line, oneOf, orNull, uuid } from './form.ts';

/** Bounds of sign-ins in minutes: without use, and in all. The greatest are in force where an organisation has no rule of its own. */
export const portalSignInBounds = { idle: { least: 5, most: 30 }, whole: { least: 30, most: 720 } } as const;

const { idle, whole } = portalSignInBounds;
const idleMinutes = Type.Integer({ minimum: idle.least, maximum: idle.most });
const signInMinutes = Type.Integer({ minimum: whole.least, maximum: whole.most });
const days = orNull(Type.Integer());
/** Days that data of each kind is kept at most, whatever the integration. */
export const retentionBounds = { usual: 36_500, descriptors: 1095 } as const;
const keptDays = orNull(Type.Integer({ minimum: 1, maximum: retentionBounds.usual }));

/** Name and rules of the reader's organisation. */
export const PortalOrganisation = closed({
  name: Type.String(),
  /** Whoever comes in by password shows a one-time code, whatever the role; a passkey needs none. */
  codesRequired: Type.Boolean(),
  /** Networks (CIDR) or addresses that people may use the portal from; empty: all. */
  allowedAddresses: Type.Array(Type.String()),
  /** A sign-in ends after so many minutes without use. */
  idleMinutes,
  /** A sign-in ends after so many minutes in all. */
  signInMinutes,
  /** Nobody reveals personal data without a grant, whatever the role. */
  revealByGrant: Type.Boolean(),
  /** Rises with every change; a change names the one it was made from. */
  version: Type.Integer(),
  /** Where the reader calls from, as the service sees it. */
  ownAddress: Type.String(),
  /** People with a password who have neither codes nor a passkey. */
  withoutSecondStep: Type.Integer(),
  /**
   * Sessions that integrations of a mode may create by days and months of UTC, which the operator sets, and that they have created;
   * `null`: no limit.
   */
  sessionLimits: Type.Array(
    closed({
      mode: oneOf(['test', 'live']),
      perDay: orNull(Type.Integer()),
      perMonth: orNull(Type.Integer()),
      usedToday: Type.Integer(),
      usedThisMonth: Type.Integer(),
    }),
  ),
  /** Days that data is kept, as the operator configured and owners shortened it; `null`: as long as the session, and sessions for ever. */
  retention: Type.Array(
    closed({
      integrationId: uuid,
      name: Type.String(),
      mode: oneOf(['test', 'live']),
      sessionDays: days,
      pictureDays: days,
      descriptorDays: Type.Integer(),
      webhookDays: days,
    }),
  ),
});
export type PortalOrganisation = Static<typeof PortalOrganisation>;

/** Days that data of an integration is kept: none of them more than now; `null` only where it is so already. */
export const PortalRetentionChange = closed({
  sessionDays: keptDays,
  pictureDays: keptDays,
  descriptorDays: Type.Integer({ minimum: 1, maximum: retentionBounds.descriptors }),
  webhookDays: keptDays,
});
export type PortalRetentionChange = Static<typeof PortalRetentionChange>;

/** Body of `PUT /organisation`. */
export const PortalOrganisationChange = closed({
  version: Type.Integer({ minimum: 1 }),
  name: line(100),
  codesRequired: Type.Boolean(),
  allowedAddresses: Type.Array(Type.String({ minLength: 2, maxLength: 50 }), { maxItems: 100 }),
  idleMinutes,
  signInMinutes,
  revealByGrant: Type.Boolean(),
});
export type PortalOrganisationChange = Static<typeof PortalOrganisationChange>;
