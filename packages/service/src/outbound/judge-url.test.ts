import { describe, expect, it } from 'vitest';
import { judgeUrl, type OutboundPolicy, strictPolicy } from './judge-url.ts';

const outcome = (url: string, policy: Partial<OutboundPolicy> = {}) => {
  const judged = judgeUrl(url, { ...strictPolicy, ...policy });
  return 'refused' in judged ? judged.refused : judged.target.host;
};

describe('Webhook URLs (A-85)', () => {
  it.each([
    ['https://hooks.example.com/countersign', 'hooks.example.com'],
    ['https://hooks.example.com:443/a?b=c', 'hooks.example.com'],
    ['HTTPS://Hooks.Example.COM./', 'hooks.example.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
  ])('%s goes to %s', (url, host) => {
    expect(outcome(url)).toBe(host);
  });

  it.each([
    ['http://hooks.example.com/', 'scheme'],
    ['ftp://hooks.example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user:word@hooks.example.com/', 'user_info'],
    ['https://user@hooks.example.com/', 'user_info'],
    ['https://hooks.example.com/#part', 'fragment'],
    ['https://hooks.example.com/#', 'fragment'],
    ['https://hooks.example.com:8443/', 'port'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://intranet/', 'single_label'],
    ['https://localhost/', 'single_label'],
    ['https://localhost./', 'single_label'],
    ['hooks.example.com', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['https://hooks.example.com/a b', 'not_a_url'],
    ['https://hooks.example\t.com/', 'not_a_url'],
    [' https://hooks.example.com/', 'not_a_url'],
    [`https://hooks.example.com/${'a'.repeat(2023)}`, 'too_long'],
  ])('%s is refused: %s', (url, refusal) => {
    expect(outcome(url)).toBe(refusal);
  });

  it('allows 2048 characters', () => {
    expect(outcome(`https://hooks.example.com/${'a'.repeat(2022)}`)).toBe('hooks.example.com');
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://017700000001/',
    'https://0177.0.0.1/',
    'https://１２７.０.０.１/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://[64:ff9b::7f00:1]/',
    'https://0/',
  ])('%s is denied whatever its spelling', (url) => {
    expect(outcome(url)).toBe('address_denied');
  });

  it.each(['https://8.8.8.8/', 'https://134744072/', 'https://[2a00:1450::1]/'])(
    '%s is a literal of a public address and refused',
    (url) => {
      expect(outcome(url)).toBe('ip_literal');
    },
  );

  it.each(['https://verify.example/', 'https://VERIFY.example./x', 'https://verify.example:443/'])(
    '%s is this installation itself',
    (url) => {
      expect(outcome(url, { ownHosts: ['verify.example'] })).toBe('own_host');
    },
  );
});

describe('What the operator opens', () => {
  it.each([
    ['http://hooks.example.com/', { allowHttp: true }, 'hooks.example.com'],
    ['http://hooks.example.com:443/', { allowHttp: true }, 'port'],
    ['https://hooks.example.com:8443/', { allowedPorts: [8443] }, 'hooks.example.com'],
    ['https://hooks.example.com:8444/', { allowedPorts: [8443] }, 'port'],
    ['https://intranet/', { allowSingleLabel: true }, 'intranet'],
    ['https://10.20.0.9/', { allowedNetworks: ['10.20.0.0/16'] }, '10.20.0.9'],
    ['https://10.21.0.9/', { allowedNetworks: ['10.20.0.0/16'] }, 'address_denied'],
    ['http://127.0.0.1:4567/', { allowLoopback: true }, '127.0.0.1'],
    ['http://localhost:4567/', { allowLoopback: true }, 'localhost'],
    ['http://[::1]:4567/', { allowLoopback: true }, '::1'],
    ['http://127.0.0.1:8080/', { allowLoopback: true, ownHosts: ['127.0.0.1:8080'] }, 'own_host'],
    ['http://hooks.example.com/', { allowLoopback: true }, 'scheme'],
  ] as const)('%s with %j gives %s', (url, policy, expected) => {
    expect(outcome(url, policy)).toBe(expected);
  });
});
