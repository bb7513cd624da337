import { type Static, Type } from 'typebox';
import { closed, instant, line, orNull, uuid } from './form.ts';

/** Bytes as base64url without padding, at most `longest` of them. */
const bytes = (longest: number) =>
  Type.String({ minLength: 1, maxLength: Math.ceil((longest * 4) / 3), pattern: '^[\\w-]+$' });

/** Bytes of the longest id that a credential may have. */
export const longestCredentialId = 1_023;
const credentialId = bytes(longestCredentialId);
/** 256 random bits; what was begun is finished by whoever has it, once, within five minutes. */
const attempt = Type.String({ pattern: '^[\\w-]{43}$' });
const clientData = bytes(4_096);
const known = closed({ type: Type.Literal('public-key'), id: Type.String() });

/** A passkey of the reader. */
export const PortalPasskey = closed({
  id: uuid,
  name: Type.String(),
  createdAt: instant,
  /** Of a sign-in or a confirmation; `null`: it was never used. */
  usedAt: orNull(instant),
  /** The device reports that it keeps a copy elsewhere, so that losing the device does not lose the passkey. */
  backedUp: Type.Boolean(),
});
export type PortalPasskey = Static<typeof PortalPasskey>;
/** Answer to `GET /me/passkeys`. */
export const PortalPasskeys = closed({ rows: Type.Array(PortalPasskey) });
export type PortalPasskeys = Static<typeof PortalPasskeys>;

/** What the browser makes a passkey of: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3. */
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

/** What the browser signs in or confirms with: `PublicKeyCredentialRequestOptionsJSON`. */
export const PortalPasskeyWanted = closed({
  attempt,
  options: closed({
    rpId: Type.String(),
    challenge: Type.String(),
    timeout: Type.Integer(),
    /** Empty at a sign-in: the person chooses among the passkeys that the device has. */
    allowCredentials: Type.Array(known),
    userVerification: Type.Literal('required'),
  }),
});
export type PortalPasskeyWanted = Static<typeof PortalPasskeyWanted>;

/** A passkey that a browser made. */
export const PortalAddPasskeyRequest = closed({
  attempt,
  name: line(60),
  id: credentialId,
  clientData,
  attestation: bytes(8_192),
});
export type PortalAddPasskeyRequest = Static<typeof PortalAddPasskeyRequest>;

/** What a passkey signed. */
export const PortalPasskeyRequest = closed({
  attempt,
  id: credentialId,
  clientData,
  authenticatorData: bytes(4_096),
  signature: bytes(1_024),
  userHandle: orNull(bytes(64)),
});
export type PortalPasskeyRequest = Static<typeof PortalPasskeyRequest>;
