import { type Static, Type } from 'typebox';
import { portalLanguages } from './account.ts';
import { closed, email, instant, oneOf, orNull, uuid, words } from './form.ts';

/** Why a provider cannot be used. The first eight: no usable answer was received. */
export const portalSsoFaults = [
  'address',
  'unreachable',
  'tls',
  'timeout',
  'too-large',
  'redirect',
  'status',
  'not-json',
  'other-issuer',
  'endpoints',
  'no-code-flow',
  'no-pkce',
  'algorithms',
  'client-authentication',
  'no-keys',
] as const;
export type PortalSsoFault = (typeof portalSsoFaults)[number];

/** An address below `/portal` that a person requested. */
const path = Type.String({ maxLength: 1_000, pattern: '^/(?![/\\\\])[^\\u0000-\\u0020\\u007f]*$' });
/** Exactly as the provider names itself: compared character by character. */
const issuer = Type.String({ minLength: 1, maxLength: 500 });
const domain = Type.String({
  maxLength: 253,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
});

/** The OpenID Connect provider of the reader's organisation. The client secret is never shown. */
export const PortalSso = closed({
  /** `null`: none is configured. */
  issuer: orNull(Type.String()),
  clientId: orNull(Type.String()),
  /** Domains of e-mail addresses whose owners are sent to the provider. */
  domains: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  /** Everyone except owners must sign in through it. */
  required: Type.Boolean(),
  /** 0 while none is configured; an update names the version it was based on. */
  version: Type.Integer(),
  /** The redirect URI to register at the provider. */
  redirectUri: Type.String(),
  /** Leads to the provider without requiring an e-mail address. */
  signInUrl: Type.String(),
  /** People linked to an account at the provider, and how many of them have neither password nor passkey. */
  linked: Type.Integer(),
  onlyLinked: Type.Integer(),
});
export type PortalSso = Static<typeof PortalSso>;

/** Body of `PUT /organisation/sso`. */
export const PortalSsoChange = closed({
  version: Type.Integer({ minimum: 0 }),
  issuer,
  clientId: words(500),
  /** Absent: the stored one stays. */
  clientSecret: Type.Optional(words(2_000)),
  domains: Type.Array(domain, { maxItems: 20 }),
  enabled: Type.Boolean(),
  required: Type.Boolean(),
});
export type PortalSsoChange = Static<typeof PortalSsoChange>;

/** Body of `POST /organisation/sso/check`. */
export const PortalSsoCheckRequest = closed({ issuer });
export type PortalSsoCheckRequest = Static<typeof PortalSsoCheckRequest>;
/** Validated metadata of the provider. */
export const PortalSsoChecked = closed({
  /** `null`: it can be used. */
  fault: orNull(oneOf(portalSsoFaults)),
  /** What the provider answered instead, such as its own name or a status; `null`: nothing to show. */
  found: orNull(Type.String()),
  /** Where people sign in; `null` if there is a fault. */
  authorizationEndpoint: orNull(Type.String()),
});
export type PortalSsoChecked = Static<typeof PortalSsoChecked>;

/** Who is signing in: by the organisation of a link, or by an e-mail address. */
export const PortalSsoBeginRequest = Type.Union([
  closed({ organisation: uuid, next: Type.Optional(path) }),
  closed({ email, next: Type.Optional(path) }),
]);
export type PortalSsoBeginRequest = Static<typeof PortalSsoBeginRequest>;
/** Accepts an invitation by single sign-on. */
export const PortalSsoAcceptRequest = closed({ language: oneOf(portalLanguages) });
export type PortalSsoAcceptRequest = Static<typeof PortalSsoAcceptRequest>;
/** Links an account or confirms the person, then returns to a page. */
export const PortalSsoOwnRequest = closed({ next: Type.Optional(path) });
export type PortalSsoOwnRequest = Static<typeof PortalSsoOwnRequest>;
/** Where the browser goes next: the provider's page. */
export const PortalSsoBegun = closed({ url: Type.String() });
export type PortalSsoBegun = Static<typeof PortalSsoBegun>;

const parameter = (longest: number) => Type.String({ minLength: 1, maxLength: longest });
/** The parameters with which the provider redirected the browser back. */
export const PortalSsoAnswer = closed({
  state: parameter(100),
  code: Type.Optional(parameter(4_096)),
  iss: Type.Optional(parameter(500)),
  error: Type.Optional(parameter(500)),
});
export type PortalSsoAnswer = Static<typeof PortalSsoAnswer>;
/** The result of the redirect. */
export const PortalSsoDone = closed({
  purpose: oneOf(['sign-in', 'accept', 'link', 'step-up']),
  /** The requested page; `null`: the first one. */
  path: orNull(Type.String()),
  /** For `sign-in` and `accept`; `null`: the existing sign-in continues. */
  csrf: orNull(Type.String()),
});
export type PortalSsoDone = Static<typeof PortalSsoDone>;

/** Another e-mail address for the reader's account. */
export const PortalEmailChangeRequest = closed({ email });
export type PortalEmailChangeRequest = Static<typeof PortalEmailChangeRequest>;
/** A change awaiting confirmation by e-mail; returned for its link. */
export const PortalEmailChange = closed({ email: Type.String(), expiresAt: instant });
export type PortalEmailChange = Static<typeof PortalEmailChange>;
