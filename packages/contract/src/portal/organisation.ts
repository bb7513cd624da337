import { type Static, Type } from 'typebox';
import { closed, line, oneOf, orNull, uuid } from './form.ts';

/** Limits on sign-ins in minutes: idle, and in total. The maximum applies where an organisation has no rule of its own. */
export const portalSignInBounds = { idle: { least: 5, most: 30 }, whole: { least: 30, most: 720 } } as const;

const { idle, whole } = portalSignInBounds;
const idleMinutes = Type.Integer({ minimum: idle.least, maximum: idle.most });
const signInMinutes = Type.Integer({ minimum: whole.least, maximum: whole.most });
const days = orNull(Type.Integer());
/** Maximum days that data of each kind is kept, for every integration. */
export const retentionBounds = { usual: 36_500, descriptors: 1095 } as const;
const keptDays = orNull(Type.Integer({ minimum: 1, maximum: retentionBounds.usual }));

/** Name and rules of the reader's organisation. */
export const PortalOrganisation = closed({
  name: Type.String(),
  /** Password sign-ins require a one-time code, whatever the role; passkeys need none. */
  codesRequired: Type.Boolean(),
  /** Networks (CIDR) or addresses from which people may use the portal; empty: all. */
  allowedAddresses: Type.Array(Type.String()),
  /** A sign-in ends after this many minutes without use. */
  idleMinutes,
  /** A sign-in ends after this many minutes in total. */
  signInMinutes,
  /** Personal data can only be revealed with a grant, whatever the role. */
  revealByGrant: Type.Boolean(),
  /** Increases with every change; an update names the version it was based on. */
  version: Type.Integer(),
  /** The reader's own address, as the service sees it. */
  ownAddress: Type.String(),
  /** People with a password who have neither one-time codes nor a passkey. */
  withoutSecondStep: Type.Integer(),
  /**
   * Sessions that integrations of a mode may create per UTC day and month, set by the operator, and the number created so far;
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
  /** Days that data is kept, as configured by the operator and shortened by owners; `null`: as long as the session, or for sessions, forever. */
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

/** Days that data of an integration is kept. No value may increase; `null` only where it is `null` already. */
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
