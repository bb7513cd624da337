import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../runtime/config.ts';
import { authorizationUrl, createSsoProviders } from './sso-provider.ts';

const callable = (env: Record<string, string>, issuers: readonly string[]) => {
  const providers = createSsoProviders(readConfig({ PUBLIC_URL: 'https://id.example.com', ...env }));
  return issuers.filter((issuer) => providers.mayCall(issuer));
};

describe('providers of single sign-on', () => {
  it('are called in production over HTTPS at public hosts only', () => {
    const issuers = [
      'https://login.example.com',
      'https://login.example.com/tenant',
      'http://login.example.com',
      'http://127.0.0.1:4000',
      'http://localhost:4000',
      'https://127.0.0.1',
      'https://[::1]',
      'https://0x7f.1',
      'https://10.0.0.7',
      'https://169.254.169.254',
      'https://login.example.com:8443',
      'https://id.example.com',
      'https://keycloak',
    ];
    expect(callable({ COUNTERSIGN_ENV: 'production' }, issuers)).toEqual([
      'https://login.example.com',
      'https://login.example.com/tenant',
    ]);
  });

  it('are called in a private network and at another port where the operator allows that', () => {
    const env = {
      COUNTERSIGN_ENV: 'production',
      WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8',
      WEBHOOK_ALLOW_PORTS: '8443',
      WEBHOOK_ALLOW_HTTP: 'true',
    };
    const issuers = ['https://10.0.0.7:8443', 'http://10.0.0.7', 'https://192.168.0.7'];
    expect(callable(env, issuers)).toEqual(['https://10.0.0.7:8443']);
  });

  it('are called on this machine in development', () => {
    expect(
      callable({}, ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://login.example.com']),
    ).toEqual(['http://127.0.0.1:4000', 'http://localhost:4000']);
  });

  it('get every parameter of the request once, beside those of their own address', () => {
    const provider = {
      issuer: 'https://login.example.com',
      authorizationEndpoint: 'https://login.example.com/authorize?tenant=7&state=theirs',
      tokenEndpoint: 'https://login.example.com/token',
      keysUrl: 'https://login.example.com/keys',
      secretInForm: false,
      prompts: null,
      userinfoEndpoint: null,
      namesItself: false,
    };
    const url = authorizationUrl(provider, {
      clientId: 'countersign',
      redirectUri: 'https://id.example.com/portal/sign-in/sso',
      state: 'ours',
      nonce: 'n',
      challenge: 'c',
      prompt: 'login',
      loginHint: 'ada+test@example.com',
    });
    expect(url).toBe(
      'https://login.example.com/authorize?tenant=7&state=ours&response_type=code&scope=openid+email+profile' +
        '&client_id=countersign&redirect_uri=https%3A%2F%2Fid.example.com%2Fportal%2Fsign-in%2Fsso&nonce=n' +
        '&code_challenge=c&code_challenge_method=S256&prompt=login&max_age=0&login_hint=ada%2Btest%40example.com',
    );
  });

  it.each([
    [null, null],
    [['login', 'consent'], null],
    [['login', 'select_account'], 'select_account'],
  ])('request a choice of accounts where the provider publishes that it has one: %j', (prompts, prompt) => {
    const url = authorizationUrl(
      {
        issuer: 'https://login.example.com',
        authorizationEndpoint: 'https://login.example.com/authorize',
        tokenEndpoint: 'https://login.example.com/token',
        keysUrl: 'https://login.example.com/keys',
        secretInForm: false,
        prompts,
        userinfoEndpoint: null,
        namesItself: false,
      },
      {
        clientId: 'countersign',
        redirectUri: 'https://id.example.com/portal/sign-in/sso',
        state: 's',
        nonce: 'n',
        challenge: 'c',
        prompt: 'select_account',
        loginHint: null,
      },
    );
    expect(new URL(url).searchParams.get('prompt')).toBe(prompt);
  });
});
