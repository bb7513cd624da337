import { isIP } from 'node:net';
import { kindOf } from './address-kind.ts';
import {
  type AddressPolicy,
  isLoopback,
  judgeAddress,
  operatorAddresses,
  publicAddresses,
  type Scheme,
} from './judge-address.ts';

/** Why a URL may not be called. */
export type UrlRefusal =
  | 'not_a_url'
  | 'too_long'
  | 'scheme'
  | 'user_info'
  | 'fragment'
  | 'port'
  | 'own_host'
  | 'ip_literal'
  | 'single_label'
  | 'address_denied';

/** Which URLs may be called. */
export interface UrlPolicy {
  addresses: AddressPolicy;
  allowHttp: boolean;
  /** Ports allowed in addition to 443 (and 80 if HTTP is allowed); `any` allows all. */
  allowedPorts: 'any' | readonly number[];
  allowSingleLabel: boolean;
  /** Allows public addresses in place of a host name. */
  allowLiterals: boolean;
  /** Allows fragments, whitespace that URL parsers strip, and any length. */
  allowLooseText: boolean;
  /** Hosts of this installation, as `name` or `name:port`; they are never called. */
  ownHosts: readonly string[];
}

/** For URLs supplied by tenants: public HTTPS on the default port, by host name. */
export const tenantUrls: UrlPolicy = {
  addresses: publicAddresses,
  allowHttp: false,
  allowedPorts: [],
  allowSingleLabel: false,
  allowLiterals: false,
  allowLooseText: false,
  ownHosts: [],
};

/** For URLs supplied by list publishers, on hosts that the operator configures: public HTTPS. */
export const publisherUrls: UrlPolicy = {
  ...tenantUrls,
  allowedPorts: 'any',
  allowSingleLabel: true,
  allowLiterals: true,
  allowLooseText: true,
};

/** For URLs that the operator configures: also allows the operator's own networks. */
export const operatorUrls: UrlPolicy = { ...publisherUrls, addresses: operatorAddresses, allowHttp: true };

/** A URL whose text passed the checks. */
export interface Target {
  url: URL;
  scheme: Scheme;
  /** Host name without the trailing dot, or an address without brackets. */
  host: string;
  isAddress: boolean;
  port: number;
}

const maxLength = 2048;

/** The host of a URL without brackets or trailing dot. */
export const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * The single check that every URL's text passes. It checks the parsed form, never the spelling: `0x7f.1` is 127.0.0.1. The addresses
 * behind a name are checked when a connection is made. If loopback is allowed, a loopback target may also use plain HTTP and any port.
 * @see spec/contract.md A-85
 */
export function judgeUrl(text: string, policy: UrlPolicy): { target: Target } | { refused: UrlRefusal } {
  if (!policy.allowLooseText && text.length > maxLength) return { refused: 'too_long' };
  if (!policy.allowLooseText && /[\u0000-\u0020\u007f]/.test(text)) return { refused: 'not_a_url' };
  if (!URL.canParse(text)) return { refused: 'not_a_url' };
  const url = new URL(text);
  const host = hostOf(url.hostname);
  const isAddress = isIP(host) !== 0;
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'scheme' };
  const target = { url, scheme: url.protocol, host, isAddress, port } as const;
  const refused = judgeParts(target, policy) ?? judgeHost(target, policy);
  if (refused) return { refused };
  return !policy.allowLooseText && text.includes('#') ? { refused: 'fragment' } : { target };
}

const isLocal = ({ host }: Target, { addresses }: UrlPolicy): boolean =>
  addresses.kinds.includes('loopback') && (host === 'localhost' || isLoopback(host));

function judgeParts(target: Target, policy: UrlPolicy): UrlRefusal | null {
  const { url, port } = target;
  const local = isLocal(target, policy);
  const isHttp = target.scheme === 'http:';
  if (isHttp && !policy.allowHttp && !local) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'user_info';
  const usual = port === (isHttp ? 80 : 443);
  if (!usual && !local && policy.allowedPorts !== 'any' && !policy.allowedPorts.includes(port)) return 'port';
  return null;
}

function judgeHost(target: Target, policy: UrlPolicy): UrlRefusal | null {
  const { host, isAddress, port } = target;
  if (host === '') return 'not_a_url';
  const own = policy.ownHosts.map((name) => name.toLowerCase().replace(/\.(?=$|:)/, ''));
  if (own.includes(host) || own.includes(`${host}:${port}`)) return 'own_host';
  if (isAddress) return judgeLiteral(target, policy);
  if (!host.includes('.') && !policy.allowSingleLabel && !isLocal(target, policy)) return 'single_label';
  return null;
}

function judgeLiteral({ host, scheme }: Target, policy: UrlPolicy): UrlRefusal | null {
  if (judgeAddress(host, policy.addresses, scheme) !== null) return 'address_denied';
  return !policy.allowLiterals && kindOf(host) === 'public' ? 'ip_literal' : null;
}
