import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An account at the provider. */
export interface ProviderAccount {
  subject: string;
  email?: string;
  emailVerified?: boolean;
  name?: string;
}

/** Signature algorithms of ID tokens. */
export type ProviderAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

/** Deviations of this provider from a correct one. */
export interface ProviderFaults {
  /** Members of the discovery document that replace the right ones; `undefined` removes one. */
  description?: Record<string, unknown>;
  /** Members of ID tokens that replace the right ones; `undefined` removes one. */
  claims?: Record<string, unknown>;
  /** Creates the ID token itself. */
  token?: (claims: Record<string, unknown>) => string;
  /** Responds to a path itself. @returns whether it did */
  answer?: (path: string, response: ServerResponse) => boolean;
}

/** A request from the service. */
interface SeenRequest {
  path: string;
  form: URLSearchParams;
  authorization: string;
}

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

interface Grant {
  account: ProviderAccount;
  nonce: string | null;
  challenge: string | null;
  redirectUri: string;
  authTime: number;
}

const makers = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
} as const;

const base64url = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/** Signs a compact JWS. */
export function signToken(
  header: Record<string, unknown> & { alg: string },
  claims: Record<string, unknown>,
  key: KeyObject,
): string {
  const text = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  const bytes = Buffer.from(text);
  const { alg } = header;
  if (alg === 'EdDSA') return `${text}.${base64url(signBytes(null, bytes, key))}`;
  if (alg === 'ES256')
    return `${text}.${base64url(signBytes('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }))}`;
  if (alg === 'RS256') return `${text}.${base64url(signBytes('sha256', bytes, key))}`;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return `${text}.${base64url(signBytes('sha256', bytes, { key, padding, saltLength }))}`;
}

/** An OpenID Connect provider on the loopback address that follows the standard except for its `faults`. */
export class IdentityProvider {
  readonly clientId = 'countersign';
  readonly clientSecret = 'p:ss word/ä';
  /** Its issuer identifier, `http://127.0.0.1:…`. */
  issuer = '';
  /** Accounts that can sign in on its page, by the name that the page shows. */
  accounts: ProviderAccount[] = [];
  faults: ProviderFaults = {};
  /** Requests from the service, oldest first. */
  seen: SeenRequest[] = [];
  /** Seconds by which its clock is fast. */
  ahead = 0;
  readonly algorithm: ProviderAlgorithm;
  key: SigningKey;
  #server: http.Server | null = null;
  readonly #grants = new Map<string, Grant>();

  constructor(algorithm: ProviderAlgorithm = 'ES256') {
    this.algorithm = algorithm;
    this.key = this.newKey();
  }

  async start(port = 0): Promise<this> {
    const server = http.createServer((request, response) => {
      void this.#serve(request, response);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? void server.close(() => resolve()) : resolve()));
  }

  newKey(): SigningKey {
    const { privateKey, publicKey } = makers[this.algorithm]();
    return { kid: randomBytes(6).toString('hex'), privateKey, publicKey };
  }

  /** Seconds since 1970 by its own clock. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.ahead;
  }

  /** Signs a person in on the page that a browser was sent to. @returns the parameters of the redirect */
  authorize(
    address: string,
    account: ProviderAccount,
    { authTime = this.now() }: { authTime?: number } = {},
  ): { state: string; code: string; iss: string } {
    const query = new URL(address).searchParams;
    const code = randomBytes(16).toString('hex');
    this.#grants.set(code, {
      account,
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      redirectUri: query.get('redirect_uri') ?? '',
      authTime,
    });
    return { state: query.get('state') ?? '', code, iss: this.issuer };
  }

  /** Claims of an account's ID token. */
  claimsOf({ account, nonce, authTime }: Pick<Grant, 'account' | 'nonce' | 'authTime'>) {
    const { subject: sub, email, emailVerified, name } = account;
    const now = this.now();
    return {
      iss: this.issuer,
      sub,
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      auth_time: authTime,
      nonce,
      ...(email === undefined ? {} : { email, email_verified: emailVerified ?? false }),
      ...(name === undefined ? {} : { name }),
      ...this.faults.claims,
    };
  }

  #description(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [this.algorithm],
      code_challenge_methods_supported: ['S256'],
      prompt_values_supported: ['login', 'select_account'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      ...this.faults.description,
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', this.issuer);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    this.seen.push({ path, form, authorization: request.headers.authorization ?? '' });
    if (this.faults.answer?.(path, response) === true) return;
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration') json(200, this.#description());
    else if (path === '/keys') {
      const jwk = this.key.publicKey.export({ format: 'jwk' });
      json(200, { keys: [{ ...jwk, kid: this.key.kid, use: 'sig', alg: this.algorithm }] });
    } else if (path === '/token') json(...this.#token(form, request.headers.authorization ?? ''));
    else if (path === '/authorize') this.#showPage(request.url ?? '', response);
    else if (path === '/enter') this.#enter(searchParams, response);
    else json(404, {});
  }

  #token(form: URLSearchParams, authorization: string): [number, object] {
    const [id = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString('utf8')
      .split(':')
      .map((part) => new URLSearchParams(`v=${part}`).get('v') ?? '');
    if (id !== this.clientId || secret !== this.clientSecret) return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== verifier || grant.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    const claims = this.claimsOf(grant);
    const { kid, privateKey } = this.key;
    const token =
      this.faults.token?.(claims) ?? signToken({ alg: this.algorithm, kid, typ: 'JWT' }, claims, privateKey);
    return [200, { access_token: 'unused', token_type: 'Bearer', expires_in: 300, id_token: token }];
  }

  /** Shows a link for each account, and one to cancel. */
  #showPage(url: string, response: ServerResponse): void {
    const query = new URL(url, this.issuer).searchParams.toString().replaceAll('&', '&amp;');
    const links = [...this.accounts.map(({ name = '' }) => name), 'Cancel'].map(
      (name, at) => `<p><a href="/enter?account=${at}&amp;${query}">${name}</a></p>`,
    );
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1>${links.join('')}`);
  }

  #enter(query: URLSearchParams, response: ServerResponse): void {
    const account = this.accounts[Number(query.get('account'))];
    const back = new URL(query.get('redirect_uri') ?? '');
    const answer =
      account === undefined
        ? { state: query.get('state') ?? '', iss: this.issuer, error: 'access_denied' }
        : this.authorize(`${this.issuer}/authorize?${query.toString()}`, account);
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }
}
