import type { Config } from '../config.ts';
import { isLoopback, networks } from './judge-address.ts';
import { type OutboundPolicy, strictPolicy } from './judge-url.ts';

/**
 * The operator's settings as a policy. Production starts from public HTTPS on port 443; development reaches any port.
 * @param ownUrls where this installation itself is reached; webhooks never go there
 * @throws Error naming a network it cannot read
 */
export function outboundPolicyOf(
  { environment, webhooks }: Pick<Config, 'environment' | 'webhooks'>,
  ownUrls: readonly string[],
): OutboundPolicy {
  const allowed = networks(webhooks.allowNetworks);
  return {
    ...strictPolicy,
    allowHttp: webhooks.allowHttp,
    allowedPorts: webhooks.allowPorts,
    allowSingleLabel: environment === 'development',
    allowLoopback: allowed.check('127.0.0.1', 'ipv4'),
    allowedNetworks: webhooks.allowNetworks,
    ownHosts: ownUrls.map(ownHost),
  };
}

/** On loopback other services of the same machine share the address; only our own port is meant. */
function ownHost(url: string): string {
  const { hostname, host } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  return isLoopback(name) || name === 'localhost' ? host : hostname;
}
