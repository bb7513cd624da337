import type {
  PortalAddPasskeyRequest,
  PortalNext,
  PortalPasskey,
  PortalPasskeyWanted,
  PortalPasskeyBegun,
  PortalPasskeyRequest,
} from '@countersign/contract';
import { change, Refusal } from './api.ts';

/**
 * Whether this browser supports passkeys here. Browsers that cannot parse the options as JSON (before 2025) are treated as
 * unsupported, and IP addresses cannot have passkeys.
 */
export const canUsePasskeys = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname);

/** Maps a failure of the browser or the device. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === 'InvalidStateError') return new Refusal('passkey-exists');
  return new Refusal(error.name === 'SecurityError' ? 'passkey-unavailable' : 'passkey-cancelled');
}

async function byDevice(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await work().catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Refusal('passkey-unavailable');
  return credential;
}

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Creates a passkey on this device or a nearby one, and stores it under a name. @throws Refusal */
export const makePasskey = (name: string): Promise<PortalPasskey> => make('me/passkeys', name);

/** Creates the first passkey of a person whose sign-in requires one, which completes the sign-in. @throws Refusal */
export const makeFirstPasskey = (name: string): Promise<PortalNext> => make('sign-in/first-passkey', name);

async function make<Answer>(path: 'me/passkeys' | 'sign-in/first-passkey', name: string): Promise<Answer> {
  const { attempt, options } = await change<PortalPasskeyBegun>('POST', `${path}/begin`);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { id, response } = await byDevice(() => navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  const made: PortalAddPasskeyRequest = {
    attempt,
    name,
    id,
    clientData: base64url(clientDataJSON),
    attestation: base64url(attestationObject),
  };
  return change<Answer>('POST', path, made);
}

/** Requests a passkey of the device and sends its signature. @param path handles both steps @throws Refusal */
export async function showPasskey<Answer>(path: 'sign-in/passkey' | 'step-up/passkey'): Promise<Answer> {
  const { attempt, options } = await change<PortalPasskeyWanted>('POST', `${path}/begin`);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { id, response } = await byDevice(() => navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse;
  const shown: PortalPasskeyRequest = {
    attempt,
    id,
    clientData: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
    userHandle: userHandle === null ? null : base64url(userHandle),
  };
  return change<Answer>('POST', path, shown);
}
