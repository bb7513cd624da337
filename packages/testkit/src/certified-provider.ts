import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { ProviderAccount } from './identity-provider.ts';

/** Parameters with which a provider redirects a browser back. */
export interface Brought {
  state: string;
  code: string;
  iss: string;
}

/** Maximum number of the provider's responses before it redirects back. */
const mostSteps = 12;

/**
 * The provider of the package `oidc-provider`, which passes the tests of the OpenID Foundation, on the loopback address. Its ID
 * tokens contain no e-mail address; as in the standard, that comes from the userinfo endpoint.
 */
export class CertifiedProvider {
  readonly clientId = 'countersign';
  readonly clientSecret = 'one secret, of ASCII';
  issuer = '';
  #server: http.Server | null = null;
  readonly #accounts = new Map<string, ProviderAccount>();
  readonly #redirectUri: string;

  /** @param redirectUri where it redirects browsers back to */
  constructor(redirectUri: string) {
    this.#redirectUri = redirectUri;
  }

  async start(): Promise<this> {
    const server = http.createServer();
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(this.issuer, this.#configuration());
    const answer = provider.callback();
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      const [, accountId] = /^\/enter\/[^/]+\?account=([\w-]+)$/.exec(request.url ?? '') ?? [];
      void (accountId === undefined
        ? answer(request, response)
        : this.#enter(provider, accountId, { request, response }));
    });
    return this;
  }

  async close(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? void server.close(() => resolve()) : resolve()));
  }

  /** Plays a person who signs in on the provider's pages. @returns the parameters of the redirect */
  async authorize(address: string, account: ProviderAccount): Promise<Brought> {
    this.#accounts.set(account.subject, account);
    const cookies = new Map<string, string>();
    let at = address;
    for (let step = 0; step < mostSteps; step += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider answered ${answer.status} ${await answer.text()}`);
      const next = new URL(location, this.issuer);
      if (next.href.startsWith(this.#redirectUri)) return broughtBy(next);
      if (next.pathname.startsWith('/enter/')) next.searchParams.set('account', account.subject);
      at = next.href;
    }
    throw new Error('the provider does not send the browser back');
  }

  /** Signs in and accepts everything. */
  async #enter(
    provider: Provider,
    accountId: string,
    { request, response }: { request: http.IncomingMessage; response: http.ServerResponse },
  ): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope('openid email profile');
    const grantId = await grant.save();
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
  }

  #configuration(): Record<string, unknown> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [this.#redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['a key of cookies that only tests have'] },
      claims: { email: ['email', 'email_verified'], profile: ['name'], auth_time: null },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/enter/${uid}` },
      findAccount: (_: unknown, subject: string) => {
        const account = this.#accounts.get(subject);
        return (
          account && {
            accountId: subject,
            claims: () => ({
              sub: subject,
              ...(account.email === undefined
                ? {}
                : { email: account.email, email_verified: account.emailVerified ?? false }),
              ...(account.name === undefined ? {} : { name: account.name }),
            }),
          }
        );
      },
    };
  }
}

function broughtBy({ searchParams }: URL): Brought {
  const [state, code, iss] = ['state', 'code', 'iss'].map((name) => searchParams.get(name) ?? '');
  return { state: state ?? '', code: code ?? '', iss: iss ?? '' };
}
