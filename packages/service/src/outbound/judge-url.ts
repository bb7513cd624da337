import { isIP } from 'node:net';
import { type AddressPolicy, isLoopback, judgeAddress } from './judge-address.ts';

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

/** What the operator allows for outgoing calls; none of it is ever a setting of an integration. */
export interface OutboundPolicy extends AddressPolicy {
  allowHttp: boolean;
  /** Ports beside 443 (and 80 where HTTP is allowed); `any` admits all. */
  allowedPorts: 'any' | readonly number[];
  allowSingleLabel: boolean;
  /** This installation's own hosts, `name` or `name:port`. */
  ownHosts: readonly string[];
  /** PEM of further certificate authorities, e.g. a private one; `null` uses the usual ones only. */
  certificateAuthorities: string | null;
}

/** Public HTTPS targets only. */
export const strictPolicy: OutboundPolicy = {
  allowHttp: false,
  allowedPorts: [],
  allowSingleLabel: false,
  allowLoopback: false,
  allowedNetworks: [],
  allowNat64: false,
  ownHosts: [],
  certificateAuthorities: null,
};

/** A URL that may be called, as far as its text shows. */
export interface Target {
  url: URL;
  /** Host name without trailing dot, or an address without brackets. */
  host: string;
  isAddress: boolean;
  port: number;
}

const maxLength = 2048;

/**
 * Judges a webhook URL by its text. The parsed form is judged, never the spelling: `0x7f.1` is 127.0.0.1.
 * A loopback target, where the operator allows loopback, may also use plain HTTP and any port.
 * @see spec/contract.md A-85
 */
export function judgeUrl(text: string, policy: OutboundPolicy): { target: Target } | { refused: UrlRefusal } {
  if (text.length > maxLength) return { refused: 'too_long' };
  if (/[\u0000-\u0020\u007f]/.test(text) || !URL.canParse(text)) return { refused: 'not_a_url' };
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isAddress = isIP(host) !== 0;
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  const target = { url, host, isAddress, port };
  const refused = judgeParts(target, policy) ?? judgeHost(target, policy);
  if (refused) return { refused };
  return text.includes('#') ? { refused: 'fragment' } : { target };
}

const isLocal = ({ host }: Target, policy: OutboundPolicy): boolean =>
  policy.allowLoopback && (host === 'localhost' || isLoopback(host));

function judgeParts(target: Target, policy: OutboundPolicy): UrlRefusal | null {
  const { url, port } = target;
  const local = isLocal(target, policy);
  const isHttp = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isHttp && (policy.allowHttp || local))) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'user_info';
  const usual = port === (isHttp ? 80 : 443);
  if (!usual && !local && policy.allowedPorts !== 'any' && !policy.allowedPorts.includes(port)) return 'port';
  return null;
}

function judgeHost(target: Target, policy: OutboundPolicy): UrlRefusal | null {
  const { host, isAddress, port } = target;
  if (host === '') return 'not_a_url';
  const own = policy.ownHosts.map((name) => name.toLowerCase().replace(/\.(?=$|:)/, ''));
  if (own.includes(host) || own.includes(`${host}:${port}`)) return 'own_host';
  if (isAddress) return judgeLiteral(host, policy);
  if (!host.includes('.') && !policy.allowSingleLabel && !isLocal(target, policy)) return 'single_label';
  return null;
}

/** A literal is for networks the operator named; the contract wants host names otherwise. */
function judgeLiteral(host: string, policy: OutboundPolicy): UrlRefusal | null {
  if (judgeAddress(host, policy) !== null) return 'address_denied';
  return judgeAddress(host, { ...policy, allowLoopback: false, allowedNetworks: [] }) === null
    ? 'ip_literal'
    : null;
}
