import { type Static, Type } from 'typebox';
import { closed, email, instant, line, oneOf, orNull, page, password, uuid, words } from './form.ts';

/** Roles within an organisation, the most powerful first. */
export const portalRoles = ['owner', 'admin', 'developer', 'reviewer', 'viewer', 'auditor'] as const;
export type PortalRole = (typeof portalRoles)[number];

/** Every permission that a role may grant. */
export const portalCapabilities = [
  'see-sessions',
  'reveal',
  'create-sessions',
  'drive-sandbox',
  'triage',
  'decide-reviews',
  'configure-reviews',
  'manage-keys',
  'read-webhooks',
  'manage-webhooks',
  'read-requests',
  'configure-flow',
  'define-statuses',
  'export-sessions',
  'delete-sessions',
  'manage-team',
  'manage-organisation',
  'read-audit',
] as const;
export type PortalCapability = (typeof portalCapabilities)[number];

export const portalLanguages = ['en', 'es', 'pt-BR'] as const;
export type PortalLanguage = (typeof portalLanguages)[number];

const role = oneOf(portalRoles);
const language = oneOf(portalLanguages);
const mode = oneOf(['test', 'live']);
const day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
const totpCode = Type.String({ pattern: '^\\d{6}$' });
/** `ABCDE-FGHJK`, in any case, with or without the hyphen. */
const recoveryCode = Type.String({ minLength: 10, maxLength: 20 });
const typedPassword = Type.String({ minLength: 1, maxLength: 200 });

/** A named filter of the list of sessions. It has no search text, which may be about a client's customer and is never stored in clear. */
export const PortalView = closed({
  name: words(60),
  status: Type.Optional(Type.String({ maxLength: 200, pattern: '^[a-z_]+(,[a-z_]+)*$' })),
  hits: Type.Optional(Type.Literal('waiting')),
  proposals: Type.Optional(Type.Literal('waiting')),
  integration: Type.Optional(uuid),
  /** Days in the reader's time zone. */
  since: Type.Optional(day),
  until: Type.Optional(day),
  /** Absent: the list's default order. @see sessionOrderOf */
  order: Type.Optional(oneOf(['newest', 'oldest'])),
});
export type PortalView = Static<typeof PortalView>;
const views = Type.Array(PortalView, { maxItems: 20 });
/** A person's preferences for the pages. */
export const PortalPreferences = closed({
  views,
  /** Single-key shortcuts work outside text fields. */
  shortcuts: Type.Boolean(),
});
export type PortalPreferences = Static<typeof PortalPreferences>;

/** Answer to `GET /me`. */
export const PortalMe = closed({
  user: closed({ id: uuid, email: Type.String(), name: Type.String(), language }),
  preferences: PortalPreferences,
  organisation: closed({ id: uuid, name: Type.String() }),
  role,
  /** Set if the reader is an operator with temporary access for a stated reason; `null`: the reader belongs to the organisation. */
  operatorView: orNull(closed({ by: Type.String(), reason: Type.String(), until: instant })),
  /** Permissions that the person has on at least one integration; for developers, `reveal` applies to test integrations only. */
  capabilities: Type.Array(oneOf(portalCapabilities)),
  integrations: Type.Array(closed({ id: uuid, name: Type.String(), mode, revealable: Type.Boolean() })),
  totp: closed({ enrolled: Type.Boolean(), required: Type.Boolean(), recoveryCodesLeft: Type.Integer() }),
  /** How many passkeys the person has. */
  passkeys: Type.Integer(),
  /** Whether the person has a password: people who joined by single sign-on have none. */
  password: Type.Boolean(),
  /** The organisation's single sign-on; `null`: not configured. */
  sso: orNull(
    closed({
      /** Name of the linked account at the provider when it was linked; `null`: no account is linked. */
      account: orNull(Type.String()),
      /** Whether this person can sign in only this way. */
      required: Type.Boolean(),
    }),
  ),
  /** Until when the sign-in is stepped up. */
  steppedUpUntil: orNull(instant),
  /** Token that requests for changes carry in `X-Csrf-Token`. */
  csrf: Type.String(),
});
export type PortalMe = Static<typeof PortalMe>;

/** Body of `POST /sign-in`. */
export const PortalSignInRequest = closed({
  email: Type.String({ maxLength: 254, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
  password: typedPassword,
});
export type PortalSignInRequest = Static<typeof PortalSignInRequest>;

/** Body of `POST /view`: the token behind `#` in the link of an operator's view. */
export const PortalOperatorViewRequest = closed({ token: Type.String({ pattern: '^[\\w-]{75}$' }) });
export type PortalOperatorViewRequest = Static<typeof PortalOperatorViewRequest>;

/** The next step: entering a code, setting up codes, or none. Includes `csrf`, because changes may follow at once. */
export const PortalNext = closed({ next: oneOf(['totp', 'enrol', 'done']), csrf: Type.String() });
export type PortalNext = Static<typeof PortalNext>;

/** Body of `POST /sign-in/totp`. */
export const PortalTotpRequest = Type.Union([closed({ code: totpCode }), closed({ recoveryCode })]);
export type PortalTotpRequest = Static<typeof PortalTotpRequest>;

/** Answer to `POST /totp/begin`: the secret in Base32, and as an `otpauth:` URI for a QR code. */
export const PortalTotpBegun = closed({ secret: Type.String(), uri: Type.String() });
export type PortalTotpBegun = Static<typeof PortalTotpBegun>;
/** Body of `POST /totp/confirm`. */
export const PortalTotpConfirmRequest = closed({ code: totpCode });
export type PortalTotpConfirmRequest = Static<typeof PortalTotpConfirmRequest>;
/** Shown only once. */
export const PortalRecoveryCodes = closed({ recoveryCodes: Type.Array(Type.String()) });
export type PortalRecoveryCodes = Static<typeof PortalRecoveryCodes>;

/** Answer to `GET /invitations/{token}`. */
export const PortalInvitation = closed({
  email: Type.String(),
  organisation: Type.String(),
  role,
  expiresAt: instant,
  /** Whether single sign-on is possible for accepting it, or required. */
  sso: oneOf(['none', 'offered', 'required']),
});
export type PortalInvitation = Static<typeof PortalInvitation>;
/** Body of `POST /invitations/{token}`. */
export const PortalAcceptRequest = closed({ name: line(100), password, language });
export type PortalAcceptRequest = Static<typeof PortalAcceptRequest>;

export const PortalSignIn = closed({
  id: uuid,
  /** Browser and system in words, e.g. `Firefox on Linux`. */
  device: Type.String(),
  address: Type.String(),
  createdAt: instant,
  lastSeenAt: instant,
  current: Type.Boolean(),
});
/** Answer to `GET /sign-ins`. */
export const PortalSignIns = page(PortalSignIn);
export type PortalSignIns = Static<typeof PortalSignIns>;

/** Body of `POST /step-up`. */
export const PortalStepUpRequest = closed({ password: typedPassword, code: Type.Optional(totpCode) });
export type PortalStepUpRequest = Static<typeof PortalStepUpRequest>;
/** Answer to `POST /step-up`. */
export const PortalSteppedUp = closed({ until: instant });
export type PortalSteppedUp = Static<typeof PortalSteppedUp>;

/** Body of `PATCH /me`. */
export const PortalProfileChange = closed({
  name: Type.Optional(line(100)),
  language: Type.Optional(language),
  /** All views, in order. */
  views: Type.Optional(views),
  shortcuts: Type.Optional(Type.Boolean()),
});
export type PortalProfileChange = Static<typeof PortalProfileChange>;
/** Body of `POST /me/password`. */
export const PortalPasswordChange = closed({
  /** `null`: the account has no password yet; setting the first one requires a stepped-up sign-in. */
  current: orNull(typedPassword),
  next: password,
});
export type PortalPasswordChange = Static<typeof PortalPasswordChange>;

/** A person's exceptions to the role; `null`: as in the role. */
const grants = closed({ reveal: orNull(Type.Boolean()), export: orNull(Type.Boolean()) });
export type PortalGrants = Static<typeof grants>;

/** Ids of integrations; `null`: all of the organisation's, including future ones. */
const reach = orNull(Type.Array(uuid, { minItems: 1, maxItems: 1_000 }));

export const PortalMember = closed({
  id: uuid,
  email: Type.String(),
  name: Type.String(),
  role,
  integrations: reach,
  grants,
  totp: Type.Boolean(),
  createdAt: instant,
  lastSeenAt: orNull(instant),
  /** Rises with every change; a change names the version it is based on. */
  version: Type.Integer(),
  /** Whether the reader may change or remove the person. */
  changeable: Type.Boolean(),
  you: Type.Boolean(),
});
export const PortalPendingInvitation = closed({
  id: uuid,
  email: Type.String(),
  role,
  integrations: reach,
  createdAt: instant,
  expiresAt: instant,
});
/** Answer to `GET /team`. */
export const PortalTeam = closed({
  members: Type.Array(PortalMember),
  invitations: Type.Array(PortalPendingInvitation),
  /** Roles that the reader may assign. */
  roles: Type.Array(role),
});
export type PortalTeam = Static<typeof PortalTeam>;

/** Body of `POST /team/invitations`. */
export const PortalInviteRequest = closed({ email, role, integrations: reach });
export type PortalInviteRequest = Static<typeof PortalInviteRequest>;
/** The link, shown to the inviter only once; null if it was sent by e-mail. */
export const PortalInvited = closed({
  id: uuid,
  url: Type.Union([Type.String(), Type.Null()]),
  expiresAt: instant,
});
export type PortalInvited = Static<typeof PortalInvited>;

/** Body of `PATCH /team/{id}`. */
export const PortalMemberChange = closed({
  version: Type.Integer(),
  role: Type.Optional(role),
  integrations: Type.Optional(reach),
  grants: Type.Optional(grants),
});
export type PortalMemberChange = Static<typeof PortalMemberChange>;
