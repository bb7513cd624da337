import tls from 'node:tls';
import { limits as contractLimits } from '@countersign/contract';
import {
  clientLimits,
  connectJudged,
  createConnector,
  judgeUrl,
  type Resolution,
  resolveByServer,
  resolveChecked,
  type ResolveName,
  shareLookUps,
  type Target,
} from '@countersign/outbound';
import type { Pool } from 'undici';
import type { OutboundPolicy } from './outbound-policy.ts';
import { type Exchange, failed, type OutboundRequest, postOnce } from './post-once.ts';

/** The result of one outgoing call. */
export interface SendResult extends Exchange {
  /** Milliseconds from start to outcome. */
  ms: number;
  /** Address to which the connection went; `null` if none was opened. */
  address: string | null;
  /** Protocol of the connection, e.g. `TLSv1.3`; `null` on plain HTTP. */
  tls: string | null;
}

export interface OutboundClient {
  /** Sends a POST within the total time limit. Never rejects: every failure has its error class. */
  post(url: string, request: Omit<OutboundRequest, 'path'>): Promise<SendResult>;
  close(): Promise<void>;
}

export interface OutboundLimits {
  /** For name resolution, connection, TLS, request and the head of the answer together. */
  totalMs: number;
  connectMs: number;
  /** Age after which a resolution must be repeated before its connections are used again. */
  resolutionMs: number;
}

export const outboundLimits: OutboundLimits = {
  totalMs: contractLimits.webhookAttemptSeconds * 1_000,
  connectMs: 3_000,
  resolutionMs: 60_000,
};

const idleConnectionMs = 30_000;

/** The connections to one origin, all to addresses of one checked resolution. */
interface Route {
  pool: Pool;
  addresses: readonly string[];
  resolvedAt: number;
  usedAt: number;
  connected: { address: string; tls: string | null } | null;
}

/**
 * The only client for URLs that integrations supply. Every name is resolved and checked before a connection is made, and again if the
 * resolution is older than a minute. Connections go only to the checked addresses; redirects are not followed.
 * @see spec/contract.md A-85
 */
export function createOutboundClient(
  policy: OutboundPolicy,
  {
    resolve = resolveByServer,
    limits = outboundLimits,
  }: { resolve?: ResolveName; limits?: OutboundLimits } = {},
): OutboundClient {
  const routes = createRoutes({ policy, resolve: shareLookUps(resolve), limits });
  return {
    post: (url, request) => post({ url, request, policy, routes, limits }),
    close: () => routes.close(),
  };
}

interface Post {
  url: string;
  request: Omit<OutboundRequest, 'path'>;
  policy: OutboundPolicy;
  routes: Routes;
  limits: OutboundLimits;
}

async function post({ url, request, policy, routes, limits }: Post): Promise<SendResult> {
  const start = performance.now();
  const finish = (outcome: Exchange, route?: Route): SendResult => ({
    ...outcome,
    ms: Math.round(performance.now() - start),
    address: route?.connected?.address ?? null,
    tls: route?.connected?.tls ?? null,
  });
  const judged = judgeUrl(url, policy);
  if ('refused' in judged) return finish(failed(`url_${judged.refused}`));
  const route = await routes.find(judged.target);
  if ('kind' in route) return finish(failed(resolutionClass[route.kind]));
  const left = limits.totalMs - (performance.now() - start);
  const path = judged.target.url.pathname + judged.target.url.search;
  return finish(await postOnce(route.pool, { ...request, path }, left), route);
}

const resolutionClass = {
  denied: 'address_denied',
  not_found: 'dns_not_found',
  failed: 'dns_failed',
  timed_out: 'dns_timeout',
} as const;

interface Routes {
  find(target: Target): Promise<Route | Exclude<Resolution, { kind: 'checked' }>>;
  close(): Promise<void>;
}

interface RouteOptions {
  policy: OutboundPolicy;
  resolve: ResolveName;
  limits: OutboundLimits;
}

/** The parts needed to create a route. */
interface RouteMaking {
  options: RouteOptions;
  PoolOf: typeof Pool;
}

function createRoutes(options: RouteOptions): Routes {
  const routes = new Map<string, Route>();
  const sweep = setInterval(() => dropIdle(routes), idleConnectionMs).unref();

  return {
    find: async (target) => {
      const known = routes.get(target.url.origin);
      const now = performance.now();
      if (known && now - known.resolvedAt < options.limits.resolutionMs) return touch(known, now);
      // Loaded with the first connection: it is a megabyte, which a command such as listing sessions never needs.
      const [resolution, undici] = await Promise.all([resolveTarget(target, options), import('undici')]);
      return adopt(routes, { target, resolution, options, PoolOf: undici.Pool });
    },
    close: async () => {
      clearInterval(sweep);
      await Promise.all([...routes.values()].map(({ pool }) => pool.destroy()));
      routes.clear();
    },
  };
}

function touch(route: Route, now: number): Route {
  route.usedAt = now;
  return route;
}

function adopt(
  routes: Map<string, Route>,
  { target, resolution, ...making }: { target: Target; resolution: Resolution } & RouteMaking,
): Route | Exclude<Resolution, { kind: 'checked' }> {
  const { origin } = target.url;
  const known = routes.get(origin);
  const now = performance.now();
  if (resolution.kind !== 'checked') {
    routes.delete(origin);
    void known?.pool.destroy();
    return resolution;
  }
  const stillListed = !known?.connected || resolution.addresses.includes(known.connected.address);
  if (known && stillListed && sameMembers(known.addresses, resolution.addresses)) {
    known.resolvedAt = now;
    return touch(known, now);
  }
  void known?.pool.close();
  const route = openRoute(origin, { addresses: resolution.addresses, ...making });
  routes.set(origin, route);
  return route;
}

const sameMembers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((member) => b.includes(member));

function openRoute(
  origin: string,
  { addresses, options, PoolOf }: { addresses: string[] } & RouteMaking,
): Route {
  const now = performance.now();
  const route: Omit<Route, 'pool'> = { addresses, resolvedAt: now, usedAt: now, connected: null };
  const { certificateAuthorities } = options.policy;
  const connect = createConnector(async (target) => {
    const { socket, address } = await connectJudged(target, addresses, {
      limitMs: options.limits.connectMs,
      authorities: certificateAuthorities === null ? [] : [certificateAuthorities],
      client: null,
    });
    route.connected = { address, tls: socket instanceof tls.TLSSocket ? socket.getProtocol() : null };
    return socket;
  });
  const pool = new PoolOf(origin, {
    ...clientLimits,
    connect,
    connections: null,
    keepAliveTimeout: idleConnectionMs,
  });
  return Object.assign(route, { pool });
}

function dropIdle(routes: Map<string, Route>): void {
  const limit = performance.now() - 2 * idleConnectionMs;
  for (const [origin, route] of routes) {
    if (route.usedAt > limit) continue;
    routes.delete(origin);
    void route.pool.close();
  }
}

async function resolveTarget(target: Target, { policy, resolve, limits }: RouteOptions): Promise<Resolution> {
  // A literal address is never resolved; judgeUrl has already checked it.
  if (target.isAddress) return { kind: 'checked', addresses: [target.host] };
  if (target.host === 'localhost' && policy.addresses.kinds.includes('loopback'))
    return { kind: 'checked', addresses: ['127.0.0.1', '::1'] };
  return resolveChecked(target.host, {
    resolve,
    policy: policy.addresses,
    scheme: target.scheme,
    limitMs: limits.connectMs,
  });
}
