import type { PortalSsoFault } from '@countersign/contract';
import {
  mayCall,
  type ProviderAnswer,
  type ProviderFault,
  requestProvider,
} from '../../../outbound/provider-client.ts';
import { type OutboundPolicy, outboundPolicyOf } from '../../../outbound/outbound-policy.ts';
import type { Config } from '../../../runtime/config.ts';
import { idTokenAlgorithms } from '../../../signing/id-token.ts';
import { addressesOf } from '../../session/session-link.ts';

/** A single sign-on provider, according to its metadata. */
export interface SsoProvider {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  keysUrl: string;
  /** Supplies claims that its tokens omit; `null`: it has none that may be called. */
  userinfoEndpoint: string | null;
  /** Supported values of `prompt`; `null`: not published. */
  prompts: readonly unknown[] | null;
  /** Sends the client secret in the form; otherwise in the header. */
  secretInForm: boolean;
  /** It identifies itself in its responses (RFC 9207). */
  namesItself: boolean;
}

export type Discovery =
  | { fault: null; provider: SsoProvider }
  | { fault: PortalSsoFault; found: string | null };

/** Result of exchanging a code. `refused`: the provider rejects the code; `client`: it rejects our credentials. */
export type Exchanged =
  | { fault: null; idToken: string; accessToken: string | null }
  | { fault: ProviderFault | 'refused' | 'client' };

export interface CodeExchange {
  code: string;
  clientId: string;
  clientSecret: string;
  verifier: string;
  redirectUri: string;
}

/** `again`: the cached keys do not match, so they are fetched once more, at most every 30 s, whatever keys tokens name. */
export type KeyReading = 'remembered' | 'again' | 'now';

/** Access to providers; every request passes the guard of outgoing connections. */
export interface SsoProviders {
  /** Whether an issuer may be called, judging by its text. */
  mayCall(issuer: string): boolean;
  discover(issuer: string, reading?: 'remembered' | 'now'): Promise<Discovery>;
  keys(provider: SsoProvider, reading?: KeyReading): Promise<readonly unknown[] | ProviderFault>;
  exchange(provider: SsoProvider, exchange: CodeExchange): Promise<Exchanged>;
  /** The provider's user information for an access token. @see OpenID Connect Core 1.0, §5.3 */
  userinfo(url: string, accessToken: string): Promise<ProviderAnswer>;
}

/** Milliseconds that published metadata is cached, and between two fetches after keys did not match. */
const rememberedMs = 5 * 60_000;
const againMs = 30_000;
const mostRemembered = 200;

/** HTTPS only, except for this machine if the operator's networks include it, as for webhooks in development. */
const policyOf = (config: Config): OutboundPolicy => ({
  ...outboundPolicyOf(config, Object.values(addressesOf(config))),
  allowHttp: false,
});

export function createSsoProviders(config: Config): SsoProviders {
  const discovered = createMemory<Discovery & { fault: null }>();
  const keySets = createMemory<readonly unknown[]>();
  const readAgain = createMemory<true>();
  return {
    mayCall: (issuer) => mayCall(issuer, policyOf(config)),
    async discover(issuer, reading = 'remembered') {
      const known = reading === 'now' ? null : discovered.find(issuer, rememberedMs);
      if (known !== null) return known;
      const discovery = await discover(issuer, policyOf(config));
      if (discovery.fault === null) discovered.keep(issuer, discovery);
      return discovery;
    },
    async keys({ keysUrl }, reading = 'remembered') {
      const known = keySets.find(keysUrl, rememberedMs);
      const isEnough =
        reading === 'remembered' || (reading === 'again' && readAgain.find(keysUrl, againMs) !== null);
      if (known !== null && isEnough) return known;
      if (reading === 'again') readAgain.keep(keysUrl, true);
      const answer = await requestProvider({ url: keysUrl }, policyOf(config));
      if (answer.fault !== null) return answer.fault;
      const { keys } = answer.body;
      const set = Array.isArray(keys) ? (keys as unknown[]) : [];
      keySets.keep(keysUrl, set);
      return set;
    },
    exchange: (provider, exchange) => exchangeCode(provider, exchange, policyOf(config)),
    userinfo: (url, bearer) => requestProvider({ url, bearer }, policyOf(config)),
  };
}

/** Values by name with their age; the oldest is evicted when there are too many. */
function createMemory<Value>() {
  const values = new Map<string, { value: Value; at: number }>();
  return {
    find(name: string, mostMs: number): Value | null {
      const found = values.get(name);
      return found !== undefined && performance.now() - found.at < mostMs ? found.value : null;
    },
    keep(name: string, value: Value): void {
      values.delete(name);
      const [oldest] = values.keys();
      if (values.size >= mostRemembered && oldest !== undefined) values.delete(oldest);
      values.set(name, { value, at: performance.now() });
    },
  };
}

const listOf = (value: unknown): unknown[] | null => (Array.isArray(value) ? (value as unknown[]) : null);

/** @see OpenID Connect Discovery 1.0, §4 */
async function discover(issuer: string, policy: OutboundPolicy): Promise<Discovery> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await requestProvider({ url }, policy);
  if (answer.fault !== null)
    return { fault: answer.fault, found: answer.status === null ? null : String(answer.status) };
  const { body } = answer;
  if (body['issuer'] !== issuer) return { fault: 'other-issuer', found: shown(body['issuer']) };
  const [authorizationEndpoint, tokenEndpoint, keysUrl] = [
    body['authorization_endpoint'],
    body['token_endpoint'],
    body['jwks_uri'],
  ];
  for (const endpoint of [authorizationEndpoint, tokenEndpoint, keysUrl])
    if (typeof endpoint !== 'string' || !mayCall(endpoint, policy))
      return { fault: 'endpoints', found: shown(endpoint) };
  const fault = abilityFault(body);
  if (fault !== null) return fault;
  const userinfo = body['userinfo_endpoint'];
  return {
    fault: null,
    provider: {
      issuer,
      authorizationEndpoint: String(authorizationEndpoint),
      tokenEndpoint: String(tokenEndpoint),
      keysUrl: String(keysUrl),
      prompts: listOf(body['prompt_values_supported']),
      userinfoEndpoint: typeof userinfo === 'string' && mayCall(userinfo, policy) ? userinfo : null,
      secretInForm:
        listOf(body['token_endpoint_auth_methods_supported'])?.includes('client_secret_basic') === false,
      namesItself: body['authorization_response_iss_parameter_supported'] === true,
    },
  };
}

const shown = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 300) : null);

/** Capabilities missing from a provider's metadata; if the metadata is silent, they are assumed. */
function abilityFault(
  body: Readonly<Record<string, unknown>>,
): (Discovery & { found: string | null }) | null {
  const lacks = (member: string, wanted: readonly string[]): boolean => {
    const has = listOf(body[member]);
    return has !== null && !wanted.some((each) => has.includes(each));
  };
  // Strings only: for nested lists and objects, the provider would control the cost of converting them to text.
  const found = (member: string) =>
    shown(
      listOf(body[member])
        ?.filter((each) => typeof each === 'string')
        .join(', '),
    );
  if (lacks('response_types_supported', ['code']))
    return { fault: 'no-code-flow', found: found('response_types_supported') };
  if (lacks('code_challenge_methods_supported', ['S256']))
    return { fault: 'no-pkce', found: found('code_challenge_methods_supported') };
  if (lacks('id_token_signing_alg_values_supported', idTokenAlgorithms))
    return { fault: 'algorithms', found: found('id_token_signing_alg_values_supported') };
  if (lacks('token_endpoint_auth_methods_supported', ['client_secret_basic', 'client_secret_post']))
    return { fault: 'client-authentication', found: found('token_endpoint_auth_methods_supported') };
  return null;
}

const formText = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2);

/** @see RFC 6749, §4.1.3 and §2.3.1; RFC 7636, §4.5 */
async function exchangeCode(
  { tokenEndpoint, secretInForm }: SsoProvider,
  { code, clientId, clientSecret, verifier, redirectUri }: CodeExchange,
  policy: OutboundPolicy,
): Promise<Exchanged> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(secretInForm ? { client_id: clientId, client_secret: clientSecret } : {}),
  });
  const basic = Buffer.from(`${formText(clientId)}:${formText(clientSecret)}`).toString('base64');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(secretInForm ? {} : { authorization: `Basic ${basic}` }),
  };
  const answer = await requestProvider(
    { url: tokenEndpoint, form: { body: form.toString(), headers } },
    policy,
  );
  if (answer.fault !== null) {
    const error = answer.body?.['error'];
    if (answer.status === 401 || error === 'invalid_client' || error === 'unauthorized_client')
      return { fault: 'client' };
    return { fault: answer.status === 400 ? 'refused' : answer.fault };
  }
  const { id_token: idToken, access_token: accessToken } = answer.body;
  return typeof idToken === 'string'
    ? { fault: null, idToken, accessToken: isHeader(accessToken) ? accessToken : null }
    : { fault: 'refused' };
}

/** Tokens are sent in a header. */
const isHeader = (token: unknown): token is string =>
  typeof token === 'string' && /^[\x21-\x7e]{1,8192}$/.test(token);

/** Parameters of the request that the browser takes to the provider. */
export interface SsoRequest {
  clientId: string;
  redirectUri: string;
  state: string;
  nonce: string;
  /** Base64url of SHA-256 of the verifier. */
  challenge: string;
  /**
   * `login`: the person must sign in again, even with a session at the provider. `select_account`: the person chooses the account.
   * `null`: the provider's default.
   */
  prompt: 'login' | 'select_account' | null;
  /** The e-mail address entered; `null`: none. */
  loginHint: string | null;
}

/** @see OpenID Connect Core 1.0, §3.1.2.1 */
export function authorizationUrl(
  { authorizationEndpoint, prompts }: SsoProvider,
  request: SsoRequest,
): string {
  const url = new URL(authorizationEndpoint);
  const { prompt } = request;
  // Requesting account selection is an error at providers that do not support it; a fresh sign-in is supported by all.
  const isOffered = prompt === 'login' || prompts?.includes(prompt) === true;
  const parameters = {
    response_type: 'code',
    scope: 'openid email profile',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    ...(prompt === null || !isOffered ? {} : { prompt }),
    // This makes the token include the time of the sign-in.
    ...(prompt === 'login' ? { max_age: '0' } : {}),
    ...(request.loginHint === null ? {} : { login_hint: request.loginHint }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
