import { type Static, Type } from 'typebox';
import { closed, instant, line, orNull, uuid } from './form.ts';

/** At most `longest` bytes, as base64url without padding. */
const bytes = (longest: number) =>
  Type.String({ minLength: 1, maxLength: Math.ceil((longest * 4) / 3), pattern: '^[\\w-]+$' });

/** Maximum length of a credential id, in bytes. */
export const longestCredentialId = 1_023;
const credentialId = bytes(longestCredentialId);
/** 256 random bits identifying a begun ceremony; whoever holds them can finish it, once, within five minutes. */
const attempt = Type.String({ pattern: '^[\\w-]{43}$' });
const clientData = bytes(4_096);
const known = closed({ type: Type.Literal('public-key'), id: Type.String() });

/** A passkey of the reader. */
export const PortalPasskey = closed({
  id: uuid,
  name: Type.String(),
  createdAt: instant,
  /** Last sign-in or confirmation; `null`: never used. */
  usedAt: orNull(instant),
  /** The device reports a backup elsewhere, so losing the device does not lose the passkey. */
  backedUp: Type.Boolean(),
});
export type PortalPasskey = Static<typeof PortalPasskey>;
/** Answer to `GET /me/passkeys`. */
export const PortalPasskeys = closed({ rows: Type.Array(PortalPasskey) });
export type PortalPasskeys = Static<typeof PortalPasskeys>;

/** Options for creating a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3. */
export const PortalPasskeyBegun = closed({
  attempt,
  options: closed({
    rp: closed({ id: Type.String(), name: Type.String() }),
    user: closed({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(closed({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    /** Milliseconds. */
    timeout: Type.Integer(),
    excludeCredentials: Type.Array(known),
    authenticatorSelection: closed({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
    attestation: Type.Literal('none'),
  }),
});
export type PortalPasskeyBegun = Static<typeof PortalPasskeyBegun>;

/** Options for signing in or confirming: `PublicKeyCredentialRequestOptionsJSON`. */
export const PortalPasskeyWanted = closed({
  attempt,
  options: closed({
    rpId: Type.String(),
    challenge: Type.String(),
    timeout: Type.Integer(),
    /** Empty for a sign-in: the person chooses among the passkeys on the device. */
    allowCredentials: Type.Array(known),
    userVerification: Type.Literal('required'),
  }),
});
export type PortalPasskeyWanted = Static<typeof PortalPasskeyWanted>;

/** A passkey created by a browser. */
export const PortalAddPasskeyRequest = closed({
  attempt,
  name: line(60),
  id: credentialId,
  clientData,
  attestation: bytes(8_192),
});
export type PortalAddPasskeyRequest = Static<typeof PortalAddPasskeyRequest>;

/** An assertion signed by a passkey. */
export const PortalPasskeyRequest = closed({
  attempt,
  id: credentialId,
  clientData,
  authenticatorData: bytes(4_096),
  signature: bytes(1_024),
  userHandle: orNull(bytes(64)),
});
export type PortalPasskeyRequest = Static<typeof PortalPasskeyRequest>;
