import {
  isLoopback,
  networks,
  publicAddresses,
  publicAndLoopback,
  tenantUrls,
  type UrlPolicy,
} from '@countersign/outbound';
import type { Config } from '../runtime/config.ts';

/** What the operator allows for outgoing calls; none of it is ever a setting of an integration. */
export interface OutboundPolicy extends UrlPolicy {
  /** PEM of further certificate authorities, e.g. a private one; `null` uses the usual ones only. */
  certificateAuthorities: string | null;
}

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
    ...tenantUrls,
    addresses: {
      ...(allowed.check('127.0.0.1', 'ipv4') ? publicAndLoopback : publicAddresses),
      networks: webhooks.allowNetworks,
    },
    allowHttp: webhooks.allowHttp,
    allowedPorts: webhooks.allowPorts,
    allowSingleLabel: environment === 'development',
    ownHosts: ownUrls.map(ownHost),
    certificateAuthorities: null,
  };
}

/** On loopback other services of the same machine share the address; only our own port is meant. */
function ownHost(url: string): string {
  const { hostname, host } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  return isLoopback(name) || name === 'localhost' ? host : hostname;
}
