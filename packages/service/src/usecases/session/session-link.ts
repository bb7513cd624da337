import { createHmac } from 'node:crypto';
import type { Config } from '../../runtime/config.ts';
import { urlOf } from '../../runtime/listening-address.ts';
import type { ServiceContext } from '../../context.ts';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import type { SessionLinkKeys } from '../../signing/session-link-keys.ts';

/** Public addresses of this installation, without trailing slash. */
export interface Addresses {
  /** `{base_url}` of the API. */
  api: string;
  /** Scheme and authority of the end-user flow. */
  flow: string;
}

/** Derived from host and port if the operator has configured none. */
export function addressesOf({
  publicUrl,
  flowUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'flowUrl' | 'host' | 'port'>): Addresses {
  const api = publicUrl ?? urlOf({ host, port });
  return { api, flow: flowUrl ?? new URL(api).origin };
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = base64url({ alg: 'HS256', typ: 'JWT' });
/** A token has about 180 characters. */
const longestToken = 300;

export interface SessionToken {
  sessionId: string;
  /** Seconds since 1970. */
  issuedAt: number;
}

/**
 * The token in a session's URL. It is generated on every session creation, where a general library would cost ten times as much.
 * @see spec/contract.md A-28
 */
export function makeSessionToken(keys: SessionLinkKeys, { sessionId, issuedAt }: SessionToken): string {
  const key = keys.keyOf({ issuedAt, nowSeconds: issuedAt });
  if (key === null) throw new Error('a session token has no key');
  return tokenUnder(key, { sessionId, issuedAt });
}

/**
 * The content of a token, or `null` for anything not issued by this installation. Each token has exactly one accepted
 * encoding: other headers, members, orders, paddings and trailing bits are treated as forged.
 * @see spec/contract.md A-117
 */
export function readSessionToken(keys: SessionLinkKeys, token: string): SessionToken | null {
  const claimed = token.length > longestToken ? null : payloadOf(token);
  const key =
    claimed && keys.keyOf({ issuedAt: claimed.issuedAt, nowSeconds: Math.floor(Date.now() / 1000) });
  if (!key) return null;
  const [given, made] = [Buffer.from(token), Buffer.from(tokenUnder(key, claimed))];
  return equalInConstantTime(given, made) ? claimed : null;
}

function tokenUnder(key: Buffer, { sessionId, issuedAt }: SessionToken): string {
  const text = `${header}.${base64url({ session_id: sessionId, iat: issuedAt })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

function payloadOf(token: string): SessionToken | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { session_id: sessionId, iat: issuedAt } = payload as Record<string, unknown>;
    const isLower = typeof sessionId === 'string' && sessionId === sessionId.toLowerCase();
    return isLower && Number.isSafeInteger(issuedAt) ? { sessionId, issuedAt: issuedAt as number } : null;
  } catch {
    return null;
  }
}

/** Scheme and authority of the links of an integration's sessions. @see spec/contract.md A-283 */
export const flowUrlOf = (config: Config, { flowUrl }: Pick<IntegrationSettings, 'flowUrl'>): string =>
  flowUrl ?? addressesOf(config).flow;

/** Members of {@link sessionBody}. */
export interface SessionAnswer extends SessionToken {
  /** Settings of the session's integration. */
  settings: Pick<IntegrationSettings, 'flowUrl'>;
  vendorData: string | null;
  endUserId: string | null;
  status: 'created' | 'submitted';
}

/** The answer to session creation and submission. @see spec/contract.md */
export async function sessionBody(
  { keyRing, config }: Pick<ServiceContext, 'keyRing' | 'config'>,
  session: SessionAnswer,
) {
  // Read after the session got its time, so that a key used from that time on is known.
  const token = makeSessionToken(await keyRing.sessionLinkKeys(), session);
  const flow = flowUrlOf(config, session.settings);
  return {
    status: 'success' as const,
    verification: {
      id: session.sessionId,
      url: `${flow}/v/${token}`,
      vendorData: session.vendorData,
      endUserId: session.endUserId,
      host: flow,
      status: session.status,
      sessionToken: token,
    },
  };
}
