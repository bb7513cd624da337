import type { Auth, Resilience } from '../registry-settings.ts';
import type { Wire } from './http-exchange.ts';
import type { TransportFailure } from './transport-failure.ts';
import { createTokenSource, type TokenOptions, type TokenSource } from './token-source.ts';

/** Authenticates us to a registry. */
export interface Credentials {
  /** Headers of one request. Never rejects. */
  headers(signal: AbortSignal): Promise<{ headers: Record<string, string> } | { failure: TransportFailure }>;
  /** Called after a 401 for these headers. `false`: there are no others to try, or the request had none. */
  renew(headers: Record<string, string>): boolean;
}

/** Dependencies of credentials. */
export interface CredentialsDeps {
  readSecret(reference: string): string;
  wire: Wire;
  resilience: Resilience;
  now(): number;
}

/** Reads the secrets immediately. @throws Error from `readSecret` when one is missing */
export function createCredentials(
  auth: Auth,
  { readSecret, wire, resilience, now }: CredentialsDeps,
): Credentials {
  switch (auth.type) {
    case 'none':
    // The certificate is presented by the connection.
    case 'mtls':
      return fixed({});
    case 'basic':
      return fixed({
        authorization: `Basic ${base64(`${readSecret(auth.username)}:${readSecret(auth.password)}`)}`,
      });
    case 'bearer':
      return fixed({ authorization: `Bearer ${readSecret(auth.token)}` });
    case 'apiKey':
      return fixed({ [auth.header.toLowerCase()]: readSecret(auth.key) });
    default:
      return renewable(createTokenSource(tokenOptions(auth, { readSecret, resilience }), wire, now));
  }
}

function tokenOptions(
  auth: Extract<Auth, { type: 'oauth2' }>,
  { readSecret, resilience }: Pick<CredentialsDeps, 'readSecret' | 'resilience'>,
): TokenOptions {
  return {
    tokenUrl: auth.tokenUrl,
    clientId: readSecret(auth.clientId),
    clientSecret: readSecret(auth.clientSecret),
    limitMs: resilience.dataMs,
    responseBytes: resilience.responseBytes,
  };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const fixed = (headers: Record<string, string>): Credentials => ({
  headers: () => Promise.resolve({ headers }),
  renew: () => false,
});

const renewable = (source: TokenSource): Credentials => ({
  headers: async (signal) => {
    const taken = await source.take(signal);
    return 'failure' in taken ? taken : { headers: { authorization: `Bearer ${taken.token}` } };
  },
  renew: ({ authorization }) => {
    if (authorization === undefined) return false;
    source.drop(authorization.replace('Bearer ', ''));
    return true;
  },
});
