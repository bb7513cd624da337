import {
  isLoopback,
  networks,
  publicAddresses,
  publicAndLoopback,
  tenantUrls,
  type UrlPolicy,
} from '@countersign/outbound';
import type { Config } from '../runtime/config.ts';

/** The operator's rules for outgoing calls; no setting of an integration can change them. */
export interface OutboundPolicy extends UrlPolicy {
  /** PEM of further certificate authorities, e.g. a private one; `null` uses only the default ones. */
  certificateAuthorities: string | null;
}

/**
 * The operator's settings as a policy. Production defaults to public HTTPS on port 443; development allows any port.
 * @param ownUrls addresses of this installation; webhooks never go there
 * @throws Error naming a network it cannot parse
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

/** On loopback, other services share the address, so only our own port is blocked. */
function ownHost(url: string): string {
  const { hostname, host } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, '');
  return isLoopback(name) || name === 'localhost' ? host : hostname;
}
