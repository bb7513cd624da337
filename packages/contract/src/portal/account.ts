import { type Static, Type } from 'typebox';
import { closed, email, instant, line, oneOf, orNull, page, password, uuid, words } from './form.ts';

/** Roles of people in their organisation, the most powerful first. */
export const portalRoles = ['owner', 'admin', 'developer', 'reviewer', 'viewer', 'auditor'] as const;
export type PortalRole = (typeof portalRoles)[number];

/** Everything that a role may allow. */
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

/**
 * A filter of the list of sessions under a name. What people search for is not part of it: it may be of a client's customer, and is
 * stored nowhere in clear.
 */
export const PortalView = closed({
  name: words(60),
  status: Type.Optional(Type.String({ maxLength: 200, pattern: '^[a-z_]+(,[a-z_]+)*$' })),
  hits: Type.Optional(Type.Literal('waiting')),
  proposals: Type.Optional(Type.Literal('waiting')),
  integration: Type.Optional(uuid),
  /** Days of the reader. */
  since: Type.Optional(day),
  until: Type.Optional(day),
  /** Absent: the order that the list has of itself. @see sessionOrderOf */
  order: Type.Optional(oneOf(['newest', 'oldest'])),
});
export type PortalView = Static<typeof PortalView>;
const views = Type.Array(PortalView, { maxItems: 20 });
/** How the pages are for one person. */
export const PortalPreferences = closed({
  views,
  /** Single keys do something where no text is typed. */
  shortcuts: Type.Boolean(),
});
export type PortalPreferences = Static<typeof PortalPreferences>;

/** Answer to `GET /me`. */
export const PortalMe = closed({
  user: closed({ id: uuid, email: Type.String(), name: Type.String(), language }),
  preferences: PortalPreferences,
  organisation: closed({ id: uuid, name: Type.String() }),
  role,
  /** Whoever reads is an operator, whom the time and the reason were given for; `null`: somebody of the organisation. */
  operatorView: orNull(closed({ by: Type.String(), reason: Type.String(), until: instant })),
  /** What the person may do on at least one integration; `reveal` of developers counts for test integrations only. */
  capabilities: Type.Array(oneOf(portalCapabilities)),
  integrations: Type.Array(closed({ id: uuid, name: Type.String(), mode, revealable: Type.Boolean() })),
  totp: closed({ enrolled: Type.Boolean(), required: Type.Boolean(), recoveryCodesLeft: Type.Integer() }),
  /** How many passkeys the person has. */
  passkeys: Type.Integer(),
  /** Whether the person has a password: people who came by single sign-on have none. */
  password: Type.Boolean(),
  /** Single sign-on of the organisation; `null`: there is none. */
  sso: orNull(
    closed({
      /** The account at the provider as it was called when it was linked; `null`: none is linked. */
      account: orNull(Type.String()),
      /** Whether it is the only way in of this person. */
      required: Type.Boolean(),
    }),
  ),
  /** Until when the sign-in is stepped up. */
  steppedUpUntil: orNull(instant),
  /** What changes carry in `X-Csrf-Token`. */
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

/** What follows: a code, setting up codes, or nothing. With `csrf`, because changes may follow at once. */
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
/** Shown this once. */
export const PortalRecoveryCodes = closed({ recoveryCodes: Type.Array(Type.String()) });
export type PortalRecoveryCodes = Static<typeof PortalRecoveryCodes>;

/** Answer to `GET /invitations/{token}`. */
export const PortalInvitation = closed({
  email: Type.String(),
  organisation: Type.String(),
  role,
  expiresAt: instant,
  /** Whether it can be accepted by single sign-on, or by nothing else. */
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
  /** All of them, in their order. */
  views: Type.Optional(views),
  shortcuts: Type.Optional(Type.Boolean()),
});
export type PortalProfileChange = Static<typeof PortalProfileChange>;
/** Body of `POST /me/password`. */
export const PortalPasswordChange = closed({
  /** `null`: the account has no password yet, which only a sign-in that is stepped up gives it. */
  current: orNull(typedPassword),
  next: password,
});
export type PortalPasswordChange = Static<typeof PortalPasswordChange>;

/** A person's own deviations from the role; `null`: as the role has it. */
const grants = closed({ reveal: orNull(Type.Boolean()), export: orNull(Type.Boolean()) });
export type PortalGrants = Static<typeof grants>;

/** Ids of integrations; `null`: all of the organisation, those to come as well. */
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
  /** Rises with every change; a change names the one it was made from. */
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
  /** Roles that the reader may give. */
  roles: Type.Array(role),
});
export type PortalTeam = Static<typeof PortalTeam>;

/** Body of `POST /team/invitations`. */
export const PortalInviteRequest = closed({ email, role, integrations: reach });
export type PortalInviteRequest = Static<typeof PortalInviteRequest>;
/** The link, shown to the inviter this once; null where it was sent by e-mail. */
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
