import { describe, expect, it } from 'vitest';
import { networks } from './address-kind.ts';
import {
  type AddressPolicy,
  judgeAddress,
  operatorAddresses,
  publicAddresses,
  publicAndLoopback,
} from './judge-address.ts';
import { judgeUrl, operatorUrls, publisherUrls, tenantUrls, type UrlPolicy } from './judge-url.ts';

/**
 * Each address with the expected result for webhooks and list downloads, for registries, and for registries over plain HTTP: `ok` or the
 * reason for rejection. Each network is represented by its first and last address and their neighbours outside it.
 */
const addresses = `
  1.1.1.1                  ok             ok             public
  8.8.8.8                  ok             ok             public
  0.0.0.0                  unspecified    unspecified    unspecified
  0.255.255.255            unspecified    unspecified    unspecified
  1.0.0.0                  ok             ok             public
  9.255.255.255            ok             ok             public
  10.0.0.0                 private        ok             ok
  10.255.255.255           private        ok             ok
  11.0.0.0                 ok             ok             public
  100.63.255.255           ok             ok             public
  100.64.0.0               shared         ok             shared
  100.100.100.199          shared         ok             shared
  100.100.100.200          metadata       metadata       metadata
  100.127.255.255          shared         ok             shared
  100.128.0.0              ok             ok             public
  126.255.255.255          ok             ok             public
  127.0.0.1                loopback       ok             ok
  127.255.255.255          loopback       ok             ok
  128.0.0.0                ok             ok             public
  168.63.129.15            ok             ok             public
  168.63.129.16            metadata       metadata       metadata
  168.63.129.17            ok             ok             public
  169.253.255.255          ok             ok             public
  169.254.0.0              link_local     link_local     link_local
  169.254.169.254          metadata       metadata       metadata
  169.254.170.2            metadata       metadata       metadata
  169.254.170.23           metadata       metadata       metadata
  169.254.255.255          link_local     link_local     link_local
  169.255.0.0              ok             ok             public
  172.15.255.255           ok             ok             public
  172.16.0.0               private        ok             ok
  172.31.255.255           private        ok             ok
  172.32.0.0               ok             ok             public
  191.255.255.255          ok             ok             public
  192.0.0.0                reserved       reserved       reserved
  192.0.0.8                reserved       reserved       reserved
  192.0.0.9                reserved       reserved       reserved
  192.0.0.10               reserved       reserved       reserved
  192.0.0.170              reserved       reserved       reserved
  192.0.0.171              reserved       reserved       reserved
  192.0.0.192              metadata       metadata       metadata
  192.0.0.255              reserved       reserved       reserved
  192.0.1.0                ok             ok             public
  192.0.2.0                documentation  documentation  documentation
  192.0.2.255              documentation  documentation  documentation
  192.0.3.0                ok             ok             public
  192.31.196.1             ok             ok             public
  192.52.193.1             ok             ok             public
  192.88.98.255            ok             ok             public
  192.88.99.1              reserved       reserved       reserved
  192.88.100.0             ok             ok             public
  192.167.255.255          ok             ok             public
  192.168.0.0              private        ok             ok
  192.168.255.255          private        ok             ok
  192.169.0.0              ok             ok             public
  192.175.48.1             ok             ok             public
  198.17.255.255           ok             ok             public
  198.18.0.0               benchmark      ok             benchmark
  198.19.255.255           benchmark      ok             benchmark
  198.20.0.0               ok             ok             public
  198.51.100.1             documentation  documentation  documentation
  203.0.113.1              documentation  documentation  documentation
  223.255.255.255          ok             ok             public
  224.0.0.1                multicast      multicast      multicast
  239.255.255.255          multicast      multicast      multicast
  240.0.0.1                reserved       reserved       reserved
  255.255.255.255          reserved       reserved       reserved

  2000::1                  ok             ok             public
  2001:200::1              ok             ok             public
  2001:4860:4860::8888     ok             ok             public
  2001:db7:ffff::1         ok             ok             public
  2001:db9::1              ok             ok             public
  2003::1                  ok             ok             public
  2620:4f:8000::1          ok             ok             public
  2a00:1450::1             ok             ok             public
  3ffe::1                  ok             ok             public
  3fff:1000::1             ok             ok             public
  ::                       unspecified    unspecified    unspecified
  ::1                      loopback       ok             ok
  0:0:0:0:0:0:0:1          loopback       ok             ok
  ::ffff:8.8.8.8           ok             ok             public
  ::ffff:808:808           ok             ok             public
  ::ffff:127.0.0.1         loopback       ok             ok
  0:0:0:0:0:ffff:7f00:1    loopback       ok             ok
  ::ffff:10.0.0.1          private        ok             ok
  ::ffff:a00:1             private        ok             ok
  ::ffff:168.63.129.16     metadata       metadata       metadata
  ::ffff:169.254.169.254   metadata       metadata       metadata
  ::FFFF:A9FE:A9FE         metadata       metadata       metadata
  ::8.8.8.8                embedded       embedded       embedded
  ::127.0.0.1              embedded       embedded       embedded
  ::10.0.0.1               embedded       embedded       embedded
  ::169.254.169.254        embedded       embedded       embedded
  ::ffff:0:8.8.8.8         embedded       embedded       embedded
  ::ffff:0:169.254.169.254 embedded       embedded       embedded
  64:ff9a:ffff::1          reserved       reserved       reserved
  64:ff9b::8.8.8.8         nat64          ok             nat64
  64:ff9b::808:808         nat64          ok             nat64
  64:ff9b::0.0.0.0         embedded       embedded       embedded
  64:ff9b::a00:1           embedded       embedded       embedded
  64:ff9b::10.0.0.1        embedded       embedded       embedded
  64:ff9b::7f00:1          embedded       embedded       embedded
  64:ff9b::100.64.0.1      embedded       embedded       embedded
  64:ff9b::192.168.0.1     embedded       embedded       embedded
  64:ff9b::255.255.255.255 embedded       embedded       embedded
  64:ff9b::100.100.100.200 metadata       metadata       metadata
  64:ff9b::168.63.129.16   metadata       metadata       metadata
  64:ff9b::169.254.169.254 metadata       metadata       metadata
  64:ff9b::1:808:808       reserved       reserved       reserved
  64:ff9b:1::8.8.8.8       embedded       embedded       embedded
  64:ff9b:1::a9fe:a9fe     embedded       embedded       embedded
  64:ff9b:1:ffff::1        embedded       embedded       embedded
  64:ff9b:2::1             reserved       reserved       reserved
  100::1                   reserved       reserved       reserved
  100:0:0:1::1             reserved       reserved       reserved
  1fff:ffff::1             reserved       reserved       reserved
  2001::1                  embedded       embedded       embedded
  2001:0:a9fe:a9fe::1      embedded       embedded       embedded
  2001:1::1                reserved       reserved       reserved
  2001:2::1                reserved       reserved       reserved
  2001:20::1               reserved       reserved       reserved
  2001:1ff:ffff::1         reserved       reserved       reserved
  2001:db8::1              documentation  documentation  documentation
  2002:7f00:1::            embedded       embedded       embedded
  2002:808:808::1          embedded       embedded       embedded
  2002:a9fe:a9fe::1        embedded       embedded       embedded
  3fff::1                  documentation  documentation  documentation
  3fff:fff::1              documentation  documentation  documentation
  4000::1                  reserved       reserved       reserved
  5f00::1                  reserved       reserved       reserved
  fbff:ffff::1             reserved       reserved       reserved
  fc00::1                  private        ok             ok
  fd12:3456::1             private        ok             ok
  fd00:ec2::23             metadata       metadata       metadata
  fd00:ec2::254            metadata       metadata       metadata
  fd00:ec2::253            private        ok             ok
  fd20:ce::254             metadata       metadata       metadata
  fe00::1                  reserved       reserved       reserved
  fe80::1                  link_local     link_local     link_local
  febf::1                  link_local     link_local     link_local
  fec0::1                  reserved       reserved       reserved
  ff02::1                  multicast      multicast      multicast
  ff0e::1                  multicast      multicast      multicast

  fe80::1%eth0             zone_id        zone_id        zone_id
  2a00:1450::1%1           zone_id        zone_id        zone_id
  ::1%lo                   zone_id        zone_id        zone_id
  localhost                not_an_address not_an_address not_an_address
  127.1                    not_an_address not_an_address not_an_address
  0x7f000001               not_an_address not_an_address not_an_address
  017700000001             not_an_address not_an_address not_an_address
  010.0.0.1                not_an_address not_an_address not_an_address
  1.2.3                    not_an_address not_an_address not_an_address
  1.2.3.4.5                not_an_address not_an_address not_an_address
  [::1]                    not_an_address not_an_address not_an_address
  :::                      not_an_address not_an_address not_an_address
`;

/** Each URL with the expected result for webhooks, list downloads and registries: the host to call, or the reason for rejection. */
const urls = `
  https://hooks.example.com/in             hooks.example.com     hooks.example.com     hooks.example.com
  https://hooks.example.com:443/a?b=c      hooks.example.com     hooks.example.com     hooks.example.com
  HTTPS://Hooks.Example.COM./              hooks.example.com     hooks.example.com     hooks.example.com
  https://bücher.example/                  xn--bcher-kva.example xn--bcher-kva.example xn--bcher-kva.example
  http://hooks.example.com/                scheme                scheme                hooks.example.com
  http://hooks.example.com:8080/           scheme                scheme                hooks.example.com
  https://hooks.example.com:8443/          port                  hooks.example.com     hooks.example.com
  https://hooks.example.com:80/            port                  hooks.example.com     hooks.example.com
  https://hooks.example.com:0/             port                  hooks.example.com     hooks.example.com
  https://hooks.example.com:65536/         not_a_url             not_a_url             not_a_url
  ftp://hooks.example.com/                 scheme                scheme                scheme
  file:///etc/passwd                       scheme                scheme                scheme
  gopher://127.0.0.1:6379/_x               scheme                scheme                scheme
  data:text/plain,x                        scheme                scheme                scheme
  javascript:alert(1)                      scheme                scheme                scheme
  unix:/run/docker.sock                    scheme                scheme                scheme
  ws://hooks.example.com/                  scheme                scheme                scheme
  https://user:word@hooks.example.com/     user_info             user_info             user_info
  https://user@hooks.example.com/          user_info             user_info             user_info
  https://hooks.example.com@127.0.0.1/     user_info             user_info             user_info
  https://hooks.example.com/#part          fragment              hooks.example.com     hooks.example.com
  https://hooks.example.com/#              fragment              hooks.example.com     hooks.example.com
  https://intranet/                        single_label          intranet              intranet
  https://localhost/                       single_label          localhost             localhost
  https://localhost./                      single_label          localhost             localhost
  hooks.example.com                        not_a_url             not_a_url             not_a_url
  //hooks.example.com/                     not_a_url             not_a_url             not_a_url
  https://                                 not_a_url             not_a_url             not_a_url
  https://[::1/                            not_a_url             not_a_url             not_a_url
  https://[fe80::1%25eth0]/                not_a_url             not_a_url             not_a_url
  https://256.1.1.1/                       not_a_url             not_a_url             not_a_url
  https://1.2.3.4.5/                       not_a_url             not_a_url             not_a_url
  https://8.8.8.8/                         ip_literal            8.8.8.8               8.8.8.8
  https://134744072/                       ip_literal            8.8.8.8               8.8.8.8
  https://[2a00:1450::1]/                  ip_literal            2a00:1450::1          2a00:1450::1
  https://[::ffff:8.8.8.8]/                ip_literal            ::ffff:808:808        ::ffff:808:808
  http://8.8.8.8/                          scheme                scheme                address_denied
  https://127.0.0.1/                       address_denied        address_denied        127.0.0.1
  https://127.0.0.1./                      address_denied        address_denied        127.0.0.1
  https://2130706433/                      address_denied        address_denied        127.0.0.1
  https://0x7f.1/                          address_denied        address_denied        127.0.0.1
  https://0x7f000001/                      address_denied        address_denied        127.0.0.1
  https://127.1/                           address_denied        address_denied        127.0.0.1
  https://017700000001/                    address_denied        address_denied        127.0.0.1
  https://0177.0.0.1/                      address_denied        address_denied        127.0.0.1
  https://１２７.０.０.１/                     address_denied        address_denied        127.0.0.1
  https://①②⑦.0.0.1/                       address_denied        address_denied        127.0.0.1
  https://127。0。0。1/                       address_denied        address_denied        127.0.0.1
  https://%31%32%37.0.0.1/                 address_denied        address_denied        127.0.0.1
  https://[::1]/                           address_denied        address_denied        ::1
  https://[::ffff:127.0.0.1]/              address_denied        address_denied        ::ffff:7f00:1
  https://10.0.0.1/                        address_denied        address_denied        10.0.0.1
  https://[fd12:3456::1]/                  address_denied        address_denied        fd12:3456::1
  https://0/                               address_denied        address_denied        address_denied
  https://169.254.169.254/latest/meta-data address_denied        address_denied        address_denied
  https://2852039166/                      address_denied        address_denied        address_denied
  https://0xa9fea9fe/                      address_denied        address_denied        address_denied
  https://0251.0376.0251.0376/             address_denied        address_denied        address_denied
  https://169.254.43518/                   address_denied        address_denied        address_denied
  http://169.254.169.254/                  scheme                scheme                address_denied
  https://168.63.129.16/                   address_denied        address_denied        address_denied
  https://0xa83f8110/                      address_denied        address_denied        address_denied
  https://[fd00:ec2::254]/                 address_denied        address_denied        address_denied
  https://[::ffff:a9fe:a9fe]/              address_denied        address_denied        address_denied
  https://[64:ff9b::a9fe:a9fe]/            address_denied        address_denied        address_denied
  https://[64:ff9b::a00:1]/                address_denied        address_denied        address_denied
  https://[64:ff9b::7f00:1]/               address_denied        address_denied        address_denied
  https://[2002:a00:1::]/                  address_denied        address_denied        address_denied
  https://224.0.0.1/                       address_denied        address_denied        address_denied
  http://127.0.0.1:4567/                   scheme                scheme                127.0.0.1
  http://10.0.0.1:8080/                    scheme                scheme                10.0.0.1
  http://100.64.0.1/                       scheme                scheme                address_denied
`;

const rows = <Row extends string[]>(table: string): Row[] =>
  table
    .split('\n')
    .map((line) => line.trim().split(/\s+/) as Row)
    .filter(([first]) => first !== '');

const addressVerdict = (...question: Parameters<typeof judgeAddress>) => judgeAddress(...question) ?? 'ok';
const urlVerdict = (url: string, policy: UrlPolicy) => {
  const judged = judgeUrl(url, policy);
  return 'refused' in judged ? judged.refused : judged.target.host;
};

describe('The one judgement', () => {
  it.each(rows<[string, string, string, string]>(addresses))(
    'of %s: %s for webhooks and lists, %s for registries, %s over plain HTTP (S08)',
    (address, anybody, registry, plainRegistry) => {
      expect({
        webhook: addressVerdict(address, tenantUrls.addresses),
        list: addressVerdict(address, publisherUrls.addresses),
        registry: addressVerdict(address, operatorUrls.addresses),
        plainRegistry: addressVerdict(address, operatorUrls.addresses, 'http:'),
      }).toEqual({ webhook: anybody, list: anybody, registry, plainRegistry });
    },
  );

  it.each(rows<[string, string, string, string]>(urls))(
    'of %s: %s for webhooks, %s for lists, %s for registries (S08)',
    (url, webhook, list, registry) => {
      expect({
        webhook: urlVerdict(url, tenantUrls),
        list: urlVerdict(url, publisherUrls),
        registry: urlVerdict(url, operatorUrls),
      }).toEqual({ webhook, list, registry });
    },
  );

  it.each([
    ['https://hooks.example.com/a b', 'not_a_url', 'hooks.example.com'],
    ['https://hooks.example\t.com/', 'not_a_url', 'hooks.example.com'],
    [' https://hooks.example.com/', 'not_a_url', 'hooks.example.com'],
    [' https://127.0.0.1/', 'not_a_url', 'address_denied'],
    ['https://12\n7.0.0.1/', 'not_a_url', 'address_denied'],
    ['', 'not_a_url', 'not_a_url'],
  ])('of the text %j: %s for webhooks, %s for lists', (url, webhook, list) => {
    expect([urlVerdict(url, tenantUrls), urlVerdict(url, publisherUrls)]).toEqual([webhook, list]);
  });

  it('allows webhooks 2048 characters', () => {
    const url = `https://hooks.example.com/${'a'.repeat(2022)}`;
    expect([urlVerdict(url, tenantUrls), urlVerdict(`${url}a`, tenantUrls)]).toEqual([
      'hooks.example.com',
      'too_long',
    ]);
  });

  it.each(['https://verify.example/', 'https://VERIFY.example./x', 'https://verify.example:443/'])(
    'refuses %s, which is this installation itself',
    (url) => {
      expect(urlVerdict(url, { ...tenantUrls, ownHosts: ['verify.example'] })).toBe('own_host');
    },
  );
});

const withNetworks = (...cidrs: string[]): AddressPolicy => ({ ...publicAddresses, networks: cidrs });
describe('What the operator opens', () => {
  it.each([
    ['10.20.3.4', 'ok'],
    ['::ffff:10.20.3.4', 'ok'],
    ['10.21.0.1', 'private'],
    ['fd00:1::9', 'ok'],
    ['fd00:2::9', 'private'],
    ['127.0.0.1', 'loopback'],
    ['64:ff9b::10.20.3.4', 'embedded'],
    ['8.8.8.8', 'ok'],
  ])('with two private networks, %s gives %s', (address, verdict) => {
    expect(addressVerdict(address, withNetworks('10.20.0.0/16', 'fd00:1::/32'), 'http:')).toBe(verdict);
  });

  it.each([
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::169.254.169.254',
  ])('is never %s, however wide the networks are (S08)', (address) => {
    expect(addressVerdict(address, withNetworks('0.0.0.0/0', '::/0'))).toBe('metadata');
  });

  it.each([
    ['127.0.0.1', 'ok'],
    ['127.9.9.9', 'ok'],
    ['::1', 'ok'],
    ['::ffff:127.0.0.1', 'ok'],
    ['10.0.0.1', 'private'],
  ])('with loopback, %s gives %s', (address, verdict) => {
    expect(addressVerdict(address, publicAndLoopback)).toBe(verdict);
  });

  it.each([
    ['64:ff9b::8.8.8.8', 'ok'],
    ['64:ff9b::10.0.0.1', 'embedded'],
    ['64:ff9b:1::8.8.8.8', 'embedded'],
  ])('on a NAT64 network, %s gives %s', (address, verdict) => {
    expect(addressVerdict(address, { ...operatorAddresses, kinds: ['nat64'] })).toBe(verdict);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', 'fd00::/129', 'office', '10.0.0/8'])(
    '"%s" is not a network',
    (cidr) => {
      expect(() => networks([cidr])).toThrow(`not a network: ${cidr}`);
    },
  );

  it.each([
    ['http://hooks.example.com/', { allowHttp: true }, 'hooks.example.com'],
    ['http://hooks.example.com:443/', { allowHttp: true }, 'port'],
    ['https://hooks.example.com:8443/', { allowedPorts: [8443] }, 'hooks.example.com'],
    ['https://hooks.example.com:8444/', { allowedPorts: [8443] }, 'port'],
    ['https://intranet/', { allowSingleLabel: true }, 'intranet'],
    ['https://10.20.0.9/', { addresses: withNetworks('10.20.0.0/16') }, '10.20.0.9'],
    ['https://10.21.0.9/', { addresses: withNetworks('10.20.0.0/16') }, 'address_denied'],
    ['https://8.8.8.8/', { addresses: withNetworks('8.8.8.0/24') }, 'ip_literal'],
    ['http://127.0.0.1:4567/', { addresses: publicAndLoopback }, '127.0.0.1'],
    ['http://localhost:4567/', { addresses: publicAndLoopback }, 'localhost'],
    ['http://[::1]:4567/', { addresses: publicAndLoopback }, '::1'],
    ['http://127.0.0.1:8080/', { addresses: publicAndLoopback, ownHosts: ['127.0.0.1:8080'] }, 'own_host'],
    ['http://hooks.example.com/', { addresses: publicAndLoopback }, 'scheme'],
  ] as const)('%s with %j gives %s', (url, policy, expected) => {
    expect(urlVerdict(url, { ...tenantUrls, ...policy })).toBe(expected);
  });
});
