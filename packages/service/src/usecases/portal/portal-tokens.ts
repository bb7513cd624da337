import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { sealWith, unsealWith } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';

type Deriving = Pick<Vault, 'derive'>;

/** Token sent with changes in addition to the cookie; derived from it, so that it expires with it. */
export const csrfOf = (vault: Deriving, token: string): string =>
  createHmac('sha256', vault.derive('portal-anti-forgery')).update(token).digest('base64url');

const totpKey = (vault: Deriving) => createSecretKey(vault.derive('portal-one-time-codes'));
const totpLabel = (userId: string) => `totp/${userId}`;

/** The secret of a person's one-time codes, bound to the person. */
export const sealTotp = (vault: Deriving, userId: string, secret: Uint8Array): Uint8Array =>
  sealWith(totpKey(vault), totpLabel(userId), secret);
export const openTotp = (vault: Deriving, userId: string, sealed: Uint8Array): Buffer =>
  unsealWith(totpKey(vault), totpLabel(userId), sealed);

/** Letters and digits that cannot be mistaken for one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Ten codes of 50 random bits, `ABCDE-FGHJK`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const letters = [...randomBytes(10)].map((byte) => alphabet[byte & 31]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });

/** Stored hash of a recovery code; case, spaces and hyphens are ignored. */
export const recoveryHash = (vault: Deriving, userId: string, code: string): Buffer =>
  createHmac('sha256', vault.derive('portal-recovery-codes'))
    .update(`${userId}\n${code.toUpperCase().replaceAll(/[\s-]/g, '')}`)
    .digest();

/** Derived from the state of a single sign-on, so that it need not be stored. */
export const ssoProof = (vault: Deriving, kind: 'nonce' | 'verifier', state: string): string =>
  createHmac('sha256', vault.derive('portal single sign-on')).update(`${kind}\n${state}`).digest('base64url');

const ssoKey = (vault: Deriving) => createSecretKey(vault.derive('portal single sign-on secret'));
const ssoLabel = (organisationId: string) => `single sign-on/${organisationId}`;

/** The client secret of an organisation, bound to it. */
export const sealSsoSecret = (vault: Deriving, organisationId: string, secret: string): Uint8Array =>
  sealWith(ssoKey(vault), ssoLabel(organisationId), Buffer.from(secret));
export const openSsoSecret = (vault: Deriving, organisationId: string, sealed: Uint8Array): string =>
  unsealWith(ssoKey(vault), ssoLabel(organisationId), sealed).toString('utf8');

/** Identifies an account, a person or an address in the table of failed attempts. */
export const lockoutKey = (
  vault: Deriving,
  kind:
    | 'account'
    | 'codes'
    | 'passkeys'
    | 'address'
    | 'email-change'
    | 'invitations'
    | 'invited'
    | `known-browser-${'password' | 'codes'}`
    | `confirmation-${'password' | 'codes'}`,
  name: string,
): Buffer => createHmac('sha256', vault.derive('portal-lockout')).update(`${kind}\n${name}`).digest();
