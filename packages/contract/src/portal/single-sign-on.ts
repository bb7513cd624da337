import { type Static, Type } from 'typebox';
import { portalLanguages } from './account.ts';
import { closed, email, instant, oneOf, orNull, uuid, words } from './form.ts';

/** Why a provider cannot be used. The first eight: its answer could not be had. */
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

/** An address below `/portal` that a person wanted. */
const path = Type.String({ maxLength: 1_000, pattern: '^/(?![/\\\\])[^\\u0000-\\u0020\\u007f]*$' });
/** As the provider names itself: it is compared letter by letter. */
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
  /** Of e-mail addresses whose owners are led to the provider. */
  domains: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  /** People other than owners come in by it only. */
  required: Type.Boolean(),
  /** 0 while none is configured; a change names the one it was made from. */
  version: Type.Integer(),
  /** What the provider must know as the address to come back to. */
  redirectUri: Type.String(),
  /** Leads to the provider without an e-mail address. */
  signInUrl: Type.String(),
  /** People who are linked to an account at the provider, and those of them who have neither password nor passkey. */
  linked: Type.Integer(),
  onlyLinked: Type.Integer(),
});
export type PortalSso = Static<typeof PortalSso>;

/** Body of `PUT /organisation/sso`. */
export const PortalSsoChange = closed({
  version: Type.Integer({ minimum: 0 }),
  issuer,
  clientId: words(500),
  /** Absent: the one that is stored stays. */
  clientSecret: Type.Optional(words(2_000)),
  domains: Type.Array(domain, { maxItems: 20 }),
  enabled: Type.Boolean(),
  required: Type.Boolean(),
});
export type PortalSsoChange = Static<typeof PortalSsoChange>;

/** Body of `POST /organisation/sso/check`. */
export const PortalSsoCheckRequest = closed({ issuer });
export type PortalSsoCheckRequest = Static<typeof PortalSsoCheckRequest>;
/** What the provider publishes about itself, judged. */
export const PortalSsoChecked = closed({
  /** `null`: it can be used. */
  fault: orNull(oneOf(portalSsoFaults)),
  /** What the provider answered instead, such as its own name or a status; `null`: nothing to show. */
  found: orNull(Type.String()),
  /** Where people sign in; `null` with a fault. */
  authorizationEndpoint: orNull(Type.String()),
});
export type PortalSsoChecked = Static<typeof PortalSsoChecked>;

/** Who wants to come in: by the organisation of a link, or by an e-mail address. */
export const PortalSsoBeginRequest = Type.Union([
  closed({ organisation: uuid, next: Type.Optional(path) }),
  closed({ email, next: Type.Optional(path) }),
]);
export type PortalSsoBeginRequest = Static<typeof PortalSsoBeginRequest>;
/** Accepts an invitation by single sign-on. */
export const PortalSsoAcceptRequest = closed({ language: oneOf(portalLanguages) });
export type PortalSsoAcceptRequest = Static<typeof PortalSsoAcceptRequest>;
/** Links or confirms, and comes back to a page. */
export const PortalSsoOwnRequest = closed({ next: Type.Optional(path) });
export type PortalSsoOwnRequest = Static<typeof PortalSsoOwnRequest>;
/** Where the browser goes now: the provider's page. */
export const PortalSsoBegun = closed({ url: Type.String() });
export type PortalSsoBegun = Static<typeof PortalSsoBegun>;

const parameter = (longest: number) => Type.String({ minLength: 1, maxLength: longest });
/** What the provider sent the browser back with. */
export const PortalSsoAnswer = closed({
  state: parameter(100),
  code: Type.Optional(parameter(4_096)),
  iss: Type.Optional(parameter(500)),
  error: Type.Optional(parameter(500)),
});
export type PortalSsoAnswer = Static<typeof PortalSsoAnswer>;
/** What came of it. */
export const PortalSsoDone = closed({
  purpose: oneOf(['sign-in', 'accept', 'link', 'step-up']),
  /** The page that was wanted; `null`: the first one. */
  path: orNull(Type.String()),
  /** Of `sign-in` and `accept`; `null`: the sign-in goes on as it was. */
  csrf: orNull(Type.String()),
});
export type PortalSsoDone = Static<typeof PortalSsoDone>;

/** Another e-mail address for the reader's account. */
export const PortalEmailChangeRequest = closed({ email });
export type PortalEmailChangeRequest = Static<typeof PortalEmailChangeRequest>;
/** A change that waits for the mailbox; its link shows it. */
export const PortalEmailChange = closed({ email: Type.String(), expiresAt: instant });
export type PortalEmailChange = Static<typeof PortalEmailChange>;
